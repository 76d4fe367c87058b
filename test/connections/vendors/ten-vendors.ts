import { identityProviders } from "@svc/contract/integrations/connect-bodies"
import { appStandIns, type LabVendor } from "@svc/lab/every-vendor"
import { github } from "@svc/lab/github"
import { google } from "@svc/lab/google"
import { labClientSecret } from "@svc/lab/oauth"
import { okta } from "@svc/lab/okta"
import { revocationWebhook } from "@svc/lab/revocation-webhook"
import { scim, scimToken } from "@svc/lab/scim"
import { Context, Effect, Layer, Predicate, Record, Struct } from "effect"
import { AppConfig } from "#platform/config/config"
import { registeredWith } from "#test/support/identity-vendors"
import { TestConfig, testAppWith } from "#test/support/TestApp"
import { allRunning, running } from "#test/support/vendor-work"

/** Those that are connected by a form; an identity provider without a stand-in does not compile. */
const byForm: Readonly<Record<(typeof identityProviders)[number] | "slack", LabVendor>> = Struct.omit(appStandIns, [
  "github",
  "google-workspace"
])

/** Every app that can be revoked, as a run takes them: mail, identity providers, the rest by risk. */
export const policy = [
  "google-workspace",
  "azure-ad",
  ...identityProviders.filter((provider) => provider !== "azure-ad"),
  "github",
  "slack",
  "Notion",
  "Intranet"
] as const

/** A stand-in for each vendor whose access can be revoked, by the name that its connection has. */
export class TenVendors extends Context.Service<TenVendors>()("test/connections/vendors/TenVendors", {
  make: Effect.gen(function* () {
    return {
      ...(yield* allRunning(Struct.omit(byForm, ["okta"]))),
      "google-workspace": yield* running(google),
      okta: yield* running(okta),
      github: yield* running(github),
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
  ...Record.toEntries(byForm).map(([provider, { connect }]) => [`/${provider}/connect`, connect] as const),
  [
    "/saas-revocation/connect",
    { service_name: "Notion", protocol: "scim", base_url: `${Notion.url}/scim/v2`, token: scimToken }
  ],
  [
    "/saas-revocation/connect",
    { service_name: "Intranet", protocol: "webhook", base_url: `${Intranet.url}/revoke`, token: webhookKey }
  ]
]

const secretFields = /_token$|_key$|^client_secret$/

const hasTokens = (state: unknown): state is { readonly tokens: Iterable<string> } =>
  Predicate.hasProperty(state, "tokens") && Predicate.isIterable(state.tokens)

/** Every credential that somebody typed, and those that the vendors have issued by now. */
export const credentialsOf = (vendors: TenVendors["Service"]): ReadonlyArray<string> => [
  ...Object.values(byForm).flatMap(({ connect }) =>
    Object.entries(connect).flatMap(([name, value]) => (secretFields.test(name) ? value : []))
  ),
  scimToken,
  webhookKey,
  labClientSecret,
  ...Object.values(vendors).flatMap(({ state }) => (hasTokens(state) ? [...state.tokens] : [])),
  ...vendors["google-workspace"].state.tokens.access.keys(),
  ...vendors["google-workspace"].state.tokens.refresh.keys()
]

const config = Layer.effect(
  AppConfig,
  Effect.gen(function* () {
    return AppConfig.of(registeredWith(yield* AppConfig, yield* TenVendors))
  })
).pipe(Layer.provide(TestConfig))

/** The service with the stand-ins at their vendors' addresses; it is registered with GitHub and Google. */
export const TenVendorsApp = testAppWith(config.pipe(Layer.provide(TenVendors.layer))).pipe(
  Layer.provideMerge(TenVendors.layer)
)
