import { Schema } from "effect"
import { TimeZoneName, Timestamp } from "../kernel/dates.ts"
import { described } from "../kernel/described.ts"
import { wholeNumber } from "../kernel/paging.ts"
import { RequiredText, Text } from "../kernel/text.ts"
import { JurisdictionCode } from "../offboardings/schema.ts"

/** The body of `PATCH /api/organizations/me` (settings-2). Omitted fields are unchanged. */
export const UpdateSettings = Schema.Struct({
  name: RequiredText(100),
  /** Empty text is null. */
  benefitsRegion: Schema.optionalKey(Schema.NullOr(Schema.Literals(["us", ""]))),
  defaultJurisdiction: Schema.optionalKey(Schema.NullOr(JurisdictionCode)),
  timezone: Schema.optionalKey(TimeZoneName),
  autoRevokeAtExit: Schema.optionalKey(Schema.Boolean),
  namesInNotifications: Schema.optionalKey(
    described(Schema.Boolean, "Notification emails and chat messages name the departing employee", { example: true })
  ),
  advanceWhenReady: Schema.optionalKey(
    described(
      Schema.Boolean,
      "An offboarding moves from `it_revocation` to `asset_recovery`, and after its last day to `completed`, when the " +
        "conditions of the next stage are met",
      { example: false }
    )
  ),
  beginRevocationOnLastDay: Schema.optionalKey(
    described(Schema.Boolean, "An offboarding moves to `it_revocation` when its last day starts", { example: false })
  ),
  /** Shown in the employee portal; empty text is null. */
  returnInstructions: Schema.optionalKey(
    Schema.NullOr(
      described(Text(1000), "Where and how to return equipment", {
        example: "Larkspur IT, 12 Mill Lane, Bath. Ask reception for a box."
      })
    )
  )
})
export type UpdateSettings = typeof UpdateSettings.Type

const limits = { minimum: 6, maximum: 120 } as const

const months = Schema.Int.check(
  Schema.isBetween(limits, { message: "must be 6 to 120 months, or null to keep them indefinitely" })
)

/** The body of `PUT /api/organizations/me/retention`: how long closed offboardings are kept. */
export const Retention = Schema.Struct({ offboarding_retention_months: Schema.NullOr(months) })
export type Retention = typeof Retention.Type

const appliesFrom = described(
  Schema.NullOr(Timestamp),
  "When `offboarding_retention_months` takes effect; null if it already has"
)

/** The retention that is set, and until when the former one still applies (settings-10). */
export const RetentionSetting = Schema.Struct({
  ...Retention.fields,
  months_in_effect: described(
    Schema.NullOr(months),
    "The retention that nightly deletion uses now; null: kept indefinitely",
    {
      example: 24
    }
  ),
  applies_from: appliesFrom
})
export type RetentionSetting = typeof RetentionSetting.Type

export const RetentionPreviewQuery = Schema.Struct({
  offboarding_retention_months: described(
    wholeNumber(limits.minimum, limits.maximum),
    "Retention to preview, 6 to 120 months"
  )
})
export type RetentionPreviewQuery = typeof RetentionPreviewQuery.Type

/** What a retention would delete in its first night, if it were set now (settings-11). */
export const RetentionPreview = Schema.Struct({
  offboarding_retention_months: described(Schema.Int, "The previewed retention in months", { example: 24 }),
  applies_from: appliesFrom,
  first_night_at: described(Timestamp, "The first night that uses it"),
  offboardings: described(Schema.Int, "Closed offboardings that this night would delete because of it", { example: 14 })
})
export type RetentionPreview = typeof RetentionPreview.Type
