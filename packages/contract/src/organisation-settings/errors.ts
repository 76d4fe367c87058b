import { Schema } from "effect"
import { Refusal } from "../kernel/refusal.ts"

export class DefaultJurisdictionUnknown extends Refusal<DefaultJurisdictionUnknown>()(
  "DefaultJurisdictionUnknown",
  400,
  {
    error: Schema.tag(
      "defaultJurisdiction must be an existing ISO 3166 code of a country or region, for example DE or US-CA, or null"
    )
  }
) {}

export class DeletionAlreadyScheduled extends Refusal<DeletionAlreadyScheduled>()("DeletionAlreadyScheduled", 409, {
  error: Schema.tag("The deletion of this organization is already scheduled. Cancel it first to change the day"),
  code: Schema.tag("deletion_scheduled")
}) {}

export class DeletionNotScheduled extends Refusal<DeletionNotScheduled>()("DeletionNotScheduled", 409, {
  error: Schema.tag("No deletion of this organization is scheduled, or it can no longer be canceled"),
  code: Schema.tag("deletion_not_scheduled")
}) {}
