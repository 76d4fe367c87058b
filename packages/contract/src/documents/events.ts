import { Schema } from "effect"
import { ESignatureProvider } from "../esignature/schema.ts"
import { described } from "../kernel/described.ts"
import { OffboardingId, Uuid } from "../kernel/ids.ts"

/** A compliance document became signed, by a provider or by hand. */
export const DocumentSigned = Schema.TaggedStruct("document.signed", {
  documentId: described(Uuid, "The document"),
  offboardingId: described(OffboardingId, "The offboarding"),
  documentName: described(Schema.String, "Its name", { example: "Severance agreement" }),
  documentType: described(Schema.String, "Its kind", { example: "severance_agreement" }),
  source: described(Schema.Literals(["provider", "manual"]), "By an e-signature provider or by hand"),
  provider: described(Schema.NullOr(ESignatureProvider), "Null when signed by hand")
})
