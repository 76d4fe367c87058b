import { assert, layer } from "#test/support/suite"
import type { OffboardingId, OrgId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { createHmac } from "node:crypto"
import { Db } from "#platform/database/db"
import { Jobs } from "#platform/jobs/jobs"
import * as RevocationsDomain from "#access-removal/revocations/index"
import { RevocationRuns } from "#access-removal/revocations/runs"
import { Revocations } from "#access-removal/revocations/service"
import { asSystemCaller, aSuperAdmin } from "#test/support/people"
import { asSystem, systemSql } from "#test/support/tables"
import { entriesOf } from "#test/support/log"
import { aReceiver, annAtNotion, carryOut, lastResults, quick, within } from "./carrying-out.ts"
import { aCase, connect, revocationEvents, RevocationsSurface, send } from "./support.ts"

const gate = Effect.fnUntraced(function* (orgId: OrgId, id: OffboardingId) {
  const revocations = yield* Revocations
  const db = yield* Db
  return yield* revocations.gate(id).pipe(db.transact, asSystemCaller(orgId))
})

const past = DateTime.makeUnsafe("2026-03-01T23:00:00Z")

const openRuns = (id: OffboardingId) =>
  systemSql<{
    status: string
  }>`SELECT status FROM revocation_runs WHERE offboarding_id = ${id} AND status <> 'finished'`

/** As a worker that was killed leaves it: begun with this app, its lease passed. */
const leftBehind = (id: OffboardingId, service: string, startedAt: Date) =>
  asSystem((sql) =>
    Effect.gen(function* () {
      yield* sql`UPDATE revocation_runs SET status = 'running', started_at = ${startedAt}, leased_by = gen_random_uuid(),
        leased_until = ${startedAt} WHERE offboarding_id = ${id}`
      yield* sql`UPDATE revocation_results SET started_at = ${startedAt} WHERE service_name = ${service}
        AND run_id IN (SELECT id FROM revocation_runs WHERE offboarding_id = ${id})`
    })
  )

const secondsAgo = (seconds: number) =>
  Effect.map(TestClock.withLive(DateTime.now), (now) => DateTime.toDateUtc(DateTime.subtract(now, { seconds })))

layer(RevocationsSurface)("a revocation run", (it) => {
  it.effect("ends with its event, its audit entry by whoever started it, and the apps' outcomes", function* () {
    const { admin, vendor } = yield* annAtNotion
    vendor.add({ userName: "zoe.roe@acme.test" })
    const receiver = yield* aReceiver
    receiver.answers.status = 403
    receiver.answers.body = "secret internals"
    yield* connect(admin, { service_name: "Locks", protocol: "webhook", base_url: receiver.url, token: "t" })
    const offboardingId = yield* aCase(admin.orgId, { email: "zoe.roe@acme.test", apps: ["Notion", "Locks", "Gone"] })
    yield* send(admin, "POST", "/api/revoke-access", { offboardingId })
    yield* carryOut(admin.orgId)
    const [event, ...more] = yield* revocationEvents(offboardingId)
    assert.lengthOf(more, 0)
    assert.deepStrictEqual(event, {
      _tag: "revocation.completed",
      offboardingId,
      employeeName: "Ann Lee",
      source: "app",
      counts: { revoked: 1, failed: 1, manualRequired: 1, skipped: 0 },
      results: [
        {
          service: "Notion",
          outcome: "revoked",
          message: "The account is deactivated. Verified: the app shows it as inactive",
          vendorStatus: null,
          verified: true
        },
        {
          service: "Locks",
          outcome: "failed",
          message: "The app answered 403 Forbidden",
          vendorStatus: 403,
          verified: false
        },
        {
          service: "Gone",
          outcome: "manual_required",
          message: "This app is no longer connected. Remove the access manually and confirm it",
          vendorStatus: null,
          verified: false
        }
      ]
    })
    const [entry] = yield* entriesOf(admin.orgId, { action: "access_revoked" })
    assert.strictEqual(entry?.actor_id, admin.userId)
    assert.include(entry?.details, "Notion: revoked, verified; Locks: failed (403); Gone: manual_required")
    assert.deepStrictEqual(yield* gate(admin.orgId, offboardingId), {
      selected: 3,
      missing: ["Locks", "Gone"],
      stillActive: []
    })
  })

  // revocation-31: An app ends `manual_required` without an email of the person, or when it is no longer connected.
  it.effect("without an e-mail on the case asks for a removal by hand and calls nobody", function* () {
    const { admin, vendor } = yield* annAtNotion
    const before = vendor.requests.length
    const offboardingId = yield* aCase(admin.orgId, { email: null, apps: ["Notion"] })
    yield* send(admin, "POST", "/api/revoke-access", { offboardingId })
    yield* carryOut(admin.orgId)
    const [result] = yield* lastResults(offboardingId)
    assert.strictEqual(result?.outcome, "manual_required")
    assert.include(result?.message, "no email address")
    assert.lengthOf(vendor.requests, before)
  })

  // connectors-3: A webhook target gets a signed POST; a 2xx is revoked.
  it.effect("posts a webhook signed with the target's token; 2xx is revoked, not verified", function* () {
    const admin = yield* aSuperAdmin()
    const receiver = yield* aReceiver
    yield* connect(admin, { service_name: "Locks", protocol: "webhook", base_url: receiver.url, token: "s3cret" })
    const offboardingId = yield* aCase(admin.orgId, { email: "zoe.roe@acme.test", apps: ["Locks"] })
    yield* send(admin, "POST", "/api/revoke-access", { offboardingId })
    yield* carryOut(admin.orgId)
    const [request] = receiver.requests
    assert.strictEqual(
      request?.headers["x-svc-signature"],
      `sha256=${createHmac("sha256", "s3cret")
        .update(request?.body ?? "")
        .digest("hex")}`
    )
    assert.match(String(request?.headers["x-svc-delivery"]), /^[0-9a-f-]{36}$/)
    assert.include(request?.body, '"employee_email":"zoe.roe@acme.test"')
    const [result] = yield* lastResults(offboardingId)
    assert.deepInclude(result, { outcome: "revoked", verified: false })
  })

  // revocation-13: A fault of this service's own gives a generic message without detail.
  it.effect("a credential that cannot be opened gives only a generic failed message", function* () {
    const { admin, revoke } = yield* annAtNotion
    yield* systemSql`UPDATE integrations SET sealed_secrets = '{"token":"svc:v1:00000000:AAAA"}' WHERE org_id = ${admin.orgId}`
    const result = yield* revoke
    assert.deepInclude(result, {
      outcome: "failed",
      message: "The revocation failed because of an internal error. Try again",
      vendorStatus: null
    })
  })

  // revocation-32: A run that another worker takes over reads the interrupted app first, and repeats a webhook with the
  //   same `X-Svc-Delivery`.
  it.effect(
    "of a killed worker is taken over when its lease passes: the app cut off is read first, nothing is repeated",
    function* () {
      const { admin, offboardingId, vendor } = yield* annAtNotion
      const id = vendor.add({ userName: "ann.lee@acme.test" })
      yield* send(admin, "POST", "/api/revoke-access", { offboardingId })
      vendor.setActive(id, false)
      yield* leftBehind(offboardingId, "Notion", yield* secondsAgo(60))
      yield* carryOut(admin.orgId)
      assert.deepInclude((yield* lastResults(offboardingId))[0], { outcome: "revoked", verified: true })
      assert.strictEqual(vendor.writes(), 0)
      assert.lengthOf(yield* revocationEvents(offboardingId), 1)
    }
  )

  // revocation-32
  it.effect(
    "sends a webhook that was cut off again under the same X-Svc-Delivery, and no finished app twice",
    function* () {
      const admin = yield* aSuperAdmin()
      const first = yield* aReceiver
      const second = yield* aReceiver
      yield* connect(admin, { service_name: "First", protocol: "webhook", base_url: first.url, token: "t" })
      yield* connect(admin, { service_name: "Second", protocol: "webhook", base_url: second.url, token: "t" })
      const offboardingId = yield* aCase(admin.orgId, { apps: ["First", "Second"] })
      yield* send(admin, "POST", "/api/revoke-access", { offboardingId })
      // The worker dies while the second app's answer is awaited.
      const runs = yield* RevocationRuns
      yield* systemSql`
        UPDATE revocation_results SET outcome = 'revoked', message = 'done' WHERE service_name = 'First' AND org_id = ${admin.orgId}`
      yield* leftBehind(offboardingId, "Second", yield* secondsAgo(60))
      yield* carryOut(admin.orgId)
      assert.lengthOf(first.requests, 0)
      assert.lengthOf(second.requests, 1)
      const delivery = second.requests[0]?.headers["x-svc-delivery"]
      // The same run once more, as if the answer had been lost.
      yield* asSystem((sql) =>
        Effect.gen(function* () {
          yield* sql`UPDATE revocation_runs SET status = 'running', finished_at = NULL WHERE offboarding_id = ${offboardingId}`
          yield* sql`UPDATE revocation_results SET outcome = NULL WHERE service_name = 'Second' AND org_id = ${admin.orgId}`
        })
      )
      yield* runs.settleScheduled(admin.orgId).pipe(within(quick))
      assert.strictEqual(second.requests[1]?.headers["x-svc-delivery"], delivery)
      assert.strictEqual(second.requests[1]?.body, second.requests[0]?.body)
    }
  )

  it.effect("of a process that shuts down is given back at once, and another process ends it", function* () {
    const { admin, offboardingId, vendor } = yield* annAtNotion
    const id = vendor.add({ userName: "ann.lee@acme.test" })
    yield* send(admin, "POST", "/api/revoke-access", { offboardingId })
    vendor.behaviour.neverAnswersWrites = true
    yield* Effect.gen(function* () {
      const process = yield* Layer.build(Layer.fresh(RevocationsDomain.services))
      yield* Context.get(process, RevocationRuns).takeUp(admin.orgId)
      yield* Effect.repeat(
        Effect.delay(
          Effect.sync(() => vendor.writes()),
          "10 millis"
        ),
        { until: (writes) => writes === 1 }
      )
    }).pipe(Effect.scoped, within({ ...quick, call: "30 seconds" }))
    assert.lengthOf(yield* revocationEvents(offboardingId), 0)
    yield* carryOut(admin.orgId)
    assert.deepInclude((yield* lastResults(offboardingId))[0], { outcome: "revoked", verified: true })
    assert.strictEqual(vendor.writes(), 1)
    assert.isFalse(vendor.find(id)?.active)
  })

  it.effect("is taken up by the job revocation-runs, which does not wait for it", function* () {
    const { admin, offboardingId, vendor } = yield* annAtNotion
    vendor.behaviour.hangs = true
    yield* send(admin, "POST", "/api/revoke-access", { offboardingId })
    const jobs = yield* Jobs
    assert.deepStrictEqual(yield* jobs.run("revocation-runs", admin.orgId), { queued: 0, taken_up: 1 })
    assert.deepStrictEqual(yield* jobs.run("revocation-runs", admin.orgId), { queued: 0, taken_up: 0 })
    assert.deepStrictEqual(yield* openRuns(offboardingId), [{ status: "running" }])
  })

  // revocation-36: A worker without its lease writes nothing, neither at the vendor nor in the database.
  it.effect("whose lease went to another worker writes nothing any more", function* () {
    const { admin, offboardingId, vendor } = yield* annAtNotion
    yield* send(admin, "POST", "/api/revoke-access", { offboardingId })
    vendor.behaviour.hangs = true
    const slow = { ...quick, call: "2 seconds", heartbeat: "50 millis" } as const
    const runs = yield* RevocationRuns
    yield* Effect.gen(function* () {
      const working = yield* Effect.forkChild(runs.settleScheduled(admin.orgId))
      yield* Effect.repeat(openRuns(offboardingId), { until: ([run]) => run?.status === "running" })
      const until = DateTime.toDateUtc(DateTime.add(yield* DateTime.now, { hours: 1 }))
      yield* systemSql`UPDATE revocation_runs SET leased_by = gen_random_uuid(), leased_until = ${until} WHERE offboarding_id = ${offboardingId}`
      yield* Fiber.join(working)
    }).pipe(within(slow))
    assert.lengthOf(yield* revocationEvents(offboardingId), 0)
    assert.deepStrictEqual(yield* openRuns(offboardingId), [{ status: "running" }])
  })

  it.effect(
    "whose lease went to another worker is let go at the next heartbeat, which prolongs nobody else's lease",
    function* () {
      const { admin, offboardingId, vendor } = yield* annAtNotion
      yield* send(admin, "POST", "/api/revoke-access", { offboardingId })
      vendor.behaviour.hangs = true
      const runs = yield* RevocationRuns
      yield* Effect.gen(function* () {
        const working = yield* Effect.forkChild(runs.settleScheduled(admin.orgId))
        yield* Effect.repeat(openRuns(offboardingId), { until: ([run]) => run?.status === "running" })
        const until = DateTime.toDateUtc(DateTime.add(yield* DateTime.now, { hours: 1 }))
        const others = yield* systemSql`
            UPDATE revocation_runs SET leased_by = gen_random_uuid(), leased_until = ${until}
            WHERE offboarding_id = ${offboardingId} RETURNING leased_by, leased_until`
        assert.lengthOf(others, 1)
        // Long before the call that it waits for has an end.
        yield* Fiber.join(working)
        const leases = systemSql`SELECT leased_by, leased_until FROM revocation_runs WHERE offboarding_id = ${offboardingId}`
        assert.deepStrictEqual(yield* leases, others)
      }).pipe(Effect.timeout("20 seconds"), within({ ...quick, call: "5 minutes", heartbeat: "50 millis" }))
    }
  )

  // revocation-14: A run always ends with its event, one that its time limit stopped as well.
  it.effect(
    "starts no new app after 8 minutes: an app never reached is failed with Not attempted, and the event is sent",
    function* () {
      const { admin, vendor } = yield* annAtNotion
      const before = vendor.requests.length
      const offboardingId = yield* aCase(admin.orgId, { email: "zoe.roe@acme.test", apps: ["Notion", "Gone"] })
      yield* send(admin, "POST", "/api/revoke-access", { offboardingId })
      yield* leftBehind(offboardingId, "nothing yet", yield* secondsAgo(8 * 60 + 1))
      yield* carryOut(admin.orgId)
      const results = yield* lastResults(offboardingId)
      assert.deepStrictEqual(
        results.map(({ outcome, service }) => [service, outcome]),
        [
          ["Notion", "failed"],
          ["Gone", "failed"]
        ]
      )
      assert.isTrue(results.every(({ message }) => message.startsWith("Not attempted")))
      assert.lengthOf(vendor.requests, before)
    }
  )

  it.effect("stops a call still going at 10 minutes: stopped, counted as failed", function* () {
    const { admin, vendor } = yield* annAtNotion
    vendor.behaviour.hangs = true
    const offboardingId = yield* aCase(admin.orgId, { email: "zoe.roe@acme.test", apps: ["Notion", "Gone"] })
    yield* send(admin, "POST", "/api/revoke-access", { offboardingId })
    const runs = yield* RevocationRuns
    const short = { ...quick, call: "30 seconds", newApps: "100 millis", stop: "300 millis" } as const
    yield* runs.settleScheduled(admin.orgId).pipe(within(short))
    const [event] = yield* revocationEvents(offboardingId)
    assert.deepStrictEqual(
      event?.results.map(({ outcome }) => outcome),
      ["stopped", "failed"]
    )
    assert.isTrue(event?.results[1]?.message.startsWith("Not attempted"))
    assert.deepStrictEqual(event?.counts, { revoked: 0, failed: 2, manualRequired: 0, skipped: 0 })
  })

  it.effect("of a case cancelled meanwhile calls nobody any more", function* () {
    const { admin, offboardingId, vendor } = yield* annAtNotion
    const before = vendor.requests.length
    yield* send(admin, "POST", "/api/revoke-access", { offboardingId })
    yield* systemSql`UPDATE offboardings SET status = 'cancelled' WHERE id = ${offboardingId}`
    yield* carryOut(admin.orgId)
    assert.include((yield* lastResults(offboardingId))[0]?.message, "Not attempted: the offboarding was canceled")
    assert.lengthOf(vendor.requests, before)
  })

  it.effect("that is slow holds up nobody else's", function* () {
    const slow = yield* annAtNotion
    slow.vendor.behaviour.hangs = true
    const other = yield* annAtNotion
    other.vendor.add({ userName: "ann.lee@acme.test" })
    for (const { admin, offboardingId } of [slow, other]) {
      yield* send(admin, "POST", "/api/revoke-access", { offboardingId })
    }
    const runs = yield* RevocationRuns
    yield* Effect.gen(function* () {
      assert.strictEqual(yield* runs.takeUp(slow.admin.orgId), 1)
      yield* runs.settleScheduled(other.admin.orgId)
      assert.deepInclude((yield* lastResults(other.offboardingId))[0], { outcome: "revoked" })
      assert.lengthOf(yield* revocationEvents(slow.offboardingId), 0)
      slow.vendor.behave()
      yield* Effect.promise(() => slow.vendor.close())
      yield* Effect.repeat(openRuns(slow.offboardingId), { until: (open) => open.length === 0 })
    }).pipe(within({ ...quick, call: "10 seconds" }))
  })
})

layer(RevocationsSurface)("scheduled revocation", (it) => {
  it.effect(
    "a schedule that is due becomes one run, over however many workers, by the schedule and nobody",
    function* () {
      const { admin, vendor } = yield* annAtNotion
      vendor.add({ userName: "zoe.roe@acme.test" })
      const offboardingId = yield* aCase(admin.orgId, { email: "zoe.roe@acme.test", apps: ["Notion"], revokeAt: past })
      const revocations = yield* Revocations
      const queued = yield* Effect.all(
        Array.from({ length: 5 }, () => revocations.queueDue(admin.orgId)),
        { concurrency: 5 }
      )
      assert.strictEqual(
        queued.reduce((total, count) => total + count, 0),
        1
      )
      yield* carryOut(admin.orgId)
      const [event, ...more] = yield* revocationEvents(offboardingId)
      assert.lengthOf(more, 0)
      assert.deepInclude(event, { source: "schedule" })
      assert.isNull((yield* entriesOf(admin.orgId, { action: "access_revoked" }))[0]?.actor_id)
    }
  )

  it.effect("a schedule that is not due waits", function* () {
    const { admin } = yield* annAtNotion
    const revocations = yield* Revocations
    const soon = DateTime.add(yield* DateTime.now, { minutes: 1 })
    yield* aCase(admin.orgId, { apps: ["Notion"], revokeAt: soon })
    assert.strictEqual(yield* revocations.queueDue(admin.orgId), 0)
    yield* TestClock.adjust("1 minute")
    assert.strictEqual(yield* revocations.queueDue(admin.orgId), 1)
  })

  it.effect("the job scheduled-revocations runs what is due and waits for its end", function* () {
    const { admin, vendor } = yield* annAtNotion
    vendor.add({ userName: "zoe.roe@acme.test" })
    const offboardingId = yield* aCase(admin.orgId, { email: "zoe.roe@acme.test", apps: ["Notion"], revokeAt: past })
    const jobs = yield* Jobs
    assert.deepStrictEqual(yield* jobs.run("scheduled-revocations", admin.orgId), { queued: 1, taken_up: 1 })
    assert.deepInclude((yield* lastResults(offboardingId))[0], { outcome: "revoked", verified: true })
    assert.deepStrictEqual(yield* jobs.run("scheduled-revocations", admin.orgId), { queued: 0, taken_up: 0 })
  })

  // revocation-15: Cancelling a case cancels what is scheduled and has not run.
  it.effect(
    "cancelling the case cancels what has not run, queued or not; afterwards there is nothing to cancel",
    function* () {
      const { admin } = yield* annAtNotion
      const revocations = yield* Revocations
      const db = yield* Db
      const offboardingId = yield* aCase(admin.orgId, { apps: ["Notion"], revokeAt: past })
      const cancel = revocations.cancelScheduled(offboardingId).pipe(db.transact, asSystemCaller(admin.orgId))
      yield* revocations.queueDue(admin.orgId)
      assert.isTrue(yield* cancel)
      assert.lengthOf(yield* openRuns(offboardingId), 0)
      assert.isFalse(yield* cancel)
      const planned = yield* aCase(admin.orgId, { apps: ["Notion"], revokeAt: past })
      assert.isTrue(yield* revocations.cancelScheduled(planned).pipe(db.transact, asSystemCaller(admin.orgId)))
      assert.strictEqual(yield* revocations.queueDue(admin.orgId), 0)
    }
  )

  // revocation-35: A last day that moves away and back does not run the same apps again.
  it.effect("planning again keeps outcomes, follows a new date, and does not run the same moment twice", function* () {
    const { admin } = yield* annAtNotion
    const revocations = yield* Revocations
    const db = yield* Db
    const offboardingId = yield* aCase(admin.orgId, {
      email: "zoe.roe@acme.test",
      apps: ["Notion", "Gone"],
      revokeAt: past
    })
    const plan = (apps: ReadonlyArray<string>, revokeAt: DateTime.Utc | null) =>
      revocations.plan({ offboardingId, apps, revokeAt }).pipe(db.transact, asSystemCaller(admin.orgId))
    yield* revocations.queueDue(admin.orgId)
    yield* carryOut(admin.orgId)
    yield* plan(["Gone", "Notion"], past)
    assert.strictEqual(yield* revocations.queueDue(admin.orgId), 0)
    yield* plan(["Gone"], DateTime.add(past, { hours: 1 }))
    assert.deepStrictEqual(yield* gate(admin.orgId, offboardingId), {
      selected: 1,
      missing: ["Gone"],
      stillActive: []
    })
    assert.strictEqual(yield* revocations.queueDue(admin.orgId), 1)
    yield* plan(["Gone"], null)
  })

  it.effect("while a run started by hand is open the schedule waits for its end", function* () {
    const { admin } = yield* annAtNotion
    const revocations = yield* Revocations
    const offboardingId = yield* aCase(admin.orgId, { apps: ["Notion", "Gone"], revokeAt: past })
    yield* send(admin, "POST", "/api/revoke-access", { offboardingId, apps: ["Gone"] })
    assert.strictEqual(yield* revocations.queueDue(admin.orgId), 0)
    yield* carryOut(admin.orgId)
    assert.strictEqual(yield* revocations.queueDue(admin.orgId), 1)
  })

  // revocation-34: An app that is selected after the run of the last day is revoked immediately, once, or after a run
  //   in progress.
  it.effect("an app selected after the last day's run is revoked at once, it alone and once", function* () {
    const { admin, vendor } = yield* annAtNotion
    vendor.add({ userName: "zoe.roe@acme.test" })
    const revocations = yield* Revocations
    const db = yield* Db
    const offboardingId = yield* aCase(admin.orgId, { email: "zoe.roe@acme.test", apps: ["Gone"], revokeAt: past })
    yield* revocations.queueDue(admin.orgId)
    yield* carryOut(admin.orgId)
    const select = (apps: ReadonlyArray<string>, revokeAt: DateTime.Utc | null = past) =>
      revocations.replan({ offboardingId, apps, revokeAt }).pipe(db.transact, asSystemCaller(admin.orgId))
    yield* select(["Gone", "Notion"])
    assert.strictEqual(yield* revocations.queueDue(admin.orgId), 1)
    yield* carryOut(admin.orgId)
    const results = yield* lastResults(offboardingId)
    assert.deepStrictEqual(
      results.map(({ outcome, service }) => [service, outcome]),
      [["Notion", "revoked"]]
    )
    yield* select(["Notion", "Gone"])
    assert.strictEqual(yield* revocations.queueDue(admin.orgId), 0)
  })

  // revocation-34
  it.effect("an app selected while the last day's run is under way waits for its end, then is revoked", function* () {
    const { admin } = yield* annAtNotion
    const revocations = yield* Revocations
    const db = yield* Db
    const offboardingId = yield* aCase(admin.orgId, { apps: ["Gone"], revokeAt: past })
    yield* revocations.queueDue(admin.orgId)
    yield* leftBehind(offboardingId, "Gone", yield* secondsAgo(1))
    yield* revocations
      .replan({ offboardingId, apps: ["Gone", "Notion"], revokeAt: past })
      .pipe(db.transact, asSystemCaller(admin.orgId))
    assert.strictEqual(yield* revocations.queueDue(admin.orgId), 0)
    yield* carryOut(admin.orgId)
    assert.strictEqual(yield* revocations.queueDue(admin.orgId), 1)
    yield* carryOut(admin.orgId)
    assert.deepStrictEqual(
      (yield* revocationEvents(offboardingId)).map(({ results }) => results.map(({ service }) => service)),
      [["Gone"], ["Notion"]]
    )
  })

  // revocation-35
  it.effect("moved away and back to the day of its run, the schedule of the other day is gone", function* () {
    const { admin } = yield* annAtNotion
    const revocations = yield* Revocations
    const db = yield* Db
    const offboardingId = yield* aCase(admin.orgId, { apps: ["Gone"], revokeAt: past })
    yield* revocations.queueDue(admin.orgId)
    yield* carryOut(admin.orgId)
    for (const revokeAt of [DateTime.add(past, { days: 60 }), past]) {
      yield* revocations
        .replan({ offboardingId, apps: ["Gone"], revokeAt })
        .pipe(db.transact, asSystemCaller(admin.orgId))
    }
    assert.isFalse(yield* revocations.cancelScheduled(offboardingId).pipe(db.transact, asSystemCaller(admin.orgId)))
  })
})
