import { Schema } from "effect"
import { Timestamp } from "../kernel/dates.ts"
import { IntegrationId, OrgId } from "../kernel/ids.ts"
import { RequiredText, Text } from "../kernel/text.ts"

/** Names of the built-in providers; a generic target cannot take one (decisions 11.1). */
export const ProviderName = Schema.Literals([
  "github",
  "google-workspace",
  "google-calendar",
  "okta",
  "azure-ad",
  "jumpcloud",
  "onelogin",
  "ping",
  "slack",
  "teams",
  "hris",
  "it-tickets",
  "docusign",
  "adobe-sign",
  "dropbox-sign",
  "calendly",
  "sms",
  "scim"
])
export type ProviderName = typeof ProviderName.Type

/** The name that a tenant gives a generic target: 1 to 100 characters, one per organisation without case. */
export const ServiceName = RequiredText(100).check(
  Schema.makeFilter((name) => (name === name.trim() ? undefined : "must not begin or end with white space")),
  Schema.isPattern(/^\P{Cc}*$/u, { message: "must not contain control characters" })
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

/**
 * D2, "Integration record". With `integrations_manage` the config has its secrets masked; for everyone else it is null
 * (`{ scim: true }` for a generic SCIM target) and `org_id` is absent.
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

/** What stands for a secret in an answer. */
export const maskedSecret = "••••••••"
