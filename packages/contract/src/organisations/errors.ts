import { Schema } from "effect"
import { Refusal } from "../kernel/refusal.ts"

export class OrganisationNotFound extends Refusal<OrganisationNotFound>()("OrganisationNotFound", 404, {
  error: Schema.tag("Organization not found")
}) {}
