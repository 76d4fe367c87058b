import { Schema } from "effect"
import { Refusal } from "../kernel/refusal.ts"

export class DefaultJurisdictionUnknown extends Refusal<DefaultJurisdictionUnknown>()(
  "DefaultJurisdictionUnknown",
  400,
  {
    error: Schema.tag(
      "defaultJurisdiction must be an ISO 3166 code of a country or region that exists, for example DE or US-CA, or null"
    )
  }
) {}

export class DeletionAlreadyScheduled extends Refusal<DeletionAlreadyScheduled>()("DeletionAlreadyScheduled", 409, {
  error: Schema.tag("The deletion of this organisation is scheduled already. Call it off first to change the day"),
  code: Schema.tag("deletion_scheduled")
}) {}

export class DeletionNotScheduled extends Refusal<DeletionNotScheduled>()("DeletionNotScheduled", 409, {
  error: Schema.tag("No deletion of this organisation is scheduled, or it can no longer be called off"),
  code: Schema.tag("deletion_not_scheduled")
}) {}
