import { assert, describe, it } from "@effect/vitest"
import { WebhookEventName } from "@svc/contract/events"
import { ApiScope } from "@svc/contract/kernel/permissions"
import { WebhookPayload } from "@svc/contract/webhooks/payloads"
import { Schema } from "effect"
import { referenceOf } from "../../../packages/dashboard/reference.ts"

const { events, routes } = referenceOf()

describe("what pages show of the contract's documentation", () => {
  it("every route of the public API with its scope and what it does, and none of a scope is missing", () => {
    assert.deepStrictEqual(
      routes.filter(({ scope, summary }) => scope === "" || summary === ""),
      []
    )
    // Behind `mcp` and `compliance:read` is another protocol, which has its own documents.
    assert.sameMembers(
      [...new Set(routes.map(({ scope }) => scope))],
      ApiScope.literals.filter((scope) => scope !== "mcp" && scope !== "compliance:read")
    )
  })

  it("every event with when it is sent, and an example that a receiver can read", () => {
    assert.sameMembers(
      events.map(({ name }) => name),
      [...WebhookEventName.literals]
    )
    for (const { example, name, sentWhen } of events) {
      assert.notStrictEqual(sentWhen, "", name)
      assert.strictEqual(Schema.decodeUnknownSync(WebhookPayload)(example).event, name)
    }
  })
})
