import { Schema } from "effect"
import { EmployeeId } from "../kernel/ids.ts"

/** The identity provider deactivated a person, and no offboarding could be created; for admins, never for webhooks. */
export const ScimDeprovisionSkipped = Schema.TaggedStruct("scim.deprovision_skipped", {
  employeeId: EmployeeId,
  /** The sentence of the refusal. */
  reason: Schema.String,
  /** Its tag, for other languages. */
  refusal: Schema.optionalKey(Schema.String)
})
