import { IntegrationsApi } from "@svc/contract/integrations/api"
import {
  connectBodies,
  type ConnectBodies,
  identityProviders,
  type OAuthService,
  otherApps
} from "@svc/contract/integrations/connect-bodies"
import { AppConnectsApi, IdentityProviderConnectsApi } from "@svc/contract/integrations/connect-api"
import { OAuthConnectsApi } from "@svc/contract/integrations/oauth-api"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect, Layer, Record, Struct } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Connecting } from "./connect.ts"
import { type OAuthCallback, OAuthConnects } from "./oauth.ts"
import { IntegrationRecords } from "./records.ts"
import { Integrations } from "./service.ts"

const RecordsHttp = HttpApiBuilder.group(
  appSurface.add(IntegrationsApi),
  "integrations",
  Effect.fn(function* (handlers) {
    const integrations = yield* Integrations
    const records = yield* IntegrationRecords
    return handlers.handleAll({
      list: () => integrations.list,
      credentialStates: () => integrations.credentialStates,
      save: ({ payload }) => records.save(payload),
      update: ({ params, payload }) => records.update(params.id, payload),
      setAutoReply: ({ params, payload }) => records.switchSetting(params.id, "auto_reply_enabled", payload.enabled),
      setDriveTransfer: ({ params, payload }) =>
        records.switchSetting(params.id, "drive_transfer_enabled", payload.enabled),
      connectRevocationTarget: ({ payload }) => integrations.connectRevocationTarget(payload),
      remove: ({ params }) => Effect.as(records.remove(params.id), { success: true as const })
    })
  })
)

/** The handler of a provider's connect route. */
const connectingBy = Effect.map(
  Connecting,
  (connecting) =>
    <Name extends keyof ConnectBodies>(name: Name) =>
    ({ payload }: { readonly payload: ConnectBodies[Name] }) =>
      connecting.provider(name, payload)
)

const IdentityProvidersHttp = HttpApiBuilder.group(
  appSurface.add(IdentityProviderConnectsApi),
  "identity-provider-connects",
  Effect.fn(function* (handlers) {
    const connect = yield* connectingBy
    return handlers.handleAll(
      Record.map(Struct.pick(connectBodies, identityProviders), (_, provider) => connect(provider))
    )
  })
)

const AppsHttp = HttpApiBuilder.group(
  appSurface.add(AppConnectsApi),
  "app-connects",
  Effect.fn(function* (handlers) {
    const connect = yield* connectingBy
    return handlers.handleAll(Record.map(Struct.pick(connectBodies, otherApps), (_, provider) => connect(provider)))
  })
)

/** Our client that prefers JSON to a redirect. */
const wantsJson = ({ headers }: HttpServerRequest.HttpServerRequest) => {
  const accept = headers["accept"] ?? ""
  return /\bapplication\/json\b/i.test(accept) && !/\btext\/html\b/i.test(accept)
}

const OAuthHttp = HttpApiBuilder.group(
  appSurface.add(OAuthConnectsApi),
  "oauth-connects",
  Effect.fn(function* (handlers) {
    const oauth = yield* OAuthConnects
    const start =
      (service: OAuthService) =>
      ({
        query,
        request
      }: {
        readonly query: { readonly org?: string }
        readonly request: HttpServerRequest.HttpServerRequest
      }) =>
        Effect.map(oauth.start(service, query), (url) =>
          wantsJson(request) ? HttpServerResponse.jsonUnsafe({ url }) : HttpServerResponse.redirect(url)
        )
    const callback =
      (service: OAuthService) =>
      ({ query }: { readonly query: OAuthCallback }) =>
        Effect.map(oauth.finish(service, query), (location) => HttpServerResponse.redirect(location))

    return handlers.handleAll({
      githubStart: start("github"),
      githubCallback: callback("github"),
      googleWorkspaceStart: start("google-workspace"),
      googleWorkspaceCallback: callback("google-workspace"),
      googleCalendarStart: start("google-calendar"),
      googleCalendarCallback: callback("google-calendar")
    })
  })
)

export const IntegrationsHttp = Layer.mergeAll(RecordsHttp, IdentityProvidersHttp, AppsHttp, OAuthHttp)
