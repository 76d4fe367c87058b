import { Schema } from "effect"
import { Refusal } from "../kernel/refusal.ts"

export class OrganisationNotFound extends Refusal<OrganisationNotFound>("OrganisationNotFound")(
  { error: Schema.tag("Organisation not found") },
  { httpApiStatus: 404 }
) {
  readonly _tag = "OrganisationNotFound"
}
