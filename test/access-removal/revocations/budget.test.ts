import { assert, layer } from "#test/support/suite"
import { Context, DateTime, type Duration, Effect, Fiber, Layer, Option, Queue } from "effect"
import { TestClock } from "effect/testing"
import * as RevocationsDomain from "#access-removal/revocations/index"
import { RevocationRuns } from "#access-removal/revocations/runs"
import { VendorUnanswered } from "#connections/vendors/protocol/connector"
import type { Revoker } from "#connections/vendors/protocol/revoker"
import { VendorRegistry } from "#connections/vendors/vendor-registry"
import { VendorLimits } from "#connections/vendors/protocol/limits"
import { revoked } from "#connections/vendors/protocol/outcome"
import { aSuperAdmin } from "#test/support/people"
import { entriesOf } from "#test/support/log"
import { lastResults } from "./carrying-out.ts"
import { aCase, connect, revocationEvents, RevocationsSurface, send } from "./support.ts"

const names = Array.from({ length: 20 }, (_, index) => `App ${String(index + 1).padStart(2, "0")}`)

/** One call of a vendor that needs so long: cut off at the limit of a call, as the client does. */
const aCallOf = (duration: Duration.Input) =>
  Effect.gen(function* () {
    const { call } = yield* VendorLimits
    yield* Effect.timeoutOrElse(Effect.sleep(duration), {
      duration: call,
      orElse: () => Effect.fail(new VendorUnanswered({ message: "The app did not answer in time" }))
    })
  })

/**
 * Vendors that need 25 and 35 seconds by turns; the eighteenth goes on with call after call. Each tells that it was
 * called, so that the clock moves only then.
 */
const slowVendors = Effect.gen(function* () {
  const called = yield* Queue.unbounded<string>()
  const revoker: Revoker = {
    vendors: [],
    plan: () => [],
    effects: () => [],
    survives: () => [],
    undo: () => null,
    usernameOf: () => null,
    prove: () => Effect.succeed({}),
    recheck: () => Effect.succeed({ standing: "unknown", account: null }),
    revoke: Effect.fn(function* (_calls, { serviceName }) {
      yield* Queue.offer(called, serviceName)
      const index = names.indexOf(serviceName)
      const calls = index === 17 ? 10 : 1
      for (let call = 0; call < calls; call++)
        yield* aCallOf(index === 17 ? "29 seconds" : index % 2 ? "35 seconds" : "25 seconds")
      return revoked("Access is revoked", { verified: true })
    })
  }
  return { called, layer: Layer.succeed(VendorRegistry, { find: () => Option.some(revoker) }) }
})

layer(RevocationsSurface)("twenty slow apps", (it) => {
  // revocation-8: A call to a vendor has 30 seconds, no app is begun after 8 minutes, and what still goes on is stopped
  //   at 10.
  it.effect(
    "each call ends at 30 seconds, no app is begun after 8 minutes, and what still goes on is stopped at 10 minutes",
    function* () {
      const admin = yield* aSuperAdmin()
      for (const service_name of names) {
        yield* connect(admin, { service_name, protocol: "webhook", base_url: "http://127.0.0.1:9/", token: "token" })
      }
      const offboardingId = yield* aCase(admin.orgId, { apps: names })
      yield* send(admin, "POST", "/api/revoke-access", { offboardingId })
      const vendors = yield* slowVendors
      const process = yield* Layer.build(Layer.fresh(RevocationsDomain.services).pipe(Layer.provide(vendors.layer)))
      const began = yield* DateTime.now
      const sinceStart = Effect.map(DateTime.now, (now) => (now.epochMilliseconds - began.epochMilliseconds) / 1000)
      const run = yield* Effect.forkChild(Context.get(process, RevocationRuns).settleScheduled(admin.orgId))
      const beginnings: Array<number> = []
      for (let index = 0; index < 18; index++) {
        assert.strictEqual(yield* Queue.take(vendors.called), names[index])
        beginnings.push(yield* sinceStart)
        if (index < 17) yield* TestClock.adjust(index % 2 ? "30 seconds" : "25 seconds")
      }
      assert.deepStrictEqual(beginnings.slice(-2), [440, 465])
      yield* TestClock.adjust("134 seconds")
      assert.lengthOf(yield* revocationEvents(offboardingId), 0)
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(run)
      assert.strictEqual(yield* sinceStart, 600)

      const results = yield* lastResults(offboardingId)
      assert.deepStrictEqual(
        results.map(({ outcome, service }) => [service, outcome]),
        names.map((name, index) => [name, index === 17 ? "stopped" : index > 17 || index % 2 ? "failed" : "revoked"])
      )
      assert.strictEqual(results[1]?.message, "The app did not answer in time")
      assert.strictEqual(results[17]?.message, "Stopped: the run reached its time limit before the app answered")
      for (const index of [18, 19]) {
        assert.strictEqual(results[index]?.message, "Not attempted: the run reached its time limit")
      }
      const [event, ...more] = yield* revocationEvents(offboardingId)
      assert.lengthOf(more, 0)
      assert.deepStrictEqual(event?.counts, { revoked: 9, failed: 11, manualRequired: 0, skipped: 0 })
      assert.lengthOf(yield* entriesOf(admin.orgId, { action: "access_revoked" }), 1)
      assert.strictEqual(yield* Queue.size(vendors.called), 0)
    }
  )
})
