import { Record, Schema, SchemaGetter, Struct } from "effect"
import { CalendarDate, DateTimeText, TimeZoneName, Timestamp } from "../kernel/dates.ts"
import { described, leftOutByNull } from "../kernel/described.ts"
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

/** The route by which an offboarding came to be (events-1). */
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

/** What moved an offboarding to another stage (payloads-3). */
export const StageChangeSource = Schema.Literals(["app", "bulk", "api", "automation", "schedule"])
export type StageChangeSource = typeof StageChangeSource.Type

/** Described as `what` in requests, as `shown` in responses. */
const plainText = (max: number, what: string, shown: string, example: string) => ({
  shown: described(Schema.String, shown, { example }),
  created: leftOutByNull(Text(max), what, { example }),
  edited: Schema.optionalKey(described(Text(max), what, { example }))
})

/** The texts of a case that may be empty: showing, creating, storing, copying and editing follow this list. */
export const plainTexts = {
  employee_role: plainText(100, "Job title", "Job title, at most 100 characters; empty when not given", "Engineer"),
  employee_department: plainText(100, "Department", "At most 100 characters; empty when not given", "Research")
}
export type PlainText = keyof typeof plainTexts
export const plainTextNames = Struct.keys(plainTexts)

/** An offboarding as the public list shows it (cases-1); the field order is that of the wire. */
export const ListedOffboarding = Schema.Struct({
  id: described(OffboardingId, "The offboarding"),
  employee_name: described(Schema.String, "Name of the departing person; at most 200 characters", {
    example: "Ada Lovelace"
  }),
  employee_email: described(
    Schema.NullOr(Schema.String),
    "Work email address, at most 254 characters; null if unknown",
    {
      example: "ada@example.com"
    }
  ),
  ...Record.map(plainTexts, ({ shown }) => shown),
  exit_date: described(CalendarDate, "The last working day"),
  status: described(OffboardingStatus, "The stage; `pending` when created through the API"),
  separation_type: described(SeparationType, "Separation type"),
  manager_email: described(
    Schema.NullOr(Schema.String),
    "The manager's email address, at most 254 characters; null for none",
    {
      example: "grace@example.com"
    }
  ),
  created_at: described(Timestamp, "When it was created")
}).annotate({ identifier: "ListedOffboarding" })
export type ListedOffboarding = typeof ListedOffboarding.Type

export const OffboardingPage = Page(ListedOffboarding).annotate({ identifier: "OffboardingPage" })
export type OffboardingPage = typeof OffboardingPage.Type

export const OffboardingDetails = Schema.Struct({
  ...ListedOffboarding.fields,
  updated_at: described(Timestamp, "When it was last changed")
}).annotate({ identifier: "OffboardingDetails" })
export type OffboardingDetails = typeof OffboardingDetails.Type

export const ListOffboardings = {
  ...PageParams,
  status: Schema.optionalKey(described(OffboardingStatus, "Only offboardings in this stage")),
  department: Schema.optionalKey(described(Text(100), "Only this department; exact match", { example: "Research" }))
}

