import { assert, layer } from "#test/support/suite"
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { aCase, aPerson } from "#test/support/cases"
import { aKey, aSuperAdmin } from "#test/support/people"
import { TestApp } from "#test/support/TestApp"
import { scopes } from "./support.ts"

/** A client of the protocol's own authors, connected over a socket. */
const connected = Effect.fnUntraced(function* (key: string) {
  const { address } = yield* HttpServer.HttpServer
  const port = address._tag === "UnixPathAddress" ? 0 : address.port
  const transport = new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } }
  })
  const client = new Client({ name: "a-foreign-client", version: "1.0.0" })
  yield* Effect.acquireRelease(
    Effect.tryPromise(() => client.connect(transport)),
    () => Effect.promise(() => client.close())
  )
  return { client, transport }
})

layer(TestApp)("a client library that is not ours", (it) => {
  // assistants-5
  it.effect("connects, lists the tools, asks, proposes, is refused in sentences, and ends its session", function* () {
    const member = yield* aSuperAdmin()
    const person = yield* aPerson(member, "Grace Hopper")
    const { id } = yield* aCase(member)
    const { client, transport } = yield* connected(yield* aKey(member, scopes))
    assert.strictEqual(client.getServerVersion()?.name, "offboarding")
    assert.include(client.getInstructions() ?? "", "These tools change nothing")

    const { tools } = yield* Effect.promise(() => client.listTools())
    assert.strictEqual(tools.length, 11)
    for (const { annotations, inputSchema, name, outputSchema } of tools) {
      assert.strictEqual(annotations?.destructiveHint, false, name)
      assert.strictEqual(inputSchema.type, "object", name)
      assert.strictEqual(outputSchema?.["type"], "object", name)
    }

    const call = (name: string, given: Record<string, unknown>) =>
      Effect.promise(() => client.callTool({ name, arguments: given }))
    assert.include(JSON.stringify(yield* call("find_person", { query: "grace" })), person.id)
    assert.include(JSON.stringify(yield* call("explain_gate", { offboarding_id: id })), "asset_confirmation")
    const proposed = yield* call("propose_offboarding", {
      employee_id: person.id,
      exit_date: "2026-04-30",
      no_apps: true
    })
    assert.include(JSON.stringify(proposed), "pending a person's approval")
    const refused = yield* call("propose_revocation", { offboarding_id: id })
    assert.strictEqual(refused.isError, true)
    const bad = yield* call("get_offboarding", { offboarding_id: "x" })
    assert.include(JSON.stringify(bad), "must be a UUID")
    assert.strictEqual(bad.isError, true)
    yield* Effect.promise(() => transport.terminateSession())
    assert.strictEqual(transport.sessionId, undefined)
  })

  it.effect("is not let in with a key that is none", function* () {
    const failed = yield* Effect.flip(connected(`svc_live_${"0".repeat(32)}`))
    assert.match(String(failed.cause), /401|Invalid or unauthorized/)
  })
})
