import { Schema } from "effect"
import { described } from "../kernel/described.ts"
import { EmailAddress, Text } from "../kernel/text.ts"

/** Whom a document can be sent to for signature (decisions, section 10). */
export const ESignatureProvider = Schema.Literals(["docusign", "adobe_sign", "dropbox_sign"])
export type ESignatureProvider = typeof ESignatureProvider.Type

/**
 * How a document's signature stands. `sending`: it is not known yet whether the provider took it; `pending`: with the
 * signer; `signed` by the provider's word; `declined` by the signer; `expired`; `cancelled` here; `voided` at the provider;
 * `failed`: it was never sent.
 */
export const ESignatureStatus = Schema.Literals([
  "not_requested",
  "sending",
  "pending",
  "signed",
  "declined",
  "expired",
  "cancelled",
  "voided",
  "failed"
])
export type ESignatureStatus = typeof ESignatureStatus.Type

/** E.164: a plus, the country code, and at most 15 digits in all. */
const Phone = Text(16).check(
  Schema.isPattern(/^\+[1-9]\d{6,14}$/, {
    message: "must be a phone number with country code (E.164), for example +4915112345678"
  })
)

const AccessCode = Schema.String.check(
  Schema.isPattern(/^[A-Za-z0-9]{4,12}$/, { message: "must be 4 to 12 letters or digits" })
)

export const RequestSignature = Schema.Struct({
  provider: Schema.optionalKey(
    described(ESignatureProvider, "Default: the provider that the organization connected", { example: "docusign" })
  ),
  signer_email: Schema.optionalKey(
    described(EmailAddress, "Email address to use instead of the work email address", {
      example: "ann.lee@home.example"
    })
  ),
  access_code: Schema.optionalKey(
    described(
      AccessCode,
      "Code that the signer must type; give it to them through another channel. It is never stored",
      {
        example: "7391Q"
      }
    )
  ),
  signer_phone: Schema.optionalKey(
    described(
      Phone,
      "The provider texts a code to this number. Stored only masked; cannot be combined with `access_code`",
      {
        example: "+4915112345678"
      }
    )
  ),
  acknowledge_mailbox_revoked: Schema.optionalKey(
    described(Schema.Boolean, "Send to the work email address although access to its mailbox was already revoked")
  )
}).check(
  Schema.makeFilter(
    ({ access_code, signer_phone }) =>
      access_code !== undefined && signer_phone !== undefined
        ? "access_code and signer_phone cannot be combined. Send only one of them"
        : undefined,
    { toJsonSchema: () => ({}) }
  )
)
export type RequestSignature = typeof RequestSignature.Type

/** The provider's id of the request; null while it is not known whether the provider took it. */
const RequestId = described(Schema.NullOr(Schema.String), "The provider's id; null until it is known", {
  example: "93be49ab-0000-4000-8000-f752070d71ec"
})

export const RequestedSignature = Schema.Struct({
  success: Schema.tag(true),
  requestId: RequestId,
  signingUrl: described(
    Schema.NullOr(Schema.String),
    "Where the signer signs; valid for a few minutes at some providers. Null if the provider only sends an email",
    { example: "https://app.docusign.example/signing/93be49ab" }
  ),
  provider: ESignatureProvider
})
export type RequestedSignature = typeof RequestedSignature.Type

export const SignatureStatus = Schema.Struct({
  status: ESignatureStatus,
  requestId: Schema.optionalKey(RequestId),
  provider: Schema.optionalKey(ESignatureProvider)
})
export type SignatureStatus = typeof SignatureStatus.Type

const days = (most: number) =>
  Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: most }, { message: `must be 1 to ${most} days` }))

/** How long the signer has, and how often the provider reminds them. */
export const SignatureSettings = Schema.Struct({
  reminder_days: described(Schema.NullOr(days(30)), "Days between reminders; null for none", { example: 3 }),
  expiry_days: described(days(120), "Days until an unsigned request expires", { example: 30 })
})
export type SignatureSettings = typeof SignatureSettings.Type

/** What is connected, and where the provider is to call. */
export const SignatureConnection = Schema.Struct({
  provider: ESignatureProvider,
  connected: Schema.Boolean,
  /** The operator's own account is used, because none is connected. */
  fallback: Schema.Boolean,
  callback_url: described(
    Schema.NullOr(Schema.String),
    "The webhook URL to enter at the provider; null for callers who cannot manage integrations, and if nothing is connected",
    { example: "https://leave.acme.example/api/esignature/callback/adobe_sign/Yk3…" }
  ),
  callbacks_verifiable: described(
    Schema.Boolean,
    "Whether callbacks can be verified; DocuSign needs an `hmac_keys` entry for it. Without verification, requests are checked on a schedule"
  )
})
export type SignatureConnection = typeof SignatureConnection.Type

export const SignatureConnections = Schema.Array(SignatureConnection)
