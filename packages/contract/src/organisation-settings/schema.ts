import { Schema } from "effect"
import { TimeZoneName } from "../kernel/dates.ts"
import { RequiredText } from "../kernel/text.ts"
import { JurisdictionCode } from "../offboardings/schema.ts"

/** The body of `PATCH /api/organizations/me` (settings-2). What is left out stays as it is. */
export const UpdateSettings = Schema.Struct({
  name: RequiredText(100),
  /** Empty text is null. */
  benefitsRegion: Schema.optionalKey(Schema.NullOr(Schema.Literals(["us", ""]))),
  defaultJurisdiction: Schema.optionalKey(Schema.NullOr(JurisdictionCode)),
  timezone: Schema.optionalKey(TimeZoneName),
  autoRevokeAtExit: Schema.optionalKey(Schema.Boolean)
})
export type UpdateSettings = typeof UpdateSettings.Type

const months = Schema.Int.check(
  Schema.isBetween({ minimum: 6, maximum: 120 }, { message: "must be 6 to 120 months, or null to keep them for ever" })
)

/** How long closed cases are kept. */
export const Retention = Schema.Struct({ offboarding_retention_months: Schema.NullOr(months) })
export type Retention = typeof Retention.Type
