import { Schema } from "effect"

export class OrganisationNotFound extends Schema.Error<OrganisationNotFound>("OrganisationNotFound")(
  { error: Schema.tag("Organisation not found") },
  { httpApiStatus: 404 }
) {
  readonly _tag = "OrganisationNotFound"
}
