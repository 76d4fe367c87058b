import { assert, layer } from "#test/support/suite"
import { RevocationRunPage } from "@svc/contract/revocations/schema"
import { DateTime, Effect, Layer, Schema } from "effect"
import { TestClock } from "effect/testing"
import * as NotificationsDomain from "#outgoing/notifications/index"
import { Outbox } from "#outgoing/outbox/service"
import { Jobs } from "#platform/jobs/jobs"
import * as RevocationsDomain from "#access-removal/revocations/index"
import { Revocations } from "#access-removal/revocations/service"
import { aCase, caseIn, expect, path } from "#test/offboarding/cases/support"
import { TestApp } from "#test/support/TestApp"
import { aSuperAdmin, type Member } from "#test/support/people"
import { as } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { entriesOf, mailsTo } from "#test/support/log"
import { aScimVendor, revocationEvents } from "./support.ts"

const Surface = Layer.mergeAll(RevocationsDomain.loops, NotificationsDomain.reactions).pipe(Layer.provideMerge(TestApp))

const decodeRuns = Schema.decodeUnknownEffect(Schema.toCodecJson(RevocationRunPage))

const midnight = Date.parse("2026-06-02T00:00:00Z")

/** Ann's last day is over, and the vendor of her app answers 503. */
const annAtMidnight = Effect.fnUntraced(function* (apps: ReadonlyArray<string> = ["Notion"]) {
  yield* TestClock.setTime(midnight - 86_400_000)
  const admin = yield* aSuperAdmin()
  const vendor = yield* aScimVendor()
  const other = yield* aScimVendor()
  for (const service_name of apps) {
    const { baseUrl, token } = service_name === "Notion" ? vendor : other
    yield* expect(
      201,
      as(admin).post("/api/integrations/saas-revocation/connect", {
        service_name,
        protocol: "scim",
        base_url: baseUrl,
        token
      })
    )
  }
  const account = vendor.add({ userName: "ann.lee@acme.test" })
  other.add({ userName: "ann.lee@acme.test" })
  const made = yield* aCase(admin, {
    employee_name: "Ann Lee",
    employee_email: "ann.lee@acme.test",
    exit_date: "2026-06-01",
    timezone: "UTC",
    apps_to_revoke: apps
  })
  const { id } = made
  const jobs = yield* Jobs
  const work = jobs.run("scheduled-revocations", admin.orgId)
  const shown = Effect.flatMap(expect(200, as(admin).get(`${path}/${id}`)), caseIn)
  const app = Effect.map(shown, ({ apps: rows }) => rows.find(({ service_name }) => service_name === "Notion"))
  const runs = Effect.map(
    Effect.flatMap(as(admin).get(`/api/employees/${id}/revocation-runs`), ({ body }) => decodeRuns(body)),
    ({ rows }) => rows
  )
  yield* TestClock.setTime(midnight + 5000)
  return { account, admin, app, id, other, runs, vendor, work }
})

const none = { queued: 0, taken_up: 0 }
const one = { queued: 1, taken_up: 1 }

const told = Effect.fnUntraced(function* (member: Member) {
  const outbox = yield* Outbox
  yield* Effect.repeat(outbox.dispatch(member.orgId), { until: (dispatched) => dispatched === 0 })
  const rows = yield* systemSql<{ title: string; body: string }>`
      SELECT title, body FROM notifications WHERE user_id = ${member.userId} AND type = 'revocation.failed' ORDER BY created_at`
  return rows
})

const minutesFrom = (at: DateTime.Utc | null | undefined) =>
  Effect.map(DateTime.now, (now) =>
    at === null || at === undefined ? null : Math.round((at.epochMilliseconds - now.epochMilliseconds) / 60_000)
  )

