import { Schema, SchemaGetter } from "effect"
import { CalendarDate, TimeZoneName, Timestamp } from "../kernel/dates.ts"
import { OffboardingId } from "../kernel/ids.ts"
import { Page, PageParams } from "../kernel/paging.ts"
import { BoundedText, EmailAddress, RequiredText, Text } from "../kernel/text.ts"

export const OffboardingStatus = Schema.Literals([
  "pending",
  "notice_period",
  "it_revocation",
  "asset_recovery",
  "completed",
  "cancelled"
])
export type OffboardingStatus = typeof OffboardingStatus.Type

export const SeparationType = Schema.Literals([
  "resignation",
  "termination",
  "layoff",
  "redundancy",
  "retirement",
  "contract_end",
  "other"
])
export type SeparationType = typeof SeparationType.Type

/** The route by which an offboarding came to be (D1, events). */
export const OffboardingSource = Schema.Literals([
  "app",
  "clone",
  "bulk",
  "csv",
  "hris",
  "initiation",
  "api",
  "slack",
  "scim",
  "contract_expiry"
])
export type OffboardingSource = typeof OffboardingSource.Type

/** What moved an offboarding to another stage (D1, events). */
export const StageChangeSource = Schema.Literals(["app", "bulk", "api", "automation", "schedule"])
export type StageChangeSource = typeof StageChangeSource.Type

/** An offboarding as the public list shows it (D1, "Offboarding"); the field order is that of the wire. */
export const ListedOffboarding = Schema.Struct({
  id: OffboardingId,
  employee_name: Schema.String,
  employee_email: Schema.NullOr(Schema.String),
  employee_role: Schema.String,
  employee_department: Schema.String,
  /** The last working day. */
  exit_date: CalendarDate,
  status: OffboardingStatus,
  separation_type: SeparationType,
  manager_email: Schema.NullOr(Schema.String),
  created_at: Timestamp
})
export type ListedOffboarding = typeof ListedOffboarding.Type

export const OffboardingPage = Page(ListedOffboarding)
export type OffboardingPage = typeof OffboardingPage.Type

export const OffboardingDetails = Schema.Struct({ ...ListedOffboarding.fields, updated_at: Timestamp })
export type OffboardingDetails = typeof OffboardingDetails.Type

export const ListOffboardings = {
  ...PageParams,
  status: Schema.optionalKey(OffboardingStatus),
  /** Exact match. */
  department: Schema.optionalKey(Text(100))
}

/** An address, or null or empty text for none. */
const AddressOrNone = Schema.NullOr(
  Schema.String.check(
    Schema.makeFilter((text) =>
      text === "" || Schema.is(EmailAddress)(text)
        ? undefined
        : "must be an e-mail address of at most 254 characters, or null for none"
    )
  )
)

/** ISO 3166-1 alpha-2 or ISO 3166-2 in form, in any case; stored in upper case. The service knows which codes exist. */
export const JurisdictionCode = Schema.String.check(
  Schema.isPattern(/^[A-Za-z]{2}(?:-[A-Za-z0-9]{1,3})?$/, {
    message: "must be an ISO 3166 code of a country or region, for example DE or US-CA"
  })
).pipe(
  Schema.decodeTo(Schema.String, {
    decode: SchemaGetter.transform((code: string) => code.toUpperCase()),
    encode: SchemaGetter.transform((code: string) => code)
  })
)

export const CreateOffboarding = Schema.Struct({
  employee_name: RequiredText(200),
  exit_date: CalendarDate,
  employee_email: Schema.optionalKey(Schema.NullOr(EmailAddress)),
  employee_role: Schema.optionalKey(Text(100)),
  employee_department: Schema.optionalKey(Text(100)),
  /** `resignation` when absent. */
  separation_type: Schema.optionalKey(SeparationType),
  /** The person's zone if it is not the organisation's. */
  timezone: Schema.optionalKey(TimeZoneName),
  /** Connected integrations by name, without case. */
  apps_to_revoke: Schema.optionalKey(
    Schema.Array(RequiredText(100)).check(Schema.isMaxLength(50, { message: "must name at most 50 apps" }))
  ),
  jurisdiction: Schema.optionalKey(JurisdictionCode),
  /** Filled from the employee directory when absent; null or empty for none. */
  manager_email: Schema.optionalKey(AddressOrNone)
})
export type CreateOffboarding = typeof CreateOffboarding.Type

export const CreatedOffboarding = Schema.Struct({
  ...ListedOffboarding.fields,
  /** The names after resolution. */
  apps_to_revoke: Schema.Array(Schema.String),
  /** When access is revoked automatically: the end of the last day in the person's zone. */
  revoke_at: Schema.NullOr(Timestamp)
})
export type CreatedOffboarding = typeof CreatedOffboarding.Type

/** `reason` of a cancellation: 5 to 500 characters. */
export const CancelReason = BoundedText(5, 500)

/** Nothing else can change. */
export const UpdateOffboarding = Schema.Struct({
  status: Schema.optionalKey(OffboardingStatus),
  /** Null or empty clears it. */
  manager_email: Schema.optionalKey(AddressOrNone),
  /** Read for `cancelled` only, so what stands here otherwise does not matter. */
  reason: Schema.optionalKey(Schema.Json)
}).check(
  Schema.makeFilter((body) =>
    body.status === undefined && body.manager_email === undefined
      ? "must have status, manager_email or both"
      : undefined
  )
)
export type UpdateOffboarding = typeof UpdateOffboarding.Type

export const UpdatedOffboarding = Schema.Struct({
  id: OffboardingId,
  employee_name: Schema.String,
  status: OffboardingStatus,
  manager_email: Schema.NullOr(Schema.String),
  updated_at: Timestamp
})
export type UpdatedOffboarding = typeof UpdatedOffboarding.Type

/** One thing that a stage gate still asks for (decisions 4.4). */
export const MissingItem = Schema.Struct({
  kind: Schema.Literals(["app", "asset", "asset_confirmation", "task"]),
  name: Schema.String
})
export type MissingItem = typeof MissingItem.Type
