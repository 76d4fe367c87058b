import { Schema, SchemaAST } from "effect"
import { described } from "../kernel/described.ts"
import { RequiredText, Text } from "../kernel/text.ts"
import type { ProviderName } from "./schema.ts"

const line = Schema.isPattern(/^[\x21-\x7e]+$/, { message: "must consist of visible ASCII characters without spaces" })

/** A credential that goes into a header or a form: one line. */
const Credential = RequiredText(8192).check(line).annotate({ secret: true })
/** Whether a field of the bodies below is one. */
export const isSecret = ({ ast }: Schema.Constraint) => SchemaAST.resolve(ast)?.["secret"] === true

/** An id as vendors give them. */
const VendorId = RequiredText(255).check(line)

/** A label of a host name. */
const HostLabel = RequiredText(63).check(
  Schema.isPattern(/^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/, {
    message: "must be the part of the URL before the first dot"
  })
)

const Region = Text(10).check(
  Schema.isPattern(/^[a-z]{2,6}(?:\.[a-z]{2})?$/, { message: "must be a region, for example eu" })
)

export const ConnectOkta = Schema.Struct({
  domain: described(RequiredText(255), "`acme.okta.com`, or its full `https://` address", { example: "acme.okta.com" }),
  api_token: Credential
})

/** An app registration with application permissions for Microsoft Graph. */
export const ConnectAzureAd = Schema.Struct({
  tenant_id: VendorId.check(
    Schema.isPattern(/^[A-Za-z0-9.-]+$/, { message: "must be the directory's id or one of its domains" })
  ),
  client_id: VendorId,
  client_secret: Credential
})

export const ConnectJumpCloud = Schema.Struct({
  api_key: Credential,
  /** For administrators' keys of several organizations. */
  org_id: Schema.optionalKey(VendorId),
  region: Schema.optionalKey(Region)
})

export const ConnectOneLogin = Schema.Struct({
  subdomain: HostLabel,
  client_id: VendorId,
  client_secret: Credential
})

/** A worker application. */
export const ConnectPing = Schema.Struct({
  environment_id: VendorId.check(Schema.isPattern(/^[A-Za-z0-9-]+$/, { message: "must be the environment's id" })),
  client_id: VendorId,
  client_secret: Credential,
  region: Schema.optionalKey(Region)
})

const oneOf = (...names: ReadonlyArray<string>) =>
  Schema.makeFilter<Readonly<Record<string, unknown>>>(
    (given) => (names.some((name) => given[name] !== undefined) ? undefined : `${names.join(" or ")} is required`),
    { toJsonSchema: () => ({}) }
  )

/** A bot token sends messages; a user or admin token with the right to manage users is what revokes access. */
export const ConnectSlack = Schema.Struct({
  bot_token: Schema.optionalKey(Credential),
  user_token: Schema.optionalKey(Credential),
  admin_token: Schema.optionalKey(Credential),
  /** A token of whichever kind. */
  token: Schema.optionalKey(Credential),
  signing_secret: Schema.optionalKey(Credential),
  team_id: Schema.optionalKey(VendorId),
  channel: Schema.optionalKey(RequiredText(255))
}).check(oneOf("bot_token", "user_token", "admin_token", "token"))

/** By JWT grant (`integration_key`, `user_id`, `private_key`), or with a given token. */
export const ConnectDocuSign = Schema.Struct({
  integration_key: Schema.optionalKey(VendorId),
  user_id: Schema.optionalKey(VendorId),
  /** RSA, PEM. */
  private_key: Schema.optionalKey(RequiredText(8192)),
  access_token: Schema.optionalKey(Credential),
  /** The account to sign in; without it the user's default one. */
  account_id: Schema.optionalKey(VendorId),
  /** `production` unless given. */
  environment: Schema.optionalKey(Schema.Literals(["production", "demo"])),
  hmac_keys: Schema.optionalKey(
    described(
      Schema.Array(Credential).check(Schema.isBetweenLength(1, 10, { message: "must hold 1 to 10 keys" })),
      "Keys of DocuSign Connect, any of which can sign its callbacks. Without a key, callbacks are refused",
      { example: ["connect-hmac-key"] }
    )
  )
}).check(
  Schema.makeFilter(
    ({ access_token, integration_key, private_key, user_id }) =>
      access_token !== undefined ||
      (integration_key !== undefined && user_id !== undefined && private_key !== undefined)
        ? undefined
        : "access_token, or integration_key with user_id and private_key, is required",
    { toJsonSchema: () => ({}) }
  )
)

