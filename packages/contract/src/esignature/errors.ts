import { Schema } from "effect"
import { described } from "../kernel/described.ts"
import { Refusal, sentence } from "../kernel/refusal.ts"

/** Neither connected by the organization nor configured by the operator. */
export class SignatureProviderMissing extends Refusal<SignatureProviderMissing>()("SignatureProviderMissing", 400, {
  error: described(Schema.String, "Which provider is missing and what to do", {
    example:
      "No e-signature provider is connected. Connect DocuSign, Adobe Sign or Dropbox Sign under Integrations first"
  }),
  code: Schema.tag("no_provider")
}) {}

export class SignatureFileMissing extends Refusal<SignatureFileMissing>()("SignatureFileMissing", 400, {
  error: Schema.tag("No file is attached to this document, so it cannot be signed. Upload a file first"),
  code: Schema.tag("no_file")
}) {}

/** The document has the address of a file, which gave none that can be signed. */
export class SignatureFileUnreadable extends Refusal<SignatureFileUnreadable>()("SignatureFileUnreadable", 400, {
  error: described(Schema.String, "Why the file cannot be sent and what to do", {
    example: "The file could not be read at its URL. Upload it instead"
  }),
  code: Schema.tag("file_unreadable")
}) {}

export class SignerAddressMissing extends Refusal<SignerAddressMissing>()("SignerAddressMissing", 400, {
  error: Schema.tag("This offboarding has no email address for the signer. Send signer_email"),
  code: Schema.tag("no_address")
}) {}

export class SignaturePending extends Refusal<SignaturePending>()("SignaturePending", 409, {
  error: Schema.tag("A signature request for this document is already pending. Cancel it before you send another one"),
  code: Schema.tag("signature_pending")
}) {}

export class SignatureExists extends Refusal<SignatureExists>()("SignatureExists", 409, {
  error: Schema.tag("This document is already signed. Set its status to pending to request a new signature"),
  code: Schema.tag("already_signed")
}) {}

/** The person could no longer read the email (signing-7). */
export class SignerMailboxRevoked extends Refusal<SignerMailboxRevoked>()("SignerMailboxRevoked", 409, {
  error: Schema.tag(
    "Access to the person's work account was already revoked, so they cannot read email sent there. Send signer_email, or acknowledge_mailbox_revoked: true"
  ),
  code: Schema.tag("signer_mailbox_revoked")
}) {}

export class SignatureNotPending extends Refusal<SignatureNotPending>()("SignatureNotPending", 409, {
  error: described(Schema.String, "The e-signature status", {
    example: "No signature request for this document is pending, so there is nothing to cancel"
  }),
  code: Schema.tag("signature_not_pending")
}) {}

/** The provider refused; the sentence names the outcome. */
export class SigningProviderFailed extends Refusal<SigningProviderFailed>()("SigningProviderFailed", 502, {
  error: sentence("DocuSign answered 503 Service Unavailable. Nothing was sent; try again later"),
  code: Schema.tag("provider_failed")
}) {}

/** One answer for an unknown address and for a callback that its provider did not make: on purpose the same for all. */
export class SignatureCallbackRefused extends Refusal<SignatureCallbackRefused>()("SignatureCallbackRefused", 401, {
  error: Schema.tag("The callback does not belong to a connected e-signature account")
}) {}
