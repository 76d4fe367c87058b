import { assert, layer } from "#test/support/suite"
import { Effect, Fiber, Schedule } from "effect"
import { startScimVendor } from "#test/support/scim-vendor"
import { aServiceProcess } from "#test/support/service-process"
import { LiveServices } from "#test/support/TestApp"
import { aSession, aSuperAdmin } from "#test/support/people"

layer(LiveServices, { excludeTestServices: true })("stopping the service", (it) => {
  it.effect("SIGTERM: the request in flight is answered, new connections are refused, the exit is clean", function* () {
    const vendor = yield* Effect.acquireRelease(
      Effect.promise(() => startScimVendor()),
      (started) => Effect.promise(() => started.close())
    )
    vendor.behaviour.delayMilliseconds = 1500
    const bearer = yield* aSession(yield* aSuperAdmin())
    const service = yield* aServiceProcess()
    const connect = Effect.promise(() =>
      fetch(`${service.baseUrl}/api/integrations/saas-revocation/connect`, {
        method: "POST",
        headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
        body: JSON.stringify({
          service_name: "crm",
          protocol: "scim",
          base_url: vendor.baseUrl,
          token: vendor.token
        })
      })
    )
    const inFlight = yield* Effect.forkChild(connect)
    yield* Effect.suspend(() => (vendor.requests.length > 0 ? Effect.void : Effect.fail("not yet" as const))).pipe(
      Effect.retry(Schedule.spaced("10 millis")),
      Effect.orDie
    )
    const stopped = yield* Effect.forkChild(service.stop("SIGTERM"))
    assert.strictEqual((yield* Fiber.join(inFlight)).status, 201)
    assert.strictEqual(yield* Fiber.join(stopped), 0)
    const refused = yield* Effect.exit(Effect.tryPromise(() => fetch(`${service.baseUrl}/health/live`)))
    assert.strictEqual(refused._tag, "Failure")
  })

  // start-14: At a stop readiness fails first, and requests are served for `SHUTDOWN_DELAY`.
  it.effect(
    "SHUTDOWN_DELAY: readiness fails at once, requests are still answered, and a second signal ends the wait",
    function* () {
      const service = yield* aServiceProcess({ SHUTDOWN_DELAY: "600" })
      const ready = Effect.promise(() => fetch(`${service.baseUrl}/health/ready`))
      assert.strictEqual((yield* ready).status, 200)
      const stopping = yield* Effect.forkChild(service.stop("SIGTERM"), { startImmediately: true })
      const unready = yield* ready.pipe(Effect.repeat({ until: ({ status }) => status === 503 }))
      assert.deepStrictEqual(yield* Effect.promise(() => unready.json()), {
        status: "unavailable",
        reason: "shutting down"
      })
      const alive = yield* Effect.promise(() => fetch(`${service.baseUrl}/health/live`))
      assert.deepStrictEqual([alive.status, alive.headers.get("connection")], [200, "close"])
      yield* Effect.forkChild(service.stop("SIGTERM"))
      assert.strictEqual(yield* Fiber.join(stopping), 0)
    }
  )
})
