import { NodeHttpServer } from "@effect/platform-node"
import {
  Access,
  ApiAccess,
  ApiKeyAuth,
  Caller,
  Decoding,
  OpenAccess,
  Requires,
  SessionAuth
} from "@svc/contract/kernel/access"
import { OffboardingId } from "@svc/contract/kernel/ids"
import { WholeNumberParam } from "@svc/contract/kernel/paging"
import type { ApiScope } from "@svc/contract/kernel/permissions"
import { appSurface, publicSurface } from "@svc/contract/kernel/surfaces"
import { BoundedText } from "@svc/contract/kernel/text"
import { Effect, Layer, Redacted, Schema } from "effect"
import { HttpClient, HttpClientRequest, type HttpMethod, HttpMiddleware, HttpRouter } from "effect/http"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { IpNetwork } from "effect/net"
import * as Accounts from "#organisation/accounts/index"
import { Accounts as AccountsService } from "#organisation/accounts/service"
import * as AccessDomain from "#access/index"
import { ApiKeys } from "#organisation/api-keys/service"
import { AccessLog } from "#platform/observability/access-log"
import { httpFloor } from "#platform/http/floor"
import { middlewares } from "#test/support/middlewares"
import { TestServices } from "#test/support/TestApp"
import { asCaller, type Member } from "#test/support/people"

const Who = Schema.Struct({
  source: Schema.String,
  userId: Schema.NullOr(Schema.String),
  role: Schema.NullOr(Schema.String)
})
const Anything = Schema.Struct({
  name: BoundedText(2, 10),
  count: Schema.Int,
  tags: Schema.optionalKey(Schema.Array(Schema.String)),
  more: Schema.optionalKey(Schema.Json)
})

/** One route per thing that a route can ask for, behind the middlewares of the app. */
class AppProbe extends HttpApiGroup.make("app-probe")
  .add(
    HttpApiEndpoint.get("open", "/open", { success: Who }).annotate(Requires, { open: true }),
    HttpApiEndpoint.get("stream", "/stream", { success: Who }).annotate(Requires, { open: true, stream: true }),
    HttpApiEndpoint.post("write", "/write", { success: Who }).annotate(Requires, { open: true }),
    HttpApiEndpoint.post("always", "/always", { success: Who }).annotate(Requires, { open: true, whileReadOnly: true }),
    HttpApiEndpoint.post("first", "/first", { success: Who }).annotate(Requires, {
      permission: "integrations_manage",
      feature: "siem",
      stepUp: "first"
    }),
    HttpApiEndpoint.post("last", "/last", { success: Who }).annotate(Requires, {
      role: "superadmin",
      feature: "publicApi",
      stepUp: "last"
    }),
    HttpApiEndpoint.post("permission", "/permission", { success: Who }).annotate(Requires, {
      permission: "settings_manage",
      feature: "siem"
    }),
    HttpApiEndpoint.get("undeclared", "/undeclared", { success: Who }),
    HttpApiEndpoint.post("decode", "/decode/:id/:service", {
      params: { id: OffboardingId, service: BoundedText(2, 10) },
      query: { limit: WholeNumberParam({ minimum: 1, maximum: 100, default: 20, description: "A number" }) },
      payload: Anything,
      success: Schema.Struct({ count: Schema.Int })
    }).annotate(Requires, { open: true }),
    HttpApiEndpoint.get("broken", "/broken", { success: Schema.Struct({ name: BoundedText(2, 10) }) }).annotate(
      Requires,
      {
        open: true
      }
    )
  )
  .middleware(Access)
  .middleware(SessionAuth)
  .middleware(Decoding)
  .prefix("/api/probe") {}

class OpenProbe extends HttpApiGroup.make("open-probe")
  .add(
    HttpApiEndpoint.post("submit", "/submit", { success: Schema.Struct({ ok: Schema.Boolean }) }).annotate(Requires, {
      open: true
    })
  )
  .middleware(OpenAccess)
  .middleware(Decoding)
  .prefix("/api/open-probe") {}

class PublicProbe extends HttpApiGroup.make("public-probe")
  .add(
    HttpApiEndpoint.get("read", "/read", { success: Who }).annotate(Requires, { scope: "employees:read" }),
    HttpApiEndpoint.post("write", "/write", { success: Who }).annotate(Requires, { scope: "employees:read" }),
    HttpApiEndpoint.get("feature", "/feature", { success: Who }).annotate(Requires, {
      scope: "webhooks:read",
      feature: "siem"
    })
  )
  .middleware(ApiAccess)
  .middleware(ApiKeyAuth)
  .middleware(Decoding)
  .prefix("/api/v1/probe") {}

