import { Effect, Schema, SchemaGetter } from "effect"
import { described, documentedItems } from "../kernel/described.ts"
import { CalendarDate, Timestamp } from "../kernel/dates.ts"
import { AssetId, EmployeeId, OrgId } from "../kernel/ids.ts"
import { OffsetPage, OffsetParams } from "../kernel/paging.ts"
import { RequiredText, Text } from "../kernel/text.ts"

export const AssetCategory = Schema.Literals(["laptop", "monitor", "phone", "badge", "peripheral", "other"])
export type AssetCategory = typeof AssetCategory.Type

export const AssetStatus = Schema.Literals(["deployed", "returned", "lost"])
export type AssetStatus = typeof AssetStatus.Type

/** Who has it; every field null without a holder, and where the holder is outside the caller's record scope. */
export const AssetHolder = Schema.Struct({
  id: Schema.NullOr(EmployeeId),
  full_name: Schema.NullOr(Schema.String),
  email: Schema.NullOr(Schema.String),
  /** The organization's own number of the person. */
  employee_id: Schema.NullOr(Schema.String),
  department: Schema.NullOr(Schema.String)
})

const assetFields = {
  id: AssetId,
  org_id: OrgId,
  org_employee_id: Schema.NullOr(EmployeeId),
  item_name: Schema.String,
  serial_number: Schema.String,
  /** Empty when unknown. */
  model: Schema.String,
  category: AssetCategory,
  condition: Schema.String,
  /** Empty when there is none. */
  tracking_number: Schema.String,
  return_deadline: Schema.NullOr(CalendarDate),
  status: AssetStatus,
  created_at: Timestamp,
  updated_at: Timestamp,
  employee: AssetHolder
}

/** What the departing person announced by the portal link and what has not arrived yet. */
export const AssetShipment = Schema.Struct({
  carrier: Schema.String,
  tracking_number: Schema.String,
  announced_at: Timestamp
})
export type AssetShipment = typeof AssetShipment.Type

/** One asset, as lists and changes answer it (assets-1). */
export const Asset = Schema.Struct(assetFields)
export type Asset = typeof Asset.Type

/** An asset after its return; `unchanged` when it was returned already. */
export const ReturnedAsset = Schema.Struct({ ...assetFields, unchanged: Schema.optionalKey(Schema.tag(true)) })
export type ReturnedAsset = typeof ReturnedAsset.Type

/** Document 3 knows of no `status` and no assignee here, which stay without meaning: hence `state` and `holder`. */
export const ListAssets = {
  ...OffsetParams({ default: 100, maximum: 500 }),
  state: Schema.optionalKey(described(AssetStatus, "Only assets of this `status`")),
  category: Schema.optionalKey(described(AssetCategory, "Only assets of this category")),
  holder: Schema.optionalKey(described(EmployeeId, "Only assets that this person of the directory holds or held")),
  q: Schema.optionalKey(
    described(Text(200), "Search in name, serial number, model and holder's name; case-insensitive")
  )
}
export type ListAssets = Schema.Struct.Type<typeof ListAssets>

export const AssetPage = OffsetPage(Asset)
export type AssetPage = typeof AssetPage.Type

/** The buckets of the recovery timeline, in their order (assets-3). */
export const RecoveryBucket = Schema.Literals(["overdue-30d+", "overdue-8-30d", "overdue-1-7d", "due-0-7d", "due-8d+"])
export type RecoveryBucket = typeof RecoveryBucket.Type

export const AssetSummary = Schema.Struct({
  totals: Schema.Struct({ total: Schema.Int, deployed: Schema.Int, returned: Schema.Int, lost: Schema.Int }),
  /** Those of which there is an asset. */
  byCategory: Schema.Array(
    Schema.Struct({ category: AssetCategory, total: Schema.Int, deployed: Schema.Int, returned: Schema.Int })
  ),
  /** All five, in order; days are those of the organization's calendar. */
  recoveryTimeline: Schema.Array(
    Schema.Struct({ bucket: RecoveryBucket, state: Schema.Literals(["overdue", "due"]), count: Schema.Int })
  ),
  noDeadlineDeployedCount: Schema.Int
})
export type AssetSummary = typeof AssetSummary.Type

const isCategory = Schema.is(AssetCategory)

const GivenCategory = described(
  Schema.Json,
  "laptop, monitor, phone, badge, peripheral or other; anything else is stored as other"
).pipe(
  Schema.decodeTo(AssetCategory, {
    decode: SchemaGetter.transform((given: Schema.Json) => (isCategory(given) ? given : "other")),
    encode: SchemaGetter.transform((category: AssetCategory) => category)
  })
)

const optionalText = Schema.optionalKey(Schema.NullOr(Text(200)))

const given = {
  itemName: RequiredText(200),
  /** Unique in the organization. */
  serialNumber: RequiredText(200),
  model: optionalText,
  category: Schema.optionalKey(GivenCategory),
  /** `good` if omitted or empty. */
  condition: optionalText,
  /** The holder, by their id in the directory; null for none. */
  orgEmployeeId: Schema.optionalKey(Schema.NullOr(EmployeeId)),
  trackingNumber: optionalText,
  /** Still due through that day. */
  returnDeadline: Schema.optionalKey(Schema.NullOr(CalendarDate))
}

export const CreateAsset = Schema.Struct(given).annotate({ identifier: "CreateAsset" })
export type CreateAsset = typeof CreateAsset.Type

/** Name and serial number on every call; other omitted fields are unchanged. */
export const EditAsset = Schema.Struct({ ...given, status: Schema.optionalKey(AssetStatus) })
export type EditAsset = typeof EditAsset.Type

/** Each row separately, so that an invalid one does not exclude the others. */
export const ImportAssets = Schema.Struct({
  assets: Schema.Array(Schema.Json)
    .annotate({ examples: [[{ itemName: "MacBook Pro 14", serialNumber: "C02XL0ABJGH5", category: "laptop" }]] })
    .check(
      Schema.isMinLength(1, { message: "must have at least one asset" }),
      Schema.isMaxLength(1000, { message: "must have at most 1000 assets" }),
      documentedItems("CreateAsset")
    )
})

export const ImportedAssets = Schema.Struct({
  inserted: Schema.Int,
  skipped: Schema.Int,
  /** One for each that was skipped. */
  errors: Schema.Array(Schema.Struct({ serialNumber: Schema.String, reason: Schema.String }))
})
export type ImportedAssets = typeof ImportedAssets.Type

/** Only `found` is read. */
export const ReturnAsset = Schema.Struct({
  /** True: a lost one turned up again. */
  found: Schema.Boolean.pipe(Schema.withDecodingDefaultKey(Effect.succeed(false)))
})

export const ReturnAssets = Schema.Struct({
  ids: Schema.Array(AssetId).check(
    Schema.isMinLength(1, { message: "must name at least one asset" }),
    Schema.isMaxLength(500, { message: "must name at most 500 assets" })
  )
})

export const ReturnedAssets = Schema.Struct({ updated: Schema.Int, assets: Schema.Array(Asset) })
export type ReturnedAssets = typeof ReturnedAssets.Type

export const AssetDeleted = Schema.Struct({ success: Schema.tag(true) })
