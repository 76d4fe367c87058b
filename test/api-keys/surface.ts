import { NodeHttpServer } from "@effect/platform-node"
import { ApiKeysApi } from "@svc/contract/api-keys/api"
import { Access, Caller, Decoding, SessionAuth } from "@svc/contract/kernel/access"
import { InvalidRequest, Unauthenticated } from "@svc/contract/kernel/errors"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect, Layer, Redacted } from "effect"
import { HttpClient, HttpClientRequest, HttpRouter } from "effect/http"
import { HttpApiBuilder, HttpApiMiddleware } from "effect/http-api"
import * as ApiKeysDomain from "#api-keys/index"
import { asCaller, type Member, TestServices } from "../support/TestApp.ts"

/** Members by the token they send. Who may come in at all is tested where the shared middlewares are. */
const members = new Map<string, Member>()

const Doors = Layer.mergeAll(
  Layer.sync(SessionAuth, () => {
    const enter: SessionAuth["Service"]["bearer"] = (httpEffect, { credential }) => {
      const member = members.get(Redacted.value(credential))
      return member === undefined
        ? Effect.fail(new Unauthenticated())
        : Effect.flatMap(asCaller(member)(Caller), (caller) => Effect.provideService(httpEffect, Caller, caller))
    }
    return SessionAuth.of({ cookie: enter, bearer: enter })
  }),
  Layer.succeed(Access, (httpEffect) => httpEffect),
  HttpApiMiddleware.layerSchemaErrorTransform(Decoding, ({ cause }) =>
    Effect.fail(new InvalidRequest({ error: cause.message }))
  )
)

/** The domain's services and its job, on a database of their own. */
export const ApiKeysServices = ApiKeysDomain.loops.pipe(
  Layer.provideMerge(ApiKeysDomain.services),
  Layer.provideMerge(TestServices)
)

/** The domain's routes on a real socket, with its services beneath. */
export const ApiKeysSurface = HttpRouter.serve(
  HttpApiBuilder.layer(appSurface.add(ApiKeysApi)).pipe(Layer.provide(ApiKeysDomain.http), Layer.provide(Doors)),
  { disableLogger: true, disableListenLog: true }
).pipe(Layer.provideMerge(NodeHttpServer.layerTest), Layer.provideMerge(ApiKeysServices))

/** Sends a request as this member; answers the exact status and body. */
export const send = Effect.fnUntraced(function* (
  member: Member,
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: unknown
) {
  members.set(member.userId, member)
  const client = yield* HttpClient.HttpClient
  const request = HttpClientRequest.make(method)(path).pipe(HttpClientRequest.bearerToken(member.userId))
  const response = yield* client.execute(
    body === undefined ? request : HttpClientRequest.bodyJsonUnsafe(request, body)
  )
  return { status: response.status, body: yield* response.json }
})
