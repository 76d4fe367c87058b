import type { ApiScope } from "@svc/contract/kernel/permissions"
import { Effect, Schema } from "effect"
import { aKey, type Member } from "#test/support/people"
import { send } from "#test/support/requests"

/** What a key for an assistant needs to read everything, and nothing to write with. */
export const scopes: ReadonlyArray<ApiScope> = ["mcp", "offboardings:read", "employees:read", "compliance:read"]

const both = { accept: "application/json, text/event-stream" }

/** One message to `/mcp`, as a client of the transport sends it. */
export const post = (key: string | undefined, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  send("POST", "/mcp", { ...(key === undefined ? {} : { bearer: key }), body, headers: { ...both, ...headers } })

export const initialize = (more: Readonly<Record<string, unknown>> = {}) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "Acme Assistant", version: "1.2.3" },
    ...more
  }
})

export const calling = (name: string, args: unknown = {}, id = 2) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: args }
})

const Answer = Schema.Struct({
  error: Schema.optionalKey(Schema.Struct({ code: Schema.Int, message: Schema.String })),
  result: Schema.optionalKey(
    Schema.Struct({
      isError: Schema.optionalKey(Schema.Boolean),
      content: Schema.optionalKey(Schema.Array(Schema.Struct({ type: Schema.String, text: Schema.String }))),
      structuredContent: Schema.optionalKey(Schema.Struct({ notice: Schema.String, data: Schema.Json }))
    })
  )
})
const readAnswer = Schema.decodeUnknownEffect(Answer)

/** A client that has begun a session. */
export const aClientWith = Effect.fnUntraced(function* (key: string, more: Readonly<Record<string, unknown>> = {}) {
  const begun = yield* post(key, initialize(more))
  const session = begun.headers["mcp-session-id"]
  if (session === undefined) return yield* Effect.die(`No session began: ${begun.status} ${begun.text}`)
  const headers = { "mcp-session-id": session, "mcp-protocol-version": "2025-06-18" }
  const ask = (body: unknown) => post(key, body, headers)
  const call = Effect.fnUntraced(function* (tool: string, args: unknown = {}) {
    const sent = yield* ask(calling(tool, args))
    const { error, result } = yield* readAnswer(sent.body)
    return {
      status: sent.status,
      /** The error of the protocol, for what never came to a tool. */
      protocolError: error?.message ?? null,
      /** The sentence of a tool that refused. */
      refusal: result?.isError === true ? (result.content?.[0]?.text ?? "") : null,
      notice: result?.structuredContent?.notice ?? null,
      data: result?.structuredContent?.data ?? null,
      text: result?.content?.[0]?.text ?? ""
    }
  })
  return { key, session, headers, ask, call }
})

/** The same with a key of the member's organisation. */
export const aClient = (member: Member, scoped: ReadonlyArray<ApiScope> = scopes) =>
  Effect.flatMap(aKey(member, scoped), (key) => aClientWith(key))

const Listed = Schema.Struct({
  result: Schema.Struct({
    tools: Schema.Array(
      Schema.Struct({
        name: Schema.String,
        annotations: Schema.Struct({
          readOnlyHint: Schema.Boolean,
          destructiveHint: Schema.Boolean,
          idempotentHint: Schema.Boolean,
          openWorldHint: Schema.Boolean
        })
      })
    )
  })
})
export const readTools = Schema.decodeUnknownEffect(Listed)

const ProposalData = Schema.Struct({ proposal_id: Schema.String, plan_sha256: Schema.String, state: Schema.String })
export const readProposal = Schema.decodeUnknownEffect(ProposalData)
