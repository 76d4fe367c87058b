import { Record, Schema, Struct } from "effect"
import { Timestamp } from "../kernel/dates.ts"
import { IntegrationId, OrgId } from "../kernel/ids.ts"
import type { PlanFeature } from "../kernel/plans.ts"
import { RequiredText, Text } from "../kernel/text.ts"

interface BuiltIn {
  /** The plan feature that its connect route requires (connecting-1). */
  readonly feature?: PlanFeature
  /** Access can be revoked there, as it can at every generic target. */
  readonly revocable?: true
}

/** The built-in providers. Their order is the order in which they are shown. */
const builtIn = {
  github: { revocable: true },
  "google-workspace": { revocable: true },
  "google-calendar": {},
  okta: { feature: "identityProviders", revocable: true },
  "azure-ad": { feature: "azureAd", revocable: true },
  jumpcloud: { feature: "extendedIdentityProviders", revocable: true },
  onelogin: { feature: "extendedIdentityProviders", revocable: true },
  ping: { feature: "extendedIdentityProviders", revocable: true },
  slack: { feature: "slackNotifications", revocable: true },
  teams: { feature: "slackNotifications" },
  hris: { feature: "hrisIntegration" },
  "it-tickets": { feature: "itTickets" },
  docusign: { feature: "esignature" },
  "adobe-sign": { feature: "esignature" },
  "dropbox-sign": { feature: "esignature" },
  calendly: { feature: "exitInterviewScheduling" },
  sms: { feature: "smsNotifications" },
  scim: { feature: "scim" },
  alumni: {}
} satisfies Record<string, BuiltIn>

/** Names of the built-in providers; a generic target cannot take one (connecting-8). */
export const ProviderName = Schema.Literals(Struct.keys(builtIn))
export type ProviderName = typeof ProviderName.Type

const known: Readonly<Record<ProviderName, BuiltIn>> = builtIn

export const providerFeatures = Record.map(known, ({ feature }) => feature)

export const revocableProviders: ReadonlySet<string> = new Set(
  ProviderName.literals.filter((name) => known[name].revocable)
)

/** A tenant's name for a custom app: 1 to 100 characters, unique per organization without case. */
export const ServiceName = RequiredText(100).check(
  Schema.makeFilter((name) => (name === name.trim() ? undefined : "must not start or end with white space")),
  Schema.makeFilter((name) => (/\p{Cc}/u.test(name) ? "must not contain control characters" : undefined))
)

/** `scim`: the user is deactivated over SCIM 2.0. `webhook`: a signed POST asks the service to do it. */
export const GenericProtocol = Schema.Literals(["scim", "webhook"])
export type GenericProtocol = typeof GenericProtocol.Type

export const ConnectRevocationTarget = Schema.Struct({
  service_name: ServiceName,
  protocol: GenericProtocol,
  /** For `scim` the address above `/Users`; for `webhook` the address that is posted to. */
  base_url: RequiredText(2048),
  token: RequiredText(4096).check(
    Schema.isPattern(/^[\x21-\x7e]+$/, { message: "must consist of visible ASCII characters without spaces" })
  )
})
export type ConnectRevocationTarget = typeof ConnectRevocationTarget.Type

/** Settings of a generic target: where sessions and tokens end (Global Token Revocation), and the token that opens it. */
export const revocationUrl = "global_token_revocation_url"
export const revocationToken = "global_token_revocation_token"

/**
 * The record (integrations-1), with exactly the documented fields: anything else is on a route of its own. With `integrations_manage` the config has its secrets masked; for everyone else it is
 * null (`{ scim: true }` for a generic SCIM target) and `org_id` is absent.
 */
export const Integration = Schema.Struct({
  id: IntegrationId,
  org_id: Schema.optionalKey(OrgId),
  service_name: Text(100),
  connection_status: Schema.Boolean,
  config: Schema.NullOr(Schema.Record(Schema.String, Schema.Json)),
  last_sync: Schema.NullOr(Timestamp),
  created_at: Timestamp
})
export type Integration = typeof Integration.Type

/** How the stored credential of a connection stands. */
export const CredentialState = Schema.Struct({
  id: IntegrationId,
  /** Since when the app refuses the stored credential; null while the app takes it, or was not asked. */
  credential_refused_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "CredentialState" })
export type CredentialState = typeof CredentialState.Type

/** What stands for a secret in an answer. */
export const maskedSecret = "••••••••"

/** The response of `POST /api/integrations`: without the configuration, masked or not. */
export const SavedIntegration = Integration.mapFields(Struct.omit(["config"]))
export type SavedIntegration = typeof SavedIntegration.Type

export const OwnSetting = Schema.Literals(["auto_reply_enabled", "drive_transfer_enabled"])
/** A setting that is changed by a route of its own. */
export type OwnSetting = typeof OwnSetting.Type

export const SettingChange = Schema.Struct({ enabled: Schema.Boolean })
export type SettingChange = typeof SettingChange.Type
