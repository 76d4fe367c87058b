import { Schema } from "effect"
import { Refusal } from "../kernel/refusal.ts"

export class DefaultJurisdictionUnknown extends Refusal<DefaultJurisdictionUnknown>("DefaultJurisdictionUnknown")(
  {
    error: Schema.tag(
      "defaultJurisdiction must be an ISO 3166 code of a country or region that exists, for example DE or US-CA, or null"
    )
  },
  { httpApiStatus: 400 }
) {
  readonly _tag = "DefaultJurisdictionUnknown"
}

export class DeletionAlreadyScheduled extends Refusal<DeletionAlreadyScheduled>("DeletionAlreadyScheduled")(
  {
    error: Schema.tag("The deletion of this organisation is scheduled already. Call it off first to change the day"),
    code: Schema.tag("deletion_scheduled")
  },
  { httpApiStatus: 409 }
) {
  readonly _tag = "DeletionAlreadyScheduled"
}

export class DeletionNotScheduled extends Refusal<DeletionNotScheduled>("DeletionNotScheduled")(
  {
    error: Schema.tag("No deletion of this organisation is scheduled, or it can no longer be called off"),
    code: Schema.tag("deletion_not_scheduled")
  },
  { httpApiStatus: 409 }
) {
  readonly _tag = "DeletionNotScheduled"
}
