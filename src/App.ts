import { AppApi } from "@svc/contract/app-api"
import { servedAt } from "@svc/contract/kernel/openapi"
import { McpSurface } from "@svc/contract/mcp/api"
import { OperatorRpcs } from "@svc/contract/operator-rpcs"
import { PublicApi } from "@svc/contract/public-api"
import { CompatOnly } from "@svc/contract/scim/access"
import { ScimApi } from "@svc/contract/scim-api"
import { ByteSize, Context, Effect, Layer, Scope } from "effect"
import { HttpIncomingMessage, HttpRouter, HttpServer } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { RpcSerialization, RpcServer } from "effect/rpc"
import * as Platform from "#platform/index"
import * as Access from "#access/index"
import { OperatorAuthLayer, operatorOnly } from "#access/operator"
import { operatorBounds } from "#access/operator-call"
import * as Audit from "#audit/index"
import * as Outgoing from "#outgoing/index"
import * as Connections from "#connections/index"
import * as Work from "#work/index"
import * as AccessRemoval from "#access-removal/index"
import * as Offboarding from "#offboarding/index"
import * as Organisation from "#organisation/index"
import * as Evidence from "#evidence/index"
import * as Reports from "#reports/index"
import * as Exports from "#exports/index"
import * as Erasure from "#erasure/index"
import * as Operations from "#operations/index"
import { AppConfig } from "#platform/config/config"
import { apiReference } from "#platform/http/api-reference"
import { Draining, healthPaths, healthRoutes } from "#platform/http/health"
import { httpFloor } from "#platform/http/floor"
import { forwarded } from "#platform/http/forwarded"
import { transportSecurity } from "#platform/http/transport-security"
import { carriedOf, handlersCarrying } from "#platform/http/carried-services"
import { middlewaresOf, routesOf, unknownRoutes } from "#platform/http/unknown-routes"
import { RateLimits } from "#access/rate-limits"
import { CalendarFeeds } from "#offboarding/calendar-feeds/service"
import { Portal } from "#offboarding/portal/service"
import { AuditorRoom } from "#evidence/leaver-test/room"
import { DedicatedConnection, ReadSql, SystemSql } from "#platform/database/db"
import { Files } from "#platform/files/files"
import { JobHold } from "#platform/jobs/hold"
import { metricsRoute } from "#platform/http/metrics-route"
import { noteRoute } from "#platform/observability/request-record"

/** The services of all modules, from the top down; each is built on those after it. */
export const Services = Erasure.services.pipe(
  Layer.provideMerge(Exports.services),
  Layer.provideMerge(Reports.services),
  Layer.provideMerge(Evidence.services),
  Layer.provideMerge(Organisation.services),
  Layer.provideMerge(Offboarding.services),
  Layer.provideMerge(Organisation.departures),
  Layer.provideMerge(Work.signing),
  Layer.provideMerge(AccessRemoval.services),
  Layer.provideMerge(Work.services),
  Layer.provideMerge(Connections.services),
  Layer.provideMerge(Outgoing.services),
  Layer.provideMerge(Audit.services),
  Layer.provideMerge(Access.services),
  Layer.provideMerge(Platform.services)
)

/** All our references: a layer may set them, and a request read them (`test/architecture.test.ts`). */
export const references = new Set([
  "svc/access/OperatorCall",
  "svc/access/SessionCredential",
  "svc/accounts/HashBounds",
  "svc/accounts/HashCost",
  "svc/accounts/SignOutAddress",
  "svc/google-sign-in/ProviderPatience",
  "svc/platform/AnswerCall",
  "svc/platform/CausedBy",
  "svc/platform/CurrentJob",
  "svc/platform/CurrentLease",
  "svc/platform/CurrentRequest",
  "svc/platform/Dashboard",
  "svc/platform/ReadFrom",
  "svc/residual-access/ResidualAccessLimits",
  "svc/left-behind/LeftBehindLimits",
  "svc/entitlements/EntitlementLimits",
  "svc/access-returns/AccessReturnLimits",
  "svc/revocations/RevocationLimits",
  "svc/scim/CurrentMode",
  "svc/scim/ServedRequest",
  "svc/vendors/GoogleClient",
  "svc/vendors/VendorLimits"
])

/** The handlers of every group with their middleware; a missing one does not compile where its API is served. */
const Handlers = Layer.mergeAll(
  Audit.http,
  Outgoing.http,
  Connections.http,
  Work.http,
  AccessRemoval.http,
  Offboarding.http,
  Organisation.http,
  Evidence.http,
  Reports.http,
  Exports.http,
  Erasure.http
).pipe(
  handlersCarrying(
    new Set([
      ...references,
      ...middlewaresOf(PublicApi),
      ...middlewaresOf(AppApi),
      ...middlewaresOf(ScimApi),
      ...middlewaresOf(McpSurface)
    ])
  ),
  Layer.provideMerge(Layer.mergeAll(Access.middlewares, Offboarding.middlewares, Organisation.middlewares))
)

