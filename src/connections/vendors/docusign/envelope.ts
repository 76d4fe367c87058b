import { type DateTime, Schema } from "effect"
import { momentOf, RequestId } from "#connections/vendors/protocol/signing-answers"
import type { SignatureState } from "#connections/vendors/protocol/signing-provider"
import { maybeText } from "#connections/vendors/protocol/vendor-json"

/** The answer to a new envelope. */
export const Made = Schema.Struct({ envelopeId: RequestId })

/** Envelopes found by the transaction that created them. */
export const Found = Schema.Struct({
  envelopeTransactionStatuses: Schema.optionalKey(
    Schema.NullOr(Schema.Array(Schema.Struct({ envelopeId: maybeText, transactionId: maybeText })))
  ),
  envelopes: Schema.optionalKey(
    Schema.NullOr(Schema.Array(Schema.Struct({ envelopeId: maybeText, transactionId: maybeText })))
  )
})

/** An envelope as its state is read. */
export const Envelope = Schema.Struct({
  status: Schema.String,
  completedDateTime: maybeText,
  expireDateTime: maybeText,
  voidedDateTime: maybeText,
  voidedReason: maybeText
})

/** Whom an envelope is for, and when they signed. */
export const Recipients = Schema.Struct({
  signers: Schema.optionalKey(
    Schema.NullOr(
      Schema.Array(
        Schema.Struct({ name: maybeText, email: maybeText, clientUserId: maybeText, signedDateTime: maybeText })
      )
    )
  )
})

/** Where a recipient signs. */
export const View = Schema.Struct({ url: Schema.String })

/** The account's ways to make sure who signs. */
export const Workflows = Schema.Struct({
  identityVerification: Schema.optionalKey(
    Schema.NullOr(Schema.Array(Schema.Struct({ workflowId: maybeText, defaultName: maybeText })))
  )
})

/** DocuSign voids an expired envelope itself with a reason that names it; a sender has to enter their own. */
const isExpiry = ({ expireDateTime, voidedDateTime, voidedReason }: typeof Envelope.Type, now: DateTime.Utc) => {
  if (/\benvelope\b.*\bexpired\b/i.test(voidedReason ?? "")) return true
  const ends = momentOf(expireDateTime)
  const at = momentOf(voidedDateTime) ?? now
  return (voidedReason ?? "").trim() === "" && ends !== null && ends.epochMilliseconds <= at.epochMilliseconds
}

/** DocuSign has no status of its own for what expired. */
export const statusOf = (found: typeof Envelope.Type, now: DateTime.Utc): SignatureState["status"] => {
  switch (found.status.toLowerCase()) {
    case "completed":
      return "signed"
    case "declined":
      return "declined"
    case "voided":
      return isExpiry(found, now) ? "expired" : "voided"
    case "deleted":
      return "voided"
    default:
      return "pending"
  }
}
