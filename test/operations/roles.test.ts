import { assert, layer } from "#test/support/suite"
import { Effect, Schedule } from "effect"
import { Webhooks } from "#outgoing/webhooks/service"
import { aPlainReceiver } from "#test/support/plain-receiver"
import { aKey, asCaller, aSuperAdmin } from "#test/support/people"
import { aServiceProcess, type ServiceProcess } from "#test/support/service-process"
import { LiveServices, operatorToken } from "#test/support/TestApp"

const ask = (service: ServiceProcess, path: string, bearer = "", init: RequestInit = {}) =>
  Effect.promise(async () => {
    const response = await fetch(`${service.baseUrl}${path}`, {
      ...init,
      headers: { "content-type": "application/json", ...(bearer === "" ? {} : { authorization: `Bearer ${bearer}` }) }
    })
    return { status: response.status, text: await response.text() }
  })

/** The jobs of which a process has ended a round, by what it tells of itself. */
const jobsOf = (service: ServiceProcess) =>
  Effect.map(ask(service, "/metrics", operatorToken), ({ text }) =>
    [...new Set([...text.matchAll(/^job_runs_total\{job="([^"]+)"/gm)].map(([, job = ""]) => job))].toSorted()
  )

layer(LiveServices, { excludeTestServices: true, timeout: "120 seconds" })("ROLES", (it) => {
  // roles-1: A process does the parts that `ROLES` names and no other; without `http` it answers health, and metrics to
  //   the operator.
  it.effect(
    "one process answers and another delivers: each does its own part, and nothing of the other's",
    function* () {
      const receiver = yield* aPlainReceiver()
      const member = yield* aSuperAdmin()
      const key = yield* aKey(member)
      const webhooks = yield* Webhooks
      const events = ["offboarding.created" as const]
      yield* webhooks.create({ url: receiver.url, subscription: { _tag: "Events", events } }).pipe(asCaller(member))

      const front = yield* aServiceProcess({ ROLES: "http", OPERATOR_TOKEN: operatorToken })
      const created = yield* ask(front, "/api/v1/offboardings", key, {
        method: "POST",
        body: JSON.stringify({ employee_name: "Ada", employee_email: "ada@acme.test", exit_date: "2030-01-31" })
      })
      assert.strictEqual(created.status, 201, created.text)

      const back = yield* aServiceProcess({ ROLES: "revocations, deliveries", OPERATOR_TOKEN: operatorToken })
      yield* receiver.until(1)
      const expected = [
        "access-returns",
        "chat-messages",
        "mail-outbox",
        "outbox",
        "revocation-runs",
        "scheduled-revocations"
      ]
      yield* jobsOf(back).pipe(
        Effect.repeat({ schedule: Schedule.spaced("20 millis"), until: (jobs) => jobs.length >= expected.length + 3 })
      )
      assert.deepStrictEqual(
        yield* jobsOf(back),
        [...expected, "siem-deliveries", "sms-messages", "webhook-deliveries"].toSorted()
      )
      assert.deepStrictEqual(yield* jobsOf(front), [])

      for (const [path, status] of [
        ["/health", 200],
        ["/health/live", 200],
        ["/health/ready", 200],
        ["/metrics", 401],
        ["/api/v1/offboardings", 404],
        ["/scim/v2/Users", 404],
        ["/rpc", 404],
        ["/docs", 404],
        ["/", 404]
      ] as const) {
        assert.strictEqual((yield* ask(back, path)).status, status, path)
      }
      assert.match(back.log(), /"roles":"deliveries, revocations"/)
      assert.strictEqual(yield* back.stop("SIGTERM"), 0)
      assert.strictEqual(yield* front.stop("SIGTERM"), 0)
    }
  )
})
