import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { ApiKeys } from "#organisation/api-keys/service"
import { randomUUID } from "node:crypto"
import { aServiceProcess } from "#test/support/service-process"
import { LiveServices, TestApp } from "#test/support/TestApp"
import { aKey, asCaller, aSuperAdmin, type Member } from "#test/support/people"
import { send } from "#test/support/requests"
import { systemSql } from "#test/support/tables"

const usageOf = Effect.fnUntraced(function* (member: Member) {
  const apiKeys = yield* ApiKeys
  return (yield* apiKeys.list.pipe(asCaller(member)))[0]?.usage
})

layer(TestApp)("the calls of a key, whatever answers them", (it) => {
  // keys-21
  it.effect("errors7d counts 400, 402, 403, 404, 413 and 429; lastStatus is that of the latest", function* () {
    const member = yield* aSuperAdmin()
    const bearer = yield* aKey(member, ["offboardings:read", "offboardings:write"])
    const call = Effect.fnUntraced(function* (expected: number, method: "GET" | "POST", path: string, body?: unknown) {
      const { status } = yield* send(method, `/api/v1/${path}`, { bearer, ...(body === undefined ? {} : { body }) })
      assert.deepStrictEqual([path, status], [path, expected])
      assert.strictEqual((yield* usageOf(member))?.lastStatus, expected)
    })
    yield* call(200, "GET", "offboardings")
    yield* call(400, "GET", "offboardings?limit=0")
    yield* call(400, "POST", "offboardings", {})
    yield* call(403, "GET", "employees")
    yield* call(404, "GET", `offboardings/${randomUUID()}`)
    yield* call(413, "POST", "offboardings", { employee_name: "x".repeat(1_100_000), exit_date: "2026-04-30" })
    yield* call(201, "POST", "offboardings", { employee_name: "Ada", exit_date: "2026-04-30" })
    yield* systemSql`UPDATE organisations SET plan_status = 'canceled' WHERE id = ${member.orgId}`
    yield* call(402, "POST", "offboardings", { employee_name: "Eve", exit_date: "2026-04-30" })
    yield* Effect.replicateEffect(
      Effect.suspend(() => send("GET", "/api/v1/offboardings", { bearer })),
      112,
      { concurrency: 16, discard: true }
    )
    yield* call(429, "GET", "offboardings")
    assert.deepStrictEqual(yield* usageOf(member), {
      calls7d: [0, 0, 0, 0, 0, 0, 121],
      callsTotal7d: 121,
      errors7d: 7,
      lastStatus: 429,
      lastSeenFrom: "127.0.0.0/24"
    })
  })
})

layer(LiveServices, { excludeTestServices: true })("usage over the end of a process", (it) => {
  // keys-24
  it.effect("SIGTERM: what was counted and not yet written is written before the exit", function* () {
    const member = yield* aSuperAdmin()
    const key = yield* aKey(member)
    const service = yield* aServiceProcess()
    const call = Effect.promise(() =>
      fetch(`${service.baseUrl}/api/v1/employees`, { headers: { authorization: `Bearer ${key}` } }).then(
        ({ status }) => status
      )
    )
    const statuses = yield* Effect.replicateEffect(call, 25, { concurrency: 5 })
    assert.deepStrictEqual([...new Set(statuses)], [200])
    assert.strictEqual(yield* service.stop("SIGTERM"), 0)
    assert.deepInclude(yield* usageOf(member), { callsTotal7d: 25, errors7d: 0, lastStatus: 200 })
  })
})
