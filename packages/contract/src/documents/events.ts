import { Schema } from "effect"
import { OffboardingId, Uuid } from "../kernel/ids.ts"

/** A compliance document became signed, by a provider or by hand. */
export const DocumentSigned = Schema.TaggedStruct("document.signed", {
  documentId: Uuid,
  offboardingId: OffboardingId,
  documentName: Schema.String,
  documentType: Schema.String,
  source: Schema.Literals(["provider", "manual"]),
  provider: Schema.NullOr(Schema.Literals(["docusign", "adobe_sign", "dropbox_sign"]))
})
