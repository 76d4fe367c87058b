import { NodeHttpServer } from "@effect/platform-node"
import { EmployeesApi } from "@svc/contract/employees/api"
import { publicSurface } from "@svc/contract/kernel/surfaces"
import { Effect, Layer } from "effect"
import { HttpRouter } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { ApiKeys } from "#organisation/api-keys/service"
import * as EmployeesDomain from "#work/employees/index"
import { middlewares } from "#test/support/middlewares"
import { TestServices } from "#test/support/TestApp"
import { asCaller, type Member } from "#test/support/people"

/** The domain's routes on a real socket, behind the real doors. */
export const EmployeesSurface = HttpRouter.serve(
  HttpApiBuilder.layer(publicSurface.add(EmployeesApi)).pipe(
    Layer.provide(EmployeesDomain.http),
    Layer.provide(middlewares)
  ),
  { disableLogger: true, disableListenLog: true }
).pipe(Layer.provideMerge(NodeHttpServer.layerTest), Layer.provideMerge(TestServices))

/** A key of the member's organisation that may list employees. */
export const aReader = Effect.fnUntraced(function* (member: Member) {
  const apiKeys = yield* ApiKeys
  const key = yield* asCaller(member)(apiKeys.create({ name: "Reader", scopes: ["employees:read"], expires_at: null }))
  return { ...member, key: key.raw_key }
})
export type Reader = Effect.Success<ReturnType<typeof aReader>>
