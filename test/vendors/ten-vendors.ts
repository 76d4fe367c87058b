import { entra, entraClient } from "@svc/lab/entra"
import { github } from "@svc/lab/github"
import { google } from "@svc/lab/google"
import { jumpcloud, jumpcloudKey } from "@svc/lab/jumpcloud"
import { labClientId, labClientSecret } from "@svc/lab/oauth"
import { okta, oktaToken } from "@svc/lab/okta"
import { onelogin, oneloginClient } from "@svc/lab/onelogin"
import { ping, pingClient } from "@svc/lab/ping"
import { revocationWebhook } from "@svc/lab/revocation-webhook"
import { scim, scimToken } from "@svc/lab/scim"
import { slack, slackAdminToken, slackBotToken } from "@svc/lab/slack"
import { startVendor, type VendorDefinition } from "@svc/lab/vendor"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { AppConfig } from "#platform/config"
import { TestConfig, testAppWith } from "../support/TestApp.ts"

const started = <State>(definition: VendorDefinition<State>) =>
  Effect.acquireRelease(
    Effect.promise(() => startVendor(definition)),
    (vendor) => Effect.promise(() => vendor.close())
  )

/** A stand-in for each vendor whose access can be revoked, by the name that its connection has. */
export class TenVendors extends Context.Service<TenVendors>()("test/vendors/TenVendors", {
  make: Effect.gen(function* () {
    return {
      "google-workspace": yield* started(google),
      "azure-ad": yield* started(entra),
      okta: yield* started(okta),
      jumpcloud: yield* started(jumpcloud),
      onelogin: yield* started(onelogin),
      ping: yield* started(ping),
      github: yield* started(github),
      slack: yield* started(slack),
      Notion: yield* started(scim),
      Intranet: yield* started(revocationWebhook)
    }
  })
}) {
  static readonly layer = Layer.effect(TenVendors, TenVendors.make)
}

export const webhookKey = "signing-key-of-the-intranet-4711"

/** What connects those that are connected by a form: the route below `/api/integrations`, and its body. */
export const forms = ({ Intranet, Notion }: TenVendors["Service"]): ReadonlyArray<readonly [string, object]> => [
  ["/okta/connect", { domain: "acme.okta.com", api_token: oktaToken }],
  [
    "/azure-ad/connect",
    { tenant_id: entraClient.tenantId, client_id: entraClient.clientId, client_secret: entraClient.clientSecret }
  ],
  ["/jumpcloud/connect", { api_key: jumpcloudKey }],
  [
    "/onelogin/connect",
    { subdomain: "acme", client_id: oneloginClient.clientId, client_secret: oneloginClient.clientSecret }
  ],
  [
    "/ping/connect",
    {
      environment_id: pingClient.environmentId,
      client_id: pingClient.clientId,
      client_secret: pingClient.clientSecret
    }
  ],
  ["/slack/connect", { bot_token: slackBotToken, admin_token: slackAdminToken }],
  [
    "/saas-revocation/connect",
    { service_name: "Notion", protocol: "scim", base_url: `${Notion.url}/scim/v2`, token: scimToken }
  ],
  [
    "/saas-revocation/connect",
    { service_name: "Intranet", protocol: "webhook", base_url: `${Intranet.url}/revoke`, token: webhookKey }
  ]
]

/** Every credential that somebody typed, and those that the vendors have issued by now. */
export const credentialsOf = (vendors: TenVendors["Service"]): ReadonlyArray<string> => [
  oktaToken,
  entraClient.clientSecret,
  jumpcloudKey,
  oneloginClient.clientSecret,
  pingClient.clientSecret,
  slackBotToken,
  slackAdminToken,
  scimToken,
  webhookKey,
  labClientSecret,
  ...vendors["azure-ad"].state.tokens,
  ...vendors.onelogin.state.tokens,
  ...vendors.ping.state.tokens,
  ...vendors.github.state.tokens,
  ...vendors["google-workspace"].state.tokens.access.keys(),
  ...vendors["google-workspace"].state.tokens.refresh.keys()
]

const client = { clientId: labClientId, clientSecret: Redacted.make(labClientSecret) }

const config = Layer.effect(
  AppConfig,
  Effect.gen(function* () {
    const base = yield* AppConfig
    const vendors = yield* TenVendors
    const at = ({ url }: { readonly url: string }) => Option.some(url)
    return AppConfig.of({
      ...base,
      github: Option.some(client),
      google: Option.some({ ...client, issuer: "http://127.0.0.1:9" }),
      vendorUrls: {
        ...base.vendorUrls,
        okta: at(vendors.okta),
        azureLogin: at(vendors["azure-ad"]),
        graph: at(vendors["azure-ad"]),
        jumpcloud: at(vendors.jumpcloud),
        onelogin: at(vendors.onelogin),
        pingAuth: at(vendors.ping),
        ping: at(vendors.ping),
        slack: at(vendors.slack),
        slackScim: Option.none(),
        github: at(vendors.github),
        githubLogin: Option.none(),
        google: at(vendors["google-workspace"]),
        googleOauth: Option.none(),
        googleAccounts: Option.none(),
        googleApis: Option.none(),
        gmail: Option.none()
      }
    })
  })
).pipe(Layer.provide(TestConfig))

/** The service with the stand-ins at their vendors' addresses; it is registered with GitHub and Google. */
export const TenVendorsApp = testAppWith(config.pipe(Layer.provide(TenVendors.layer))).pipe(
  Layer.provideMerge(TenVendors.layer)
)
