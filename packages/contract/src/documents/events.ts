import { Schema } from "effect"
import { ESignatureProvider } from "../esignature/schema.ts"
import { described } from "../kernel/described.ts"
import { OffboardingId, Uuid } from "../kernel/ids.ts"

/** A compliance document became signed, by a provider or by hand. */
export const DocumentSigned = Schema.TaggedStruct("document.signed", {
  documentId: described(Uuid, "The document"),
  offboardingId: described(OffboardingId, "The offboarding"),
  documentName: described(Schema.String, "Its name", { example: "Severance agreement" }),
  documentType: described(Schema.String, "Its type", { example: "severance_agreement" }),
  source: described(
    Schema.Literals(["provider", "manual"]),
    "`provider`: signed through an e-signature provider; `manual`: signed outside of it"
  ),
  provider: described(Schema.NullOr(ESignatureProvider), "Null for a manual signature")
})
