import { Schema } from "effect"
import { DocumentId, OffboardingId } from "../kernel/ids.ts"
import { ESignatureProvider } from "./schema.ts"

/** A request ended without a signature; members working on the case are notified, webhooks are not. */
export const SignatureEnded = Schema.TaggedStruct("esignature.ended", {
  documentId: DocumentId,
  offboardingId: OffboardingId,
  documentName: Schema.String,
  employeeName: Schema.String,
  provider: ESignatureProvider,
  outcome: Schema.Literals(["declined", "expired", "voided", "failed"])
})