/** `/rpc`, for the operator's tools. */
export const OperatorRoutes = RpcServer.layerHttp({ group: OperatorRpcs, path: "/rpc", protocol: "http" }).pipe(
  Layer.provide(Layer.mergeAll(Platform.rpc, Audit.rpc, Organisation.rpc)),
  Layer.provide(OperatorAuthLayer),
  Layer.provide(RpcSerialization.layerNdjson),
  Layer.provide(operatorBounds),
  Layer.provide(operatorOnly)
)

/** Routes outside the contract, except `/rpc`. */
const pages = [
  ...Platform.paths,
  "/docs",
  "/docs/app",
  "/docs/scim",
  "/openapi/public.json",
  "/openapi/app.json",
  "/openapi/scim.json",
  ...Evidence.pagePaths
]

const known = [
  { method: "POST" as const, path: "/rpc" },
  ...routesOf(PublicApi),
  ...routesOf(AppApi),
  ...routesOf(McpSurface),
  ...routesOf(ScimApi).filter(({ annotations }) => Context.get(annotations, CompatOnly) === undefined),
  ...Offboarding.pagePaths,
  ...pages.map((path) => ({ method: "GET" as const, path }))
]

/** Around every route; what is built first stands outermost, so the guard knows the client's own address. */
const around = noteRoute.pipe(
  Layer.provide(Access.guards),
  Layer.provide(httpFloor),
  Layer.provide([forwarded, transportSecurity])
)

/** The surfaces; each one's document names the address at which this service is reached. */
const surfaces = Layer.unwrap(
  Effect.map(AppConfig, ({ baseUrl }) =>
    Layer.mergeAll(
      HttpApiBuilder.layer(servedAt(PublicApi, baseUrl), { openapiPath: "/openapi/public.json" }),
      HttpApiBuilder.layer(servedAt(AppApi, baseUrl), { openapiPath: "/openapi/app.json" }),
      HttpApiBuilder.layer(servedAt(ScimApi, baseUrl), { openapiPath: "/openapi/scim.json" }),
      HttpApiBuilder.layer(McpSurface)
    )
  )
)

/** Everything that the listener answers. */
export const Routes = Layer.mergeAll(
  surfaces,
  apiReference(PublicApi, "/docs"),
  apiReference(AppApi, "/docs/app"),
  apiReference(ScimApi, "/docs/scim"),
  OperatorRoutes,
  Platform.routes,
  Layer.provide(metricsRoute, operatorOnly),
  Offboarding.pages,
  Evidence.page,
  unknownRoutes(known)
).pipe(Layer.provide(Handlers), Layer.provide(around))

/** Serves them. The routes say by their types which services they ask for while they answer: those go with a request. */
export const Served = Layer.effectDiscard(
  Effect.gen(function* () {
    const answer = yield* HttpRouter.toHttpEffect(Routes)
    const server = yield* HttpServer.HttpServer
    const asked = Context.pick(
      AppConfig,
      AuditorRoom,
      CalendarFeeds,
      DedicatedConnection,
      Draining,
      Files,
      JobHold,
      Portal,
      RateLimits,
      ReadSql,
      Scope.Scope,
      SystemSql
    )
    const serving = server.serve(answer)
    yield* Effect.updateContext(serving, (all: Context.Context<Effect.Services<typeof serving>>) =>
      Context.merge(carriedOf(all, references), asked(all))
    )
  })
)

/** What a process without the role `http` serves: health, and metrics for the operator. */
export const WatchRoutes = Layer.mergeAll(
  healthRoutes,
  Layer.provide(metricsRoute, operatorOnly),
  unknownRoutes([...healthPaths, "/metrics"].map((path) => ({ method: "GET" as const, path })))
).pipe(Layer.provide(around))

/**
 * A body over 1 MB answers 413 (refusals-6); routes that take uploads raise it for themselves. A path may be as long as
 * the headers let it, so that an id of any length is judged by its route.
 */
export const RequestBounds = Layer.mergeAll(
  Layer.succeed(HttpIncomingMessage.MaxBodySize, ByteSize.megabytes(1)),
  Layer.succeed(HttpRouter.RouterConfig, { maxParamLength: 16_384 })
)

/** Background work: jobs, and reactions to events. */
export const Loops = Layer.mergeAll(
  Audit.loops,
  Outgoing.loops,
  Work.loops,
  AccessRemoval.loops,
  Offboarding.loops,
  Organisation.loops,
  Evidence.loops,
  Reports.loops,
  Exports.loops,
  Erasure.loops,
  Operations.loops
).pipe(
  Layer.provide(Layer.mergeAll(Outgoing.reactions, Work.reactions, AccessRemoval.reactions, Offboarding.reactions))
)

/** Everything except the HTTP layer, to finish a restored database. */
export const WithoutFace = Loops.pipe(Layer.provideMerge(Services))
