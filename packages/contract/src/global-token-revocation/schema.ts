import { Schema } from "effect"
import { Timestamp } from "../kernel/dates.ts"
import { described } from "../kernel/described.ts"
import { RequiredText } from "../kernel/text.ts"

const line = Schema.isPattern(/^[\x21-\x7e]+$/, { message: "must consist of visible ASCII characters without spaces" })

/** The trusted issuer. Replaces the configuration; omitted fields become `null`. */
export const ConfigureGlobalTokenRevocation = Schema.Struct({
  issuer: described(
    RequiredText(1024).check(line),
    "`iss` of the identity provider's tokens, exactly as it writes it",
    {
      example: "https://acme.okta.com"
    }
  ),
  jwks_url: Schema.optionalKey(
    described(
      Schema.NullOr(RequiredText(2048).check(line)),
      "Where the provider publishes its keys (RFC 7517). If omitted, tokens must be signed with the key of a " +
        "certificate from the organization's single sign-on, as with Okta's SAML apps",
      { example: "https://acme.okta.com/oauth2/v1/keys" }
    )
  ),
  caller_id: Schema.optionalKey(
    described(
      Schema.NullOr(RequiredText(255).check(line)),
      "`sub` of its tokens: the client id of an OpenID Connect app, the instance id of a SAML app. If set, " +
        "tokens for other apps of the same provider are refused",
      { example: "0oa1gjh63g214q0Hq0g4" }
    )
  ),
  revoke_api_keys: described(
    Schema.Boolean,
    "Whether API keys created by the member are revoked too; integrations that use them stop working",
    { example: false }
  )
}).annotate({ identifier: "ConfigureGlobalTokenRevocation" })
export type ConfigureGlobalTokenRevocation = typeof ConfigureGlobalTokenRevocation.Type

/** The configuration, and the URL for the provider; without a configuration only the URL. */
export class GlobalTokenRevocationSettings extends Schema.Class<GlobalTokenRevocationSettings>(
  "GlobalTokenRevocationSettings"
)({
  enabled: Schema.Boolean,
  /** The provider's setting, and `aud` of its tokens. */
  endpoint_url: Schema.String,
  issuer: Schema.NullOr(Schema.String),
  jwks_url: Schema.NullOr(Schema.String),
  caller_id: Schema.NullOr(Schema.String),
  revoke_api_keys: Schema.Boolean,
  updated_at: Schema.NullOr(Timestamp)
}) {}

export const RemovedGlobalTokenRevocation = Schema.Struct({ success: Schema.tag(true) })
