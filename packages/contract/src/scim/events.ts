import { Schema } from "effect"
import { EmployeeId } from "../kernel/ids.ts"

/** The identity provider deactivated somebody, and no offboarding could be created; told to admins, never to webhooks. */
export const ScimDeprovisionSkipped = Schema.TaggedStruct("scim.deprovision_skipped", {
  employeeId: EmployeeId,
  /** The sentence of the refusal. */
  reason: Schema.String
})
