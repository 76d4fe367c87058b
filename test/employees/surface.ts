import { NodeHttpServer } from "@effect/platform-node"
import { EmployeesApi } from "@svc/contract/employees/api"
import { ApiAccess, ApiKeyAuth, Caller, Decoding } from "@svc/contract/kernel/access"
import { ApiKeyInvalid, InvalidRequest } from "@svc/contract/kernel/errors"
import { publicSurface } from "@svc/contract/kernel/surfaces"
import { Effect, Layer, Redacted } from "effect"
import { HttpClient, HttpClientRequest, HttpRouter } from "effect/http"
import { HttpApiBuilder, HttpApiMiddleware } from "effect/http-api"
import * as EmployeesDomain from "#employees/index"
import { asCaller, type Member, TestServices } from "../support/TestApp.ts"

/** Members by the token they send. Who may come in at all is tested where the shared middlewares are. */
const members = new Map<string, Member>()

const Doors = Layer.mergeAll(
  Layer.succeed(ApiKeyAuth, {
    bearer: (httpEffect, { credential }) => {
      const member = members.get(Redacted.value(credential))
      return member === undefined
        ? Effect.fail(new ApiKeyInvalid())
        : Effect.flatMap(asCaller(member)(Caller), (caller) => Effect.provideService(httpEffect, Caller, caller))
    }
  }),
  Layer.succeed(ApiAccess, (httpEffect) => httpEffect),
  HttpApiMiddleware.layerSchemaErrorTransform(Decoding, ({ cause }) =>
    Effect.fail(new InvalidRequest({ error: cause.message }))
  )
)

/** The domain's routes on a real socket, with its services beneath. */
export const EmployeesSurface = HttpRouter.serve(
  HttpApiBuilder.layer(publicSurface.add(EmployeesApi)).pipe(Layer.provide(EmployeesDomain.http), Layer.provide(Doors)),
  { disableLogger: true, disableListenLog: true }
).pipe(
  Layer.provideMerge(NodeHttpServer.layerTest),
  Layer.provideMerge(EmployeesDomain.services.pipe(Layer.provideMerge(TestServices)))
)

/** Reads a path as this member; answers the exact status and body. */
export const get = Effect.fnUntraced(function* (member: Member, path: string) {
  members.set(member.userId, member)
  const client = yield* HttpClient.HttpClient
  const response = yield* client.execute(
    HttpClientRequest.get(path).pipe(HttpClientRequest.bearerToken(member.userId))
  )
  return { status: response.status, body: yield* response.json }
})