layer(Surface)("an app whose run failed", (it) => {
  // revocation-22
  it.effect("is tried again a minute later, as a run of its own with event and entry, and is cut", function* () {
    const { account, admin, app, id, runs, vendor, work } = yield* annAtMidnight()
    vendor.behaviour.refusesWith = 503
    assert.deepStrictEqual(yield* work, one)
    assert.deepInclude(yield* app, { outcome: "failed", retries: 0, retries_ended_at: null })
    assert.strictEqual(yield* minutesFrom((yield* app)?.next_try_at), 1)
    assert.strictEqual(yield* minutesFrom((yield* runs)[0]?.results[0]?.next_try_at), 1)
    assert.deepStrictEqual(yield* work, none, "not before it is due")

    vendor.behaviour.refusesWith = undefined
    yield* TestClock.adjust("1 minute")
    assert.deepStrictEqual(yield* work, one)
    assert.isFalse(vendor.find(account)?.active)
    assert.deepInclude(yield* app, { outcome: "revoked", verified: true, next_try_at: null, retries: 0 })
    const [last, first] = yield* runs
    assert.deepInclude(last, { trigger: "schedule", retry: 1, started_by: null, due_at: null })
    assert.isNull(first?.retry)
    const events = (yield* revocationEvents(id)).filter(({ _tag }) => _tag === "revocation.completed")
    assert.deepStrictEqual(
      events.map(({ counts, source }) => [source, counts.failed, counts.revoked]),
      [
        ["schedule", 1, 0],
        ["schedule", 0, 1]
      ]
    )
    const entries = yield* entriesOf(admin.orgId, { action: "access_revoked" })
    assert.include(
      entries.map(({ details }) => details).join("\n"),
      "Automatic retry 1 of 7: Notion: revoked, verified"
    )
    assert.deepStrictEqual(yield* work, none)
  })

  // revocation-23: People are told of its first failure and when it is given up, not of each retry.
  it.effect(
    "is given up after the 7th retry; people are told at the first failure and then, not between",
    function* () {
      const { admin, app, runs, vendor, work } = yield* annAtMidnight()
      vendor.behaviour.refusesWith = 503
      yield* work
      const waits: Array<number | null> = []
      for (let retry = 1; retry <= 7; retry += 1) {
        const next = (yield* app)?.next_try_at
        waits.push(yield* minutesFrom(next))
        assert.strictEqual((yield* told(admin)).length, 1, `before retry ${retry}`)
        yield* TestClock.setTime(next?.epochMilliseconds ?? 0)
        assert.deepStrictEqual(yield* work, one)
      }
      assert.deepStrictEqual(waits, [1, 5, 30, 120, 360, 720, 1440])
      const given = yield* app
      assert.deepInclude(given, { outcome: "failed", next_try_at: null, retries: 7 })
      assert.isNotNull(given?.retries_ended_at)
      yield* TestClock.adjust("30 days")
      assert.deepStrictEqual(yield* work, none)
      const notices = yield* told(admin)
      assert.deepStrictEqual(
        notices.map(({ title }) => title),
        ["Ann Lee still has access: Notion", "Retries ended: Ann Lee still has access"]
      )
      assert.include(notices[0]?.body, "1 is retried automatically, next at Jun 2, 2026, 12:01")
      assert.deepStrictEqual(
        (yield* mailsTo(admin.email))
          .map(({ subject }) => subject)
          .filter((subject) => /still has access/.test(subject)),
        notices.map(({ title }) => title)
      )
      assert.lengthOf(yield* runs, 8)
    }
  )

  // revocation-22
  it.effect("after days away it is tried once, not once for each moment that has passed", function* () {
    const { app, vendor, work } = yield* annAtMidnight()
    vendor.behaviour.refusesWith = 503
    yield* work
    yield* TestClock.adjust("5 days")
    assert.deepStrictEqual(yield* work, one)
    assert.deepInclude(yield* app, { retries: 1 })
    assert.strictEqual(yield* minutesFrom((yield* app)?.next_try_at), 5)
    assert.deepStrictEqual(yield* work, none)
  })

  // revocation-37: A retry runs only the failed apps, and those together that were retried equally often.
  it.effect("is asked alone: what was revoked is left alone", function* () {
    const { other, runs, vendor, work } = yield* annAtMidnight(["Wiki", "Notion"])
    vendor.behaviour.refusesWith = 503
    yield* work
    const before = other.requests.length
    yield* TestClock.adjust("1 minute")
    yield* work
    assert.lengthOf(other.requests, before)
    assert.deepStrictEqual(
      (yield* runs)[0]?.results.map(({ service }) => service),
      ["Notion"]
    )
  })

  it.effect("of two processes that find it due, one queues its retry", function* () {
    const { admin, runs, vendor, work } = yield* annAtMidnight()
    const revocations = yield* Revocations
    vendor.behaviour.refusesWith = 503
    yield* work
    yield* TestClock.adjust("1 minute")
    const looks = Array.from({ length: 3 }, () => revocations.queueDue(admin.orgId))
    const queued = yield* Effect.all(looks, { concurrency: "unbounded" })
    assert.deepStrictEqual(queued.toSorted(), [0, 0, 1])
    assert.lengthOf(yield* runs, 2)
  })

  // revocation-39: A failure that needs a person is not retried.
  it.effect("that needs a person is not tried again", function* () {
    const { admin, app, vendor, work } = yield* annAtMidnight()
    vendor.behaviour.refusesWith = 403
    yield* work
    assert.deepInclude(yield* app, { outcome: "failed", next_try_at: null, retries_ended_at: null })
    yield* TestClock.adjust("3 days")
    assert.deepStrictEqual(yield* work, none)
    assert.lengthOf(yield* told(admin), 1)
  })

  it.effect("whose retry meets a refusal is given up with that, and people are told", function* () {
    const { admin, app, vendor, work } = yield* annAtMidnight()
    vendor.behaviour.refusesWith = 503
    yield* work
    vendor.behaviour.refusesWith = 403
    yield* TestClock.adjust("1 minute")
    yield* work
    assert.isNotNull((yield* app)?.retries_ended_at)
    assert.lengthOf(yield* told(admin), 2)
    yield* TestClock.adjust("3 days")
    assert.deepStrictEqual(yield* work, none)
  })

  // revocation-22
  it.effect(
    "is not tried again once somebody confirmed its removal, deselected it or cancelled the case",
    function* () {
      const ends = {
        confirmed: (admin: Member, id: string) =>
          expect(200, as(admin).post(`/api/employees/${id}/apps/notion/confirm-removed`, {})),
        deselected: (admin: Member, id: string) =>
          expect(200, as(admin).patch(`${path}/${id}`, { apps_to_revoke: [] })),
        cancelled: (admin: Member, id: string) =>
          expect(200, as(admin).patch(`${path}/${id}/status`, { status: "cancelled", reason: "They stay after all" })),
        another: (admin: Member, id: string) =>
          expect(200, as(admin).patch(`${path}/${id}`, { employee_email: "bea.roe@acme.test" }))
      }
      for (const [name, end] of Object.entries(ends)) {
        const { admin, id, runs, vendor, work } = yield* annAtMidnight()
        vendor.behaviour.refusesWith = 503
        yield* work
        yield* end(admin, id)
        yield* TestClock.adjust("3 days")
        assert.deepStrictEqual(yield* work, none, name)
        assert.lengthOf(yield* runs, 1, name)
      }
    }
  )

  it.effect("begins its retries anew with a run that somebody starts, which fails again", function* () {
    const { admin, app, id, vendor, work } = yield* annAtMidnight()
    vendor.behaviour.refusesWith = 503
    yield* work
    yield* TestClock.adjust("1 minute")
    yield* work
    assert.deepInclude(yield* app, { retries: 1 })
    yield* expect(202, as(admin).post("/api/revoke-access", { offboardingId: id, apps: ["Notion"] }))
    assert.isNull((yield* app)?.next_try_at, "while the run waits")
    yield* work
    assert.deepInclude(yield* app, { retries: 0 })
    assert.strictEqual(yield* minutesFrom((yield* app)?.next_try_at), 1)
    assert.lengthOf(yield* told(admin), 2)
  })

  // revocation-38: A retry that an edit of the last day cancels, or whose process dies, is not lost.
  it.effect("a queued retry that an edit of the last day calls off is queued again", function* () {
    const { admin, app, id, vendor, work } = yield* annAtMidnight()
    vendor.behaviour.refusesWith = 503
    yield* work
    yield* TestClock.adjust("1 minute")
    vendor.behaviour.refusesWith = undefined
    yield* expect(200, as(admin).patch(`${path}/${id}`, { exit_date: "2026-06-20" }))
    assert.deepStrictEqual(yield* work, one)
    assert.deepInclude(yield* app, { outcome: "revoked", verified: true })
  })

  // revocation-38
  it.effect(
    "whose process dies in a retry is taken over: one run, one entry, and the next retry after it",
    function* () {
      const { admin, app, id, runs, vendor, work } = yield* annAtMidnight()
      const revocations = yield* Revocations
      vendor.behaviour.refusesWith = 503
      yield* work
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* revocations.queueDue(admin.orgId), 1)
      const now = DateTime.toDateUtc(yield* DateTime.now)
      yield* systemSql`UPDATE revocation_runs SET status = 'running', started_at = ${now}, leased_by = gen_random_uuid(),
          leased_until = ${now} WHERE offboarding_id = ${id} AND status = 'queued'`
      assert.strictEqual(yield* minutesFrom((yield* app)?.next_try_at), 0, "due until the run has ended")
      assert.strictEqual(yield* revocations.queueDue(admin.orgId), 0, "the run that is open keeps it waiting")
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* work, { queued: 0, taken_up: 1 })
      assert.deepInclude(yield* app, { retries: 1 })
      assert.strictEqual(yield* minutesFrom((yield* app)?.next_try_at), 5)
      assert.lengthOf(yield* runs, 2)
      assert.lengthOf(yield* entriesOf(admin.orgId, { action: "access_revoked" }), 2)
    }
  )

  // revocation-28: A retry acts on the account that the run before found, or on none.
  it.effect(
    "a retry acts on the account that the first run found, not on one that has its address by then",
    function* () {
      const { account, app, runs, vendor, work } = yield* annAtMidnight()
      vendor.behaviour.refusesPatchWith = 429
      assert.deepStrictEqual(yield* work, one)
      assert.deepInclude(yield* app, { outcome: "failed" })
      assert.deepInclude((yield* runs)[0]?.results[0], { account: { id: account, name: "ann.lee@acme.test" } })
      vendor.behave()
      vendor.remove(account)
      const stranger = vendor.add({ userName: "ann.lee@acme.test" })
      yield* TestClock.adjust("61 seconds")
      assert.deepStrictEqual(yield* work, one)
      assert.deepInclude(yield* app, { outcome: "manual_required", next_try_at: null })
      assert.isTrue(vendor.find(stranger)?.active)
    }
  )
})
