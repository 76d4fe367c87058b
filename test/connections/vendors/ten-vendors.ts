import { entra, entraClient } from "@svc/lab/entra"
import { github } from "@svc/lab/github"
import { google } from "@svc/lab/google"
import { jumpcloud, jumpcloudKey } from "@svc/lab/jumpcloud"
import { labClientSecret } from "@svc/lab/oauth"
import { okta, oktaToken } from "@svc/lab/okta"
import { onelogin, oneloginClient } from "@svc/lab/onelogin"
import { ping, pingClient } from "@svc/lab/ping"
import { revocationWebhook } from "@svc/lab/revocation-webhook"
import { scim, scimToken } from "@svc/lab/scim"
import { slack, slackAdminToken, slackBotToken } from "@svc/lab/slack"
import { Context, Effect, Layer, Option } from "effect"
import { AppConfig } from "#platform/config/config"
import { registeredWith } from "#test/support/identity-vendors"
import { TestConfig, testAppWith } from "#test/support/TestApp"
import { running } from "#test/support/vendor-work"

/** A stand-in for each vendor whose access can be revoked, by the name that its connection has. */
export class TenVendors extends Context.Service<TenVendors>()("test/connections/vendors/TenVendors", {
  make: Effect.gen(function* () {
    return {
      "google-workspace": yield* running(google),
      "azure-ad": yield* running(entra),
      okta: yield* running(okta),
      jumpcloud: yield* running(jumpcloud),
      onelogin: yield* running(onelogin),
      ping: yield* running(ping),
      github: yield* running(github),
      slack: yield* running(slack),
      Notion: yield* running(scim),
      Intranet: yield* running(revocationWebhook)
    }
  })
}) {
  static readonly layer = Layer.effect(TenVendors, TenVendors.make)
}

const webhookKey = "signing-key-of-the-intranet-4711"

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

const config = Layer.effect(
  AppConfig,
  Effect.gen(function* () {
    const vendors = yield* TenVendors
    const config = registeredWith(yield* AppConfig, {
      ...vendors,
      entra: vendors["azure-ad"],
      google: vendors["google-workspace"]
    })
    return AppConfig.of({ ...config, vendorUrls: { ...config.vendorUrls, okta: Option.some(vendors.okta.url) } })
  })
).pipe(Layer.provide(TestConfig))

/** The service with the stand-ins at their vendors' addresses; it is registered with GitHub and Google. */
export const TenVendorsApp = testAppWith(config.pipe(Layer.provide(TenVendors.layer))).pipe(
  Layer.provideMerge(TenVendors.layer)
)
