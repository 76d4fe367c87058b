import { assert, layer } from "#test/support/suite"
import { DateTime, Deferred, Effect, Fiber, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { Integrations } from "#connections/integrations/service"
import * as IntegrationsDomain from "#connections/integrations/index"
import * as VendorsDomain from "#connections/vendors/index"
import { VendorLimits } from "#connections/vendors/protocol/limits"
import { Db } from "#platform/database/db"
import * as ResidualAccessDomain from "#access-removal/residual-access/index"
import * as RevocationsDomain from "#access-removal/revocations/index"
import { RevocationLimits } from "#access-removal/revocations/limits"
import { RevocationRuns } from "#access-removal/revocations/runs"
import { RevocationRunsRepo } from "#access-removal/revocations/runs-repo"
import { Revocations } from "#access-removal/revocations/service"
import { asCaller, asSystemCaller, aSuperAdmin, type Member } from "#test/support/people"
import { systemSql } from "#test/support/tables"
import { TestServices } from "#test/support/TestApp"
import { until } from "#test/support/until"
import { aCase, aScimVendor, revocationEvents } from "./support.ts"

const Services = RevocationRunsRepo.layer.pipe(
  Layer.provideMerge(RevocationsDomain.services),
  Layer.provideMerge(ResidualAccessDomain.services),
  Layer.provideMerge(IntegrationsDomain.services),
  Layer.provideMerge(VendorsDomain.services),
  Layer.provideMerge(TestServices)
)

/** A queued run of somebody with an active account at Notion. */
const queued = Effect.gen(function* () {
  const admin = yield* aSuperAdmin()
  const vendor = yield* aScimVendor()
  const account = vendor.add({ userName: "zoe.roe@acme.test" })
  const integrations = yield* Integrations
  yield* integrations
    .connectRevocationTarget({
      service_name: "Notion",
      protocol: "scim",
      base_url: vendor.baseUrl,
      token: vendor.token
    })
    .pipe(asCaller(admin))
  const offboardingId = yield* aCase(admin.orgId, { email: "zoe.roe@acme.test", apps: ["Notion"] })
  const revocations = yield* Revocations
  yield* revocations.start({ offboardingId }).pipe(asCaller(admin))
  return { account, admin, offboardingId, vendor }
})

/** A worker whose heartbeat is heard no more, as that of a process that is paused. */
const worker = ({ orgId }: Member) =>
  Effect.flatMap(RevocationRuns, (runs) => runs.settleScheduled(orgId)).pipe(
    Effect.provideService(RevocationLimits, { ...RevocationLimits.defaultValue(), heartbeat: "1 hour" }),
    Effect.provideService(VendorLimits, { ...VendorLimits.defaultValue(), verifyWaits: ["0 seconds"] })
  )

layer(Services)("the lease of a run", (it) => {
  // revocation-36
  it.effect(
    "a process that was paused past it between look-up and write sends nothing, while another has finished",
    function* () {
      const { account, admin, offboardingId, vendor } = yield* queued
      const asked = vendor.requests.length
      // The answer to the look-up, which shows an active account, is long on its way.
      vendor.behaviour.delayMilliseconds = 1500
      const paused = yield* Effect.forkChild(worker(admin), { startImmediately: true })
      yield* TestClock.withLive(until(Effect.sync(() => (vendor.requests.length > asked ? true : undefined))))
      vendor.behaviour.delayMilliseconds = 0
      yield* TestClock.adjust("13 seconds")
      yield* worker(admin)
      assert.strictEqual(vendor.writes(), 1)
      // The access is given back before the paused process goes on.
      vendor.setActive(account, true)
      yield* Fiber.join(paused)
      assert.strictEqual(vendor.writes(), 1)
      assert.isTrue(vendor.find(account)?.active)
      assert.deepStrictEqual(
        (yield* revocationEvents(offboardingId)).map(({ counts }) => counts),
        [{ revoked: 1, failed: 0, manualRequired: 0, skipped: 0 }]
      )
    }
  )

  it.effect("the heartbeat does not wait for a transaction of the run: that one renews the lease itself", function* () {
    const { admin } = yield* queued
    const db = yield* Db
    const repo = yield* RevocationRunsRepo
    const now = yield* TestClock.withLive(DateTime.now)
    const at = (seconds: number) => DateTime.add(now, { seconds })
    const name = "7b0e9c52-6a54-4f0e-9d0f-6b8f4d6c1a2e"
    const claims = (worker: string, moment: DateTime.Utc) =>
      repo.claim({
        orgId: admin.orgId,
        worker,
        now: moment,
        leasedUntil: DateTime.add(moment, { seconds: 12 }),
        limit: 1
      })
    const [run] = yield* claims(name, now)
    const holder = { orgId: admin.orgId, id: (yield* Effect.fromNullishOr(run)).id, worker: name }
    const isHeld = yield* Deferred.make<void>()
    const mayEnd = yield* Deferred.make<void>()
    const save = yield* Effect.gen(function* () {
      assert.isTrue(yield* repo.lock(holder, at(20)))
      yield* Deferred.succeed(isHeld, undefined)
      yield* Deferred.await(mayEnd)
    }).pipe(db.transact, asSystemCaller(admin.orgId), Effect.forkChild({ startImmediately: true }))
    yield* Deferred.await(isHeld)
    const beat = TestClock.withLive(Effect.timeoutOption(repo.renew(holder, at(16)), "5 seconds"))
    assert.deepStrictEqual(yield* beat, Option.some("busy"))
    yield* Deferred.succeed(mayEnd, undefined)
    yield* Fiber.join(save)
    // The lease is what the transaction made it.
    assert.lengthOf(yield* claims("00000000-0000-4000-8000-000000000002", at(19)), 0)
    assert.strictEqual(yield* repo.renew(holder, at(24)), "renewed")
    assert.lengthOf(yield* claims("00000000-0000-4000-8000-000000000002", at(23)), 0)
    assert.lengthOf(yield* claims("00000000-0000-4000-8000-000000000002", at(25)), 1)
    assert.strictEqual(yield* repo.renew(holder, at(60)), "lost")
    // Nobody's run remains for the next case.
    yield* systemSql`DELETE FROM revocation_runs WHERE org_id = ${admin.orgId}`
  })
})
