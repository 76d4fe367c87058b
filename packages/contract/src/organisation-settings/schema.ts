import { Schema } from "effect"
import { TimeZoneName } from "../kernel/dates.ts"
import { described } from "../kernel/described.ts"
import { RequiredText, Text } from "../kernel/text.ts"
import { JurisdictionCode } from "../offboardings/schema.ts"

/** The body of `PATCH /api/organizations/me` (settings-2). What is left out stays as it is. */
export const UpdateSettings = Schema.Struct({
  name: RequiredText(100),
  /** Empty text is null. */
  benefitsRegion: Schema.optionalKey(Schema.NullOr(Schema.Literals(["us", ""]))),
  defaultJurisdiction: Schema.optionalKey(Schema.NullOr(JurisdictionCode)),
  timezone: Schema.optionalKey(TimeZoneName),
  autoRevokeAtExit: Schema.optionalKey(Schema.Boolean),
  /** Shown on the page of whoever leaves; empty text is null. */
  returnInstructions: Schema.optionalKey(
    Schema.NullOr(
      described(Text(1000), "Where things go back to, and how", {
        example: "Larkspur IT, 12 Mill Lane, Bath. Ask reception for a box."
      })
    )
  )
})
export type UpdateSettings = typeof UpdateSettings.Type

const months = Schema.Int.check(
  Schema.isBetween({ minimum: 6, maximum: 120 }, { message: "must be 6 to 120 months, or null to keep them for ever" })
)

/** How long closed cases are kept. */
export const Retention = Schema.Struct({ offboarding_retention_months: Schema.NullOr(months) })
export type Retention = typeof Retention.Type
