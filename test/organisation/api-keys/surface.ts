import { NodeHttpServer } from "@effect/platform-node"
import { ApiKeysApi } from "@svc/contract/api-keys/api"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect, Layer } from "effect"
import { HttpClient, HttpClientRequest, HttpRouter } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import * as ApiKeysDomain from "#organisation/api-keys/index"
import { middlewares } from "#test/support/middlewares"
import { TestServices } from "#test/support/TestApp"
import { aSession, type Member } from "#test/support/people"

/** The domain's services and its job, on a database of their own. */
export const ApiKeysServices = ApiKeysDomain.loops.pipe(Layer.provideMerge(TestServices))

/** The domain's routes on a real socket, behind the real doors. */
export const ApiKeysSurface = HttpRouter.serve(
  HttpApiBuilder.layer(appSurface.add(ApiKeysApi)).pipe(Layer.provide(ApiKeysDomain.http), Layer.provide(middlewares)),
  { disableLogger: true, disableListenLog: true }
).pipe(Layer.provideMerge(NodeHttpServer.layerTest), Layer.provideMerge(ApiKeysServices))

const request = (steppedUp: boolean) =>
  Effect.fnUntraced(function* (member: Member, method: "GET" | "POST" | "DELETE", path: string, body?: unknown) {
    const client = yield* HttpClient.HttpClient
    const bare = HttpClientRequest.make(method)(path).pipe(
      HttpClientRequest.bearerToken(yield* aSession(member, { steppedUp }))
    )
    const response = yield* client.execute(body === undefined ? bare : HttpClientRequest.bodyJsonUnsafe(bare, body))
    return { status: response.status, body: yield* response.json }
  })

/** Sends a request in a session of this member that is stepped up; answers the exact status and body. */
export const send = request(true)

/** The same in a session that is only signed in. */
export const sendSignedIn = request(false)
