import { assert, layer } from "#test/support/suite"
import { DateTime, Effect, Layer } from "effect"
import { PrometheusMetrics } from "effect/observability"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { AnchorRounds } from "#audit/anchors/rounds"
import { loops } from "#operations/index"
import { Mails } from "#outgoing/mails/service"
import { Outbox } from "#outgoing/outbox/service"
import { Webhooks } from "#outgoing/webhooks/service"
import { Jobs } from "#platform/jobs/jobs"
import { toPrometheus } from "#platform/metrics/instruments"
import { aCase } from "#test/support/cases"
import { anOrganisation, asSystemCaller, aSuperAdmin } from "#test/support/people"
import { asOwner, asSystem, systemSql } from "#test/support/tables"
import { TestServices } from "#test/support/TestApp"

/** Reads the gauges as the job does, and `/metrics` as Prometheus does: one series to one number. */
const series = Effect.gen(function* () {
  const jobs = yield* Jobs
  yield* jobs.run("gauges", undefined)
  const text = yield* PrometheusMetrics.format({ metricNameMapper: toPrometheus })
  return new Map(
    text.split("\n").flatMap((line) => {
      const at = line.lastIndexOf(" ")
      return line.startsWith("#") || at < 0 ? [] : [[line.slice(0, at), Number(line.slice(at + 1))] as const]
    })
  )
})

const queue = Effect.fnUntraced(function* (name: string) {
  const all = yield* series
  return [all.get(`svc_queue_depth{queue="${name}"}`), all.get(`svc_queue_oldest_due_age_seconds{queue="${name}"}`)]
})

layer(loops.pipe(Layer.provideMerge(TestServices)), { timeout: "120 seconds" })("what waits, as gauges", (it) => {
  // observe-1: For every queue it is told how much is due and for how long the oldest has been; what nobody may take up
  //   is not counted.
  it.effect("every queue is there from the beginning, with nothing in it", function* () {
    const all = yield* series
    const queues = [...all].filter(([name]) => name.startsWith("svc_queue_depth"))
    assert.deepStrictEqual(
      queues.map(([name, depth]) => [/queue="(.*)"/.exec(name)?.[1], depth]).toSorted(),
      [
        "chat-messages",
        "esignature-requests",
        "it-tickets",
        "leaver-tests",
        "mail-outbox",
        "org-exports",
        "outbox",
        "revocation-runs",
        "revocation-schedules",
        "siem-deliveries",
        "sms-messages",
        "webhook-deliveries"
      ].map((name) => [name, 0])
    )
    assert.strictEqual(all.get("svc_database_up"), 1)
  })

  // observe-1
  it.effect("what nobody hands out grows old, and is gone when it was handed out", function* () {
    const outbox = yield* Outbox
    const member = yield* aSuperAdmin()
    yield* aCase(member)
    yield* TestClock.adjust("90 seconds")
    const [depth = 0, age] = yield* queue("outbox")
    assert.isAbove(depth, 0)
    assert.strictEqual(age, 90)
    yield* Effect.repeat(outbox.dispatch(undefined), { until: (dispatched) => dispatched === 0 })
    assert.deepStrictEqual(yield* queue("outbox"), [0, 0])
  })

  // observe-1
  it.effect("a mail waits from the moment it is due, and not while somebody sends it", function* () {
    const mails = yield* Mails
    const orgId = yield* anOrganisation()
    // Counters are the process's: other suites of this worker counted before.
    const delivered = () =>
      Effect.map(series, (all) => all.get('deliveries_total{queue="mail-outbox",outcome="delivered"}') ?? 0)
    const before = yield* delivered()
    const mail = { orgId, to: "ada@acme.test", subject: "Hello", paragraphs: ["Hello"] }
    yield* asSystem(() => mails.queue(mail))
    yield* TestClock.adjust("10 minutes")
    assert.deepStrictEqual(yield* queue("mail-outbox"), [1, 600])
    yield* systemSql`UPDATE mail_outbox SET leased_until = now() + interval '100 years'`
    assert.deepStrictEqual(yield* queue("mail-outbox"), [0, 0])
    yield* systemSql`UPDATE mail_outbox SET leased_until = NULL`
    yield* mails.sendDue(undefined)
    assert.deepStrictEqual(yield* queue("mail-outbox"), [0, 0])
    assert.strictEqual((yield* delivered()) - before, 1)
  })

  // observe-1
  // observe-6: Gauges count neither suspended organizations nor paused receivers.
  it.effect(
    "deliveries wait for receivers that take any, of organisations that are served; the oldest is told",
    function* () {
      const webhooks = yield* Webhooks
      const [served, suspended] = [yield* anOrganisation(), yield* anOrganisation()]
      const endpoint = (orgId: typeof served) =>
        webhooks.create({ url: "http://127.0.0.1:9/", subscription: { _tag: "All" } }).pipe(asSystemCaller(orgId))
      const [first, second, paused, other] = [
        yield* endpoint(served),
        yield* endpoint(served),
        yield* endpoint(served),
        yield* endpoint(suspended)
      ]
      const now = yield* DateTime.now
      const due = (orgId: string, endpointId: string, minutes: number, status: string) => {
        const at = DateTime.toDateUtc(DateTime.subtract(now, { minutes }))
        return asOwner(
          (sql) => sql`
          INSERT INTO webhook_deliveries (org_id, id, endpoint_id, event, content, status, next_attempt_at, created_at)
          VALUES (${orgId}, ${randomUUID()}, ${endpointId}, 'offboarding.created', '{}', ${status}, ${at}, ${at})`
        )
      }
      yield* due(served, first.id, 5, "pending")
      yield* due(served, first.id, 2, "pending")
      yield* due(served, second.id, 20, "failed")
      yield* due(served, second.id, -20, "failed")
      yield* due(served, paused.id, 60, "pending")
      yield* due(suspended, other.id, 60, "pending")
      yield* systemSql`UPDATE webhook_endpoints SET active = false WHERE id = ${paused.id}`
      yield* systemSql`UPDATE organisations SET suspended = true WHERE id = ${suspended}`
      assert.deepStrictEqual(yield* queue("webhook-deliveries"), [3, 1200])
    }
  )

  // observe-2: Entries without an anchor are told by their age, and as missing two hours later.
  it.effect(
    "entries without an anchor are told by their age, and two hours later as missing, until they have one",
    function* () {
      const rounds = yield* AnchorRounds
      yield* rounds.run("hourly", undefined)
      yield* TestClock.adjust("5 minutes")
      const anchored = yield* series
      assert.strictEqual(anchored.get("svc_audit_unanchored_age_seconds"), 0)
      yield* aSuperAdmin()
      yield* aCase(yield* aSuperAdmin())
      yield* TestClock.adjust("1 hour")
      const waiting = yield* series
      assert.deepStrictEqual(
        [waiting.get("svc_audit_unanchored_age_seconds"), waiting.get("svc_audit_anchors_missing")],
        [3600, 0]
      )
      yield* TestClock.adjust("2 hours")
      const missing = yield* series
      assert.isAbove(missing.get("svc_audit_anchors_missing") ?? 0, 0)
      assert.strictEqual(missing.get("svc_audit_head_age_seconds"), 10_800)
      yield* rounds.run("hourly", undefined)
      yield* TestClock.adjust("5 minutes")
      const again = yield* series
      assert.deepStrictEqual(
        [again.get("svc_audit_unanchored_age_seconds"), again.get("svc_audit_anchors_missing")],
        [0, 0]
      )
    }
  )
})
