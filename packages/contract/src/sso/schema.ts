import { Schema } from "effect"
import { Timestamp } from "../kernel/dates.ts"
import { examples } from "../kernel/examples.ts"
import { UserId } from "../kernel/ids.ts"
import { RequiredText, Text } from "../kernel/text.ts"

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"])

/** Browsers are sent there with nothing but a signed question, so a provider on the same machine may do without TLS. */
const isProviderAddress = (text: string) => {
  const url = URL.parse(text)
  if (url === null || url.username !== "" || url.password !== "" || url.hash !== "" || /\s/.test(text)) return false
  return url.protocol === "https:" || (url.protocol === "http:" && loopback.has(url.hostname))
}

/** Where browsers are sent at the identity provider: HTTPS, or HTTP on this machine. */
export const ProviderAddress = Text(2048).check(
  Schema.makeFilter<string>((text) => (isProviderAddress(text) ? undefined : "must be an https:// URL"), {
    ...examples("https://idp\\.example\\.com/[a-z]{1,8}"),
    toJsonSchema: () => ({ format: "uri", examples: ["https://idp.example.com/sso"] })
  })
)

/** The part of an email after the @, in lower case. */
const Domain = Text(253).check(
  Schema.isPattern(/^(?=.{4,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/, {
    message: "must be a domain in lower case, for example example.com",
    ...examples("[a-z]{3,8}\\.(com|org)")
  })
)

/**
 * The organization's identity provider: the fields, or the metadata document that contains them. Replaces the
 * configuration; without any of them the provider is unchanged, and omitted `bypass_user_ids` keep the exempt members.
 */
export const ConfigureSso = Schema.Struct({
  /** The provider's metadata (SAML 2.0), instead of the four fields below. */
  metadata_xml: Schema.optionalKey(Schema.NullOr(Text(262_144))),
  entry_point: Schema.optionalKey(ProviderAddress),
  /** The provider's entity id. */
  idp_issuer: Schema.optionalKey(RequiredText(1024)),
  /** X.509, as PEM or as the base64 of metadata: the holder of one of these keys speaks for the provider. */
  certificates: Schema.optionalKey(
    Schema.Array(RequiredText(16_384)).check(
      Schema.isMinLength(1, { message: "must hold at least one certificate" }),
      Schema.isMaxLength(5, { message: "must hold at most 5 certificates" })
    )
  ),
  /** Where sign-out continues if the provider supports single logout. */
  logout_url: Schema.optionalKey(Schema.NullOr(ProviderAddress)),
  /** Members sign in through the provider only. */
  enforce_sso: Schema.Boolean,
  /** Addresses outside these domains are not let in; without any, every member's is. */
  domains: Schema.optionalKey(
    Schema.Array(Domain).check(Schema.isMaxLength(50, { message: "must name at most 50 domains" }))
  ),
  /** Members who keep signing in with their password. Only Super Admins change them. */
  bypass_user_ids: Schema.optionalKey(
    Schema.Array(UserId).check(Schema.isMaxLength(100, { message: "must name at most 100 members" }))
  )
}).annotate({ identifier: "ConfigureSso" })
export type ConfigureSso = typeof ConfigureSso.Type

/** A certificate as a person compares it; it is public. */
export const SsoCertificate = Schema.Struct({
  /** SHA-256 of the certificate, as `AB:CD:…`. */
  fingerprint: Schema.String,
  subject: Schema.String,
  not_after: Timestamp
})
export type SsoCertificate = typeof SsoCertificate.Type

/** What the provider needs to know of this service; it exists before anything is configured. */
const serviceProvider = {
  sp_entity_id: Schema.String,
  acs_url: Schema.String,
  metadata_url: Schema.String,
  login_url: Schema.String
}

/** The configuration, and the service's data for the provider; without a configuration only the latter. */
export class SsoSettings extends Schema.Class<SsoSettings>("SsoSettings")({
  configured: Schema.Boolean,
  entry_point: Schema.NullOr(Schema.String),
  idp_issuer: Schema.NullOr(Schema.String),
  certificates: Schema.Array(SsoCertificate),
  logout_url: Schema.NullOr(Schema.String),
  enforce_sso: Schema.Boolean,
  domains: Schema.Array(Schema.String),
  bypass_user_ids: Schema.Array(UserId),
  updated_at: Schema.NullOr(Timestamp),
  ...serviceProvider
}) {}

export const RemovedSso = Schema.Struct({ success: Schema.tag(true) })

/** Why a sign-in through the provider was refused; `/login?error=` says `sso_` and this. */
export const SsoFailureCode = Schema.Literals([
  "invalid_response",
  "unsigned",
  "signature",
  "algorithm",
  "encrypted",
  "refused",
  "issuer",
  "audience",
  "recipient",
  "expired",
  "not_yet_valid",
  "request",
  "replayed",
  "browser",
  "no_email",
  "domain",
  "no_account"
])
export type SsoFailureCode = typeof SsoFailureCode.Type

/** A place in the application: a path that no browser reads as another site's address. */
export const ReturnPath = Text(2048).check(
  Schema.makeFilter<string>(
    (text) =>
      /^\/(?![/\\])[^\\\p{Cc}\p{Z}\p{Cf}]*$/u.test(text)
        ? undefined
        : "must be a path of this application, for example /offboardings",
    { ...examples("/[a-z]{1,12}"), toJsonSchema: () => ({ examples: ["/offboardings"] }) }
  )
)