/** Adobe calls a token that does not expire an integration key. */
export const ConnectAdobeSign = Schema.Struct({
  access_token: Schema.optionalKey(Credential),
  integration_key: Schema.optionalKey(Credential),
  /** With `client_id` and `client_secret` a token that has ended is renewed. */
  refresh_token: Schema.optionalKey(Credential),
  /** Of the application; callbacks of another one are refused then. */
  client_id: Schema.optionalKey(VendorId),
  client_secret: Schema.optionalKey(Credential)
}).check(oneOf("access_token", "integration_key"))

export const ConnectDropboxSign = Schema.Struct({
  api_key: Credential,
  /** Of the API app whose branding and callback address requests have. */
  client_id: Schema.optionalKey(VendorId)
})

/** Where leavers are announced as alumni: the organization's own HTTPS service. */
export const ConnectAlumni = Schema.Struct({
  base_url: RequiredText(2048),
  token: Credential
})

/** The bodies of the connect routes that take a credential, by who is connected. */
export const connectBodies = {
  okta: ConnectOkta,
  "azure-ad": ConnectAzureAd,
  jumpcloud: ConnectJumpCloud,
  onelogin: ConnectOneLogin,
  ping: ConnectPing,
  slack: ConnectSlack,
  docusign: ConnectDocuSign,
  "adobe-sign": ConnectAdobeSign,
  "dropbox-sign": ConnectDropboxSign,
  alumni: ConnectAlumni
} satisfies Partial<Record<ProviderName, Schema.Top>>

/** Which of them are identity providers, and which are other services: each has a route in its group. */
export const identityProviders = ["okta", "azure-ad", "jumpcloud", "onelogin", "ping"] as const
export const otherApps = ["slack", "docusign", "adobe-sign", "dropbox-sign", "alumni"] as const

export const isIdentityProvider = Schema.is(Schema.Literals(identityProviders))

/** The bodies, decoded. */
export type ConnectBodies = { readonly [Name in keyof typeof connectBodies]: (typeof connectBodies)[Name]["Type"] }

export const OAuthService = Schema.Literals(["github", "google-workspace", "google-calendar"])
export type OAuthService = typeof OAuthService.Type

/**
 * Values of `/integrations?error=` after a failed OAuth connection: `oauth_denied` the person declined at the vendor,
 * `oauth_expired` it took longer than 10 minutes, was started in another session, or was finished before,
 * `oauth_failed` the vendor rejected the exchange, `oauth_unavailable` it gave no usable response, `credential_refused`
 * the granted scopes are insufficient, or the account administers no GitHub organization or several (start again with
 * `?org=`), `read_only` the organization is read-only.
 */
export const OAuthFailure = Schema.Literals([
  "oauth_denied",
  "oauth_expired",
  "oauth_failed",
  "oauth_unavailable",
  "credential_refused",
  "read_only"
])
export type OAuthFailure = typeof OAuthFailure.Type

export const OAuthStartQuery = {
  org: Schema.optionalKey(
    described(
      Text(39).check(
        Schema.isPattern(/^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/, {
          message: "must be the login of an organization"
        })
      ),
      "The GitHub organization to connect; default: the only one that the account administers",
      { example: "acme" }
    )
  )
}

/** Where to send the browser. */
export const OAuthLocation = Schema.Struct({ url: Schema.String })

// What OAuth 2.0 lets them consist of (RFC 6749, appendix A).
const visible = Schema.isPattern(/^[\x20-\x7e]*$/, { message: "must consist of visible ASCII characters" })

export const OAuthCallbackQuery = {
  code: Schema.optionalKey(described(Text(2048).check(visible), "The vendor's code", { example: "4/0Ab" })),
  state: Schema.optionalKey(described(Text(255).check(visible), "The state sent by start", { example: "xyz" })),
  error: Schema.optionalKey(described(Text(255).check(visible), "Why there is no code", { example: "access_denied" }))
}