/** An address, or null or empty text for none. */
export const AddressOrNone = Schema.NullOr(
  Schema.String.check(
    Schema.makeFilter(
      (text) =>
        text === "" || Schema.is(EmailAddress)(text)
          ? undefined
          : "must be an email address of at most 254 characters, or null for none",
      { toJsonSchema: () => ({ maxLength: 254 }) }
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

/** When access ends and when employment ends, where that is not the last working day. */
export const CaseClocks = {
  access_ends_at: described(
    Schema.NullOr(DateTimeText(", or null for the end of the last working day").pipe(Schema.decodeTo(Timestamp))),
    "When access ends and is revoked automatically, if not at the end of the last working day: earlier for an " +
      "immediate revocation, later for a handover, but no later than the end of the day on which employment ends. " +
      "It stays when the last day or a time zone changes. Null for the end of the last working day",
    { example: "2026-04-30T12:00:00.000Z" }
  ),
  employment_ends_on: described(
    Schema.NullOr(CalendarDate),
    "The day on which employment ends, if later than the last working day (garden leave). Null for the last working day",
    { example: "2026-06-30" }
  )
}

const AppNames = Schema.Array(RequiredText(100)).check(Schema.isMaxLength(50, { message: "must name at most 50 apps" }))
const appNamesSentence =
  "Connected integrations by name; case-insensitive. A name that is not a connected integration able to revoke " +
  "access is refused with `unknown_apps`"
const appNamesExample = { example: ["github", "Intranet"] }

export const AppsToRevoke = described(AppNames, appNamesSentence, appNamesExample)

export const CreateOffboarding = Schema.Struct({
  employee_name: described(RequiredText(200), "Name of the departing person", { example: "Ada Lovelace" }),
  exit_date: described(CalendarDate, "The last working day"),
  employee_email: Schema.optionalKey(
    described(
      Schema.NullOr(EmailAddress),
      "Work email address; at most one open offboarding per email address, compared without case",
      { example: "ada@example.com" }
    )
  ),
  ...Record.map(plainTexts, ({ created }) => created),
  separation_type: leftOutByNull(SeparationType, "Separation type", { default: "resignation" }),
  access_ends_at: Schema.optionalKey(CaseClocks.access_ends_at),
  employment_ends_on: Schema.optionalKey(CaseClocks.employment_ends_on),
  timezone: leftOutByNull(
    TimeZoneName,
    "The person's IANA time zone, if it is not the organization's. Sets when their last day ends and access is " +
      "revoked automatically"
  ),
  apps_to_revoke: leftOutByNull(
    AppNames,
    `${appNamesSentence}. If omitted, the offboarding starts with no apps, and access revocation is blocked until an ` +
      "admin to confirm that there is nothing to revoke",
    appNamesExample
  ),
  jurisdiction: leftOutByNull(
    JurisdictionCode,
    "ISO 3166 code of a country or region, for example `DE` or `US-CA`. Decides which legal documents apply; " +
      "default: the organization's",
    { example: "DE" }
  ),
  manager_email: Schema.optionalKey(
    described(
      AddressOrNone,
      "The manager's email address. If omitted, it is taken from the employee directory if the manager is known; " +
        "null or empty means none. The employee's own email address is refused",
      { example: "grace@example.com" }
    )
  )
}).annotate({ identifier: "CreateOffboarding" })
export type CreateOffboarding = typeof CreateOffboarding.Type

export const CreatedOffboarding = Schema.Struct({
  ...ListedOffboarding.fields,
  apps_to_revoke: described(Schema.Array(Schema.String), "App names after resolution", {
    example: ["github", "Intranet"]
  }),
  revoke_at: described(
    Schema.NullOr(Timestamp),
    "When access is revoked automatically: at `access_ends_at` if set, else at the end of the last day in the " +
      "person's time zone; null without apps, or if the organization has automatic revocation off",
    { example: "2026-04-30T22:00:00.000Z" }
  )
}).annotate({ identifier: "CreatedOffboarding" })
export type CreatedOffboarding = typeof CreatedOffboarding.Type

/** `reason` of a cancellation: 5 to 500 characters. */
export const CancelReason = BoundedText(5, 500)

/** Nothing else can change. */
export const UpdateOffboarding = Schema.Struct({
  status: Schema.optionalKey(
    described(
      OffboardingStatus,
      "The stage to move to. `cancelled` is final; stages past `it_revocation`, and `completed`, are gated",
      { example: "cancelled" }
    )
  ),
  manager_email: Schema.optionalKey(
    described(
      AddressOrNone,
      "The manager's email address; null or empty clears it. The employee's own email addresses are refused",
      { example: "grace@example.com" }
    )
  ),
  // Read for `cancelled` only; otherwise ignored.
  reason: Schema.optionalKey(
    described(
      Schema.Json,
      "Text of 5 to 500 characters; required for `cancelled`, ignored otherwise; stored and audited",
      { example: "Withdrew the resignation" }
    )
  )
})
  .check(
    Schema.makeFilter(
      (body) =>
        body.status === undefined && body.manager_email === undefined
          ? "must have status, manager_email or both"
          : undefined,
      { toJsonSchema: () => ({ anyOf: [{ required: ["status"] }, { required: ["manager_email"] }] }) }
    )
  )
  .annotate({ identifier: "UpdateOffboarding" })
export type UpdateOffboarding = typeof UpdateOffboarding.Type

export const UpdatedOffboarding = Schema.Struct({
  id: ListedOffboarding.fields.id,
  employee_name: ListedOffboarding.fields.employee_name,
  status: described(OffboardingStatus, "The stage after the change", { example: "cancelled" }),
  manager_email: ListedOffboarding.fields.manager_email,
  updated_at: OffboardingDetails.fields.updated_at
}).annotate({ identifier: "UpdatedOffboarding" })
export type UpdatedOffboarding = typeof UpdatedOffboarding.Type

/** One thing that a stage gate still asks for (stages-4). */
export const MissingItem = Schema.Struct({
  kind: described(
    Schema.Literals(["app", "asset", "asset_confirmation", "task"]),
    "`app`: revoked or confirmed manually as removed; `asset`: returned or lost; `asset_confirmation`: asset " +
      "return confirmed; `task`: done or not needed"
  ),
  name: described(Schema.String, "Its name", { example: "github" }),
  still_active: Schema.optionalKey(
    described(
      Schema.Boolean,
      "True for an app whose account was still active when read after the removal: revoke it again, or confirm the removal manually"
    )
  )
}).annotate({ identifier: "MissingItem" })
export type MissingItem = typeof MissingItem.Type

/** What a departing member hands over before their offboarding is completed. */
export const HandoverItem = Schema.Struct({
  kind: described(
    Schema.Literals(["last_superadmin", "superadmin", "admin", "approval_chain"]),
    "`last_superadmin`: make another member Super Admin; `superadmin`: a Super Admin must complete the " +
      "offboarding of a Super Admin in the app; `admin`: an Admin must complete the offboarding of a member who " +
      "manages members in the app; `approval_chain`: set another approver in its steps"
  ),
  name: described(Schema.String, "Its name", { example: "Leadership" })
}).annotate({ identifier: "HandoverItem" })
export type HandoverItem = typeof HandoverItem.Type
