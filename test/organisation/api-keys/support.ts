import { NodeHttpServer } from "@effect/platform-node"
import { ApiKeysApi } from "@svc/contract/api-keys/api"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect, Layer, Option, Redacted, Schema } from "effect"
import { HttpRouter } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import * as ApiKeysDomain from "#organisation/api-keys/index"
import { middlewares } from "#test/support/middlewares"
import { TestServices } from "#test/support/TestApp"
import { ApiKey, CreatedApiKey, RotatedApiKey } from "@svc/contract/api-keys/schema"
import { ApiKeys } from "#organisation/api-keys/service"
import { type Member } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"

/** The domain's services and its job, on a database of their own. */
export const ApiKeysServices = ApiKeysDomain.loops.pipe(Layer.provideMerge(TestServices))

/** The domain's routes on a real socket, behind the real doors. */
export const ApiKeysSurface = HttpRouter.serve(
  HttpApiBuilder.layer(appSurface.add(ApiKeysApi)).pipe(Layer.provide(ApiKeysDomain.http), Layer.provide(middlewares)),
  { disableLogger: true, disableListenLog: true }
).pipe(Layer.provideMerge(NodeHttpServer.layerTest), Layer.provideMerge(ApiKeysServices))

export const decodeCreated = Schema.decodeUnknownEffect(Schema.toCodecJson(CreatedApiKey))
export const decodeRotated = Schema.decodeUnknownEffect(Schema.toCodecJson(RotatedApiKey))
const decodeList = Schema.decodeUnknownEffect(Schema.toCodecJson(Schema.Array(ApiKey)))

export const newKey = { name: "CI", scopes: ["employees:read"], expires_at: null }

export const aKey = Effect.fnUntraced(function* (member: Member, fields: object = {}) {
  const { body } = yield* withStatus(201, as(member).post("/api/keys", { ...newKey, ...fields }))
  return yield* decodeCreated(body)
})

export const list = (member: Member) => Effect.flatMap(as(member).get("/api/keys"), ({ body }) => decodeList(body))

export const works = Effect.fnUntraced(function* (key: string) {
  const apiKeys = yield* ApiKeys
  return Option.isSome(yield* apiKeys.authenticate(Redacted.make(key)))
})