const who = Effect.map(Caller, ({ role, source, userId }) => ({ source, userId, role }))

const appApi = appSurface.add(AppProbe).add(OpenProbe).annotate(HttpApi.ParseOptions, { errors: "all" })
const publicApi = publicSurface.add(PublicProbe)

const handlers = Layer.mergeAll(
  HttpApiBuilder.group(appApi, "app-probe", (it) =>
    it.handleAll({
      open: () => who,
      stream: () => who,
      write: () => who,
      always: () => who,
      first: () => who,
      last: () => who,
      permission: () => who,
      undeclared: () => who,
      decode: ({ payload }) => Effect.succeed({ count: payload.count }),
      broken: () => Effect.succeed({ name: "much too long for its schema" })
    })
  ),
  HttpApiBuilder.group(appApi, "open-probe", (it) => it.handle("submit", () => Effect.succeed({ ok: true }))),
  HttpApiBuilder.group(publicApi, "public-probe", (it) =>
    it.handleAll({ read: () => who, write: () => who, feature: () => who })
  )
)

export const AccessServices = Accounts.services.pipe(Layer.provideMerge(TestServices))

/** Any test is its own client: this server believes `X-Forwarded-For` from the loopback. */
const forwarded = HttpRouter.middleware(
  HttpMiddleware.xForwardedHeaders({
    trustedProxies: [IpNetwork.fromStringUnsafe("127.0.0.0/8"), IpNetwork.fromStringUnsafe("::1/128")]
  }),
  { global: true }
)

/** The first that is built is the outermost, so what knows the client comes before what turns clients away. */
export const doors = AccessDomain.guards.pipe(Layer.provide(httpFloor), Layer.provide(forwarded))

/** The probes on a real socket, behind the real doors. */
export const AccessSurface = HttpRouter.serve(
  Layer.mergeAll(HttpApiBuilder.layer(appApi), HttpApiBuilder.layer(publicApi)).pipe(
    Layer.provide(handlers),
    Layer.provide(middlewares),
    Layer.provide(doors),
    Layer.provide(AccessLog.layerSilent)
  ),
  { disableLogger: true, disableListenLog: true }
).pipe(Layer.provideMerge(NodeHttpServer.layerTest), Layer.provideMerge(AccessServices))

let addresses = 0
/** An address that no other test has. */
export const anAddress = () => {
  addresses += 1
  return `198.51.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`
}

export interface Sent {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly from?: string
}

/** Any bytes out, the exact answer back. */
export const send = Effect.fnUntraced(function* (method: HttpMethod.HttpMethod, path: string, sent: Sent = {}) {
  const client = yield* HttpClient.HttpClient
  const bare = HttpClientRequest.make(method)(path).pipe(
    HttpClientRequest.setHeaders({ "x-forwarded-for": sent.from ?? anAddress(), ...sent.headers })
  )
  const contentType = sent.headers?.["content-type"] ?? "application/json"
  const response = yield* client.execute(
    sent.body === undefined ? bare : HttpClientRequest.bodyText(bare, sent.body, contentType)
  )
  const text = yield* response.text
  return {
    status: response.status,
    headers: response.headers,
    cookies: response.cookies,
    body: text === "" ? null : yield* Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Unknown))(text)
  }
})

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
export const cookie = (token: string) => ({ cookie: `access_token=${token}` })

export const sessionOf = Effect.fnUntraced(function* (member: Member) {
  const accounts = yield* AccountsService
  const { sessionId, token } = yield* accounts.issueSession(member.userId, member.orgId)
  return { sessionId, token: Redacted.value(token) }
})

export const tokenOf = (member: Member) => Effect.map(sessionOf(member), ({ token }) => token)

export const keyOf = Effect.fnUntraced(function* (
  member: Member,
  scopes: ReadonlyArray<ApiScope> = ["employees:read"]
) {
  const apiKeys = yield* ApiKeys
  const created = yield* apiKeys.create({ name: "probe", scopes, expires_at: null }).pipe(asCaller(member))
  return { id: created.id, key: created.raw_key }
})
