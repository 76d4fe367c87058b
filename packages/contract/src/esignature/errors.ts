import { Schema } from "effect"
import { described } from "../kernel/described.ts"
import { Refusal, sentence } from "../kernel/refusal.ts"

/** Neither connected by the organisation nor configured by the operator. */
export class SignatureProviderMissing extends Refusal<SignatureProviderMissing>()("SignatureProviderMissing", 400, {
  error: described(Schema.String, "Which provider is missing and what to do", {
    example:
      "No e-signature provider is connected. Connect DocuSign, Adobe Sign or Dropbox Sign under Integrations first"
  }),
  code: Schema.tag("no_provider")
}) {}

export class SignatureFileMissing extends Refusal<SignatureFileMissing>()("SignatureFileMissing", 400, {
  error: Schema.tag("No file is attached to this document, so there is nothing to sign. Upload it first"),
  code: Schema.tag("no_file")
}) {}

/** The document has the address of a file, which gave none that can be signed. */
export class SignatureFileUnreadable extends Refusal<SignatureFileUnreadable>()("SignatureFileUnreadable", 400, {
  error: described(Schema.String, "Why the file cannot be sent and what to do", {
    example: "The file could not be read at its address. Upload it instead"
  }),
  code: Schema.tag("file_unreadable")
}) {}

export class SignerAddressMissing extends Refusal<SignerAddressMissing>()("SignerAddressMissing", 400, {
  error: Schema.tag("This offboarding has no e-mail address of the person. Send signer_email"),
  code: Schema.tag("no_address")
}) {}

export class SignaturePending extends Refusal<SignaturePending>()("SignaturePending", 409, {
  error: Schema.tag("A signature of this document is pending already. Cancel it first to send another request"),
  code: Schema.tag("signature_pending")
}) {}

export class SignatureExists extends Refusal<SignatureExists>()("SignatureExists", 409, {
  error: Schema.tag("This document is signed already. Set its status back to pending first to have it signed anew"),
  code: Schema.tag("already_signed")
}) {}

/** The person could not read the mail any more (signing-7). */
export class SignerMailboxRevoked extends Refusal<SignerMailboxRevoked>()("SignerMailboxRevoked", 409, {
  error: Schema.tag(
    "The person's access to their work account was revoked already, so they cannot read what is mailed there. Send signer_email, or acknowledge_mailbox_revoked: true"
  ),
  code: Schema.tag("signer_mailbox_revoked")
}) {}

export class SignatureNotPending extends Refusal<SignatureNotPending>()("SignatureNotPending", 409, {
  error: described(Schema.String, "How the signature stands", {
    example: "No signature of this document is pending, so there is nothing to cancel"
  }),
  code: Schema.tag("signature_not_pending")
}) {}

/** The provider did not do as it was asked; the sentence says what became of it. */
export class SigningProviderFailed extends Refusal<SigningProviderFailed>()("SigningProviderFailed", 502, {
  error: sentence("DocuSign answered 503 Service Unavailable. Nothing was sent; try again later"),
  code: Schema.tag("provider_failed")
}) {}

/** One answer for an unknown address and for a callback that its provider did not make: on purpose the same for all. */
export class SignatureCallbackRefused extends Refusal<SignatureCallbackRefused>()("SignatureCallbackRefused", 401, {
  error: Schema.tag("The callback is not one of a connected e-signature account")
}) {}
