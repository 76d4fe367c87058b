import { assert } from "@effect/vitest"
import { ApiKey, CreatedApiKey, RotatedApiKey } from "@svc/contract/api-keys/schema"
import { Effect, Option, Redacted, Schema } from "effect"
import { ApiKeys } from "#organisation/api-keys/service"
import { type Member } from "#test/support/people"
import { as } from "#test/support/requests"

export const decodeCreated = Schema.decodeUnknownEffect(Schema.toCodecJson(CreatedApiKey))
export const decodeRotated = Schema.decodeUnknownEffect(Schema.toCodecJson(RotatedApiKey))
const decodeList = Schema.decodeUnknownEffect(Schema.toCodecJson(Schema.Array(ApiKey)))

export const newKey = { name: "CI", scopes: ["employees:read"], expires_at: null }

export const aKey = Effect.fnUntraced(function* (member: Member, fields: object = {}) {
  const { body, status } = yield* as(member).post("/api/keys", { ...newKey, ...fields })
  assert.strictEqual(status, 201)
  return yield* decodeCreated(body)
})

export const list = (member: Member) => Effect.flatMap(as(member).get("/api/keys"), ({ body }) => decodeList(body))

export const works = Effect.fnUntraced(function* (key: string) {
  const apiKeys = yield* ApiKeys
  return Option.isSome(yield* apiKeys.authenticate(Redacted.make(key)))
})
