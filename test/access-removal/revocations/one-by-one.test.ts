import { assert, layer } from "#test/support/suite"
import { Context, Effect, Layer, Option, Ref } from "effect"
import * as RevocationsDomain from "#access-removal/revocations/index"
import { RevocationRuns } from "#access-removal/revocations/runs"
import { Revocations } from "#access-removal/revocations/service"
import type { Revoker } from "#connections/vendors/protocol/revoker"
import { VendorRegistry } from "#connections/vendors/vendor-registry"
import { revoked } from "#connections/vendors/protocol/outcome"
import { TestApp } from "#test/support/TestApp"
import { aSession, aSuperAdmin } from "#test/support/people"
import { send as sendHttp, withStatus } from "#test/support/requests"
import { aReceiver, carryOut } from "./carrying-out.ts"
import { aCase, connect, revocationEvents, RevocationsSurface, send } from "./support.ts"

/** Vendors that tell how many of them are called at the same time, and in which order. */
const countedVendors = Effect.gen(function* () {
  const underWay = yield* Ref.make(0)
  const most = yield* Ref.make(0)
  const order = yield* Ref.make<ReadonlyArray<string>>([])
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
      const now = yield* Ref.updateAndGet(underWay, (count) => count + 1)
      yield* Ref.update(most, (count) => Math.max(count, now))
      yield* Ref.update(order, (names) => [...names, serviceName])
      for (let turn = 0; turn < 20; turn++) yield* Effect.yieldNow
      yield* Ref.update(underWay, (count) => count - 1)
      return revoked("Access is revoked", { verified: true })
    })
  }
  return { most, order, layer: Layer.succeed(VendorRegistry, { find: () => Option.some(revoker) }) }
})

layer(RevocationsSurface)("the apps of a run", (it) => {
  // revocation-7: Apps are revoked one at a time.
  it.effect("are revoked one at a time, each of them once, however many workers carry the run out", function* () {
    const admin = yield* aSuperAdmin()
    const names = ["App 1", "App 2", "App 3", "App 4", "App 5"]
    for (const service_name of names) {
      yield* connect(admin, { service_name, protocol: "webhook", base_url: "http://127.0.0.1:9/", token: "token" })
    }
    const offboardingId = yield* aCase(admin.orgId, { apps: names })
    yield* send(admin, "POST", "/api/revoke-access", { offboardingId })
    const vendors = yield* countedVendors
    const workers = yield* Effect.forEach([1, 2, 3], () =>
      Layer.build(Layer.fresh(RevocationsDomain.services).pipe(Layer.provide(vendors.layer)))
    )
    yield* Effect.forEach(workers, (worker) => Context.get(worker, RevocationRuns).settleScheduled(admin.orgId), {
      concurrency: "unbounded"
    })
    assert.strictEqual(yield* Ref.get(vendors.most), 1)
    assert.deepStrictEqual(yield* Ref.get(vendors.order), names)
    assert.lengthOf(yield* revocationEvents(offboardingId), 1)
  })
})

layer(TestApp)("PATCH /api/employees/{id}/status and revocation", (it) => {
  // revocation-6: Moving a stage revokes nothing by itself.
  it.status(200, "moving a stage revokes nothing by itself", function* () {
    const admin = yield* aSuperAdmin()
    const bearer = yield* aSession(admin)
    const vendor = yield* aReceiver
    const locks = { service_name: "Locks", protocol: "webhook", base_url: vendor.url, token: "t" }
    yield* sendHttp("POST", "/api/integrations/saas-revocation/connect", { bearer, body: locks })
    const made = yield* sendHttp("POST", "/api/employees", {
      bearer,
      body: {
        employee_name: "Ann Lee",
        employee_email: "ann.lee@acme.test",
        exit_date: "2030-03-31",
        apps_to_revoke: ["Locks"]
      }
    })
    assert.strictEqual(made.status, 201, made.text)
    const { id } = Object(made.body)
    for (const status of ["notice_period", "it_revocation", "pending", "it_revocation"]) {
      yield* withStatus(200, sendHttp("PATCH", `/api/employees/${id}/status`, { bearer, body: { status } }))
      yield* Revocations.use((revocations) => revocations.queueDue(admin.orgId))
      yield* carryOut(admin.orgId)
    }
    assert.lengthOf(vendor.requests, 0)
    const runs = yield* sendHttp("GET", `/api/employees/${id}/revocation-runs`, { bearer })
    assert.deepInclude(runs.body, { total: 0 })
  })
})
