import { Record, Schema, SchemaGetter, Struct } from "effect"
import { AssetShipment } from "../assets/schema.ts"
import { ChecklistItem, SlaStatus } from "../checklists/schema.ts"
import { ImportReport } from "../kernel/csv-import.ts"
import { CalendarDate, TimeZoneName, Timestamp } from "../kernel/dates.ts"
import { described, documentedItems } from "../kernel/described.ts"
import { AssetId, ChecklistTemplateId, DocumentId, EmployeeId, OffboardingId, UserId } from "../kernel/ids.ts"
import { OffsetPage, OffsetParams } from "../kernel/paging.ts"
import { TrueOrFalse } from "../kernel/true-or-false.ts"
import { EmailAddress, RequiredText, Text } from "../kernel/text.ts"
import {
  AddressOrNone,
  AppsToRevoke,
  CaseClocks,
  CreateOffboarding,
  JurisdictionCode,
  ListedOffboarding,
  OffboardingSource,
  OffboardingStatus,
  plainTexts,
  SeparationType
} from "../offboardings/schema.ts"
import { ResidualAccessResolution } from "../residual-access/schema.ts"
import { RevocationOutcome } from "../revocations/schema.ts"

/** An app selected for an offboarding, and what was done about it so far. */
export const CaseApp = Schema.Struct({
  service_name: Schema.String,
  /** What the latest run left; null before any. */
  outcome: Schema.NullOr(RevocationOutcome),
  verified: Schema.Boolean,
  revoked_at: Schema.NullOr(Timestamp),
  /** When a member marked the app as removed. */
  removal_confirmed_at: Schema.NullOr(Timestamp),
  /** Something was done here before the offboarding was changed to another person's address: it counts for that person alone. */
  done_for_another: Schema.Boolean,
  /** How the latest finding of an active account stands: `open`, or how it ended; null where there was none. */
  finding: Schema.NullOr(Schema.Literals(["open", ...ResidualAccessResolution.literals])),
  /**
   * The account was last read as active after its removal: it blocks the stage until a run or a check reads it as
   * inactive, or a member marks it as removed.
   */
  still_active: Schema.Boolean,
  /** When the service tries the app again; null when no retry is planned. */
  next_try_at: Schema.NullOr(Timestamp),
  /** Automatic retries made since the app failed first, at most 7. */
  retries: Schema.Int,
  /** When the service gave up retrying; null while it retries, and where there was nothing to retry. */
  retries_ended_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "CaseApp" })
export type CaseApp = typeof CaseApp.Type

/** An offboarding as the app shows it, with its tasks (tasks-1). */
export const Case = Schema.Struct({
  ...ListedOffboarding.fields,
  updated_at: Timestamp,
  employee_personal_email: Schema.NullOr(Schema.String),
  /** Null for the end of the last working day. */
  access_ends_at: Schema.NullOr(Timestamp),
  /** Null for the last working day. */
  employment_ends_on: Schema.NullOr(CalendarDate),
  /** The person's own zone; null for the organization's. */
  timezone: Schema.NullOr(Schema.String),
  jurisdiction: Schema.NullOr(Schema.String),
  source: OffboardingSource,
  initiated_by: Schema.NullOr(UserId),
  /** The member responsible for the offboarding; null if unassigned. */
  owner_id: Schema.NullOr(UserId),
  owner_name: Schema.NullOr(Schema.String),
  org_employee_id: Schema.NullOr(EmployeeId),
  no_apps_confirmed_at: Schema.NullOr(Timestamp),
  asset_return_confirmed_at: Schema.NullOr(Timestamp),
  cancel_reason: Schema.NullOr(Schema.String),
  completed_at: Schema.NullOr(Timestamp),
  legal_hold: Schema.Boolean,
  legal_hold_released_at: Schema.NullOr(Timestamp),
  /** The names of `apps`. */
  apps_to_revoke: Schema.Array(Schema.String),
  apps: Schema.Array(CaseApp),
  /** When access is revoked automatically; null if nothing is scheduled. */
  revoke_at: Schema.NullOr(Timestamp),
  /**
   * An API key created it with an end of access that had passed, beyond the day's number of automatic revocations: nothing is
   * revoked before an administrator starts it.
   */
  revocation_waits: Schema.Boolean,
  checklist_items: Schema.Array(ChecklistItem)
}).annotate({ identifier: "Case" })
export type Case = typeof Case.Type

/** What a change to another person's address undid. */
export const PersonChanged = Schema.Struct({
  reopened_apps: described(
    Schema.Array(Schema.String),
    "Apps whose removal was done for the previous person, so it no longer counts"
  ),
  portal_link_ended: described(Schema.Boolean, "Whether the previous person had an open portal link"),
  note: described(Schema.String, "What this means and what to do")
}).annotate({ identifier: "PersonChanged" })
export type PersonChanged = typeof PersonChanged.Type

/** The answer of an edit; `person_changed` only when the address became another person's. */
export const EditedCase = Schema.Struct({
  ...Case.fields,
  person_changed: Schema.optionalKey(PersonChanged)
}).annotate({ identifier: "EditedCase" })
export type EditedCase = typeof EditedCase.Type

/** Equipment of the person. */
export const CaseAsset = Schema.Struct({
  id: AssetId,
  item_name: Schema.String,
  serial_number: Schema.String,
  model: Schema.String,
  category: Schema.String,
  condition: Schema.String,
  tracking_number: Schema.NullOr(Schema.String),
  return_deadline: Schema.NullOr(CalendarDate),
  status: Schema.Literals(["deployed", "returned", "lost"]),
  /** Null unless the person announced on the portal that it is on its way, and it has not arrived. */
  shipment: Schema.NullOr(AssetShipment),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "CaseAsset" })
export type CaseAsset = typeof CaseAsset.Type

/** Paperwork of the offboarding (papers-7). */
export const CaseDocument = Schema.Struct({
  id: DocumentId,
  name: Schema.String,
  doc_type: Schema.String,
  status: Schema.Literals(["pending", "signed", "completed"]),
  file_url: Schema.NullOr(Schema.String),
  signed_by: Schema.NullOr(Schema.String),
  signed_at: Schema.NullOr(Timestamp),
  signature_reference: Schema.NullOr(Schema.String),
  expires_on: Schema.NullOr(CalendarDate),
  esignature_status: Schema.NullOr(Schema.String),
  created_at: Timestamp
}).annotate({ identifier: "CaseDocument" })
export type CaseDocument = typeof CaseDocument.Type

/** One offboarding; `assets` for who holds `assets_view`, `documents` for who holds `compliance_view`. */
export const CaseDetails = Schema.Struct({
  ...Case.fields,
  assets: Schema.optionalKey(Schema.Array(CaseAsset)),
  documents: Schema.optionalKey(Schema.Array(CaseDocument)),
  exit_interview_invited: described(Schema.Boolean, "Whether the person was invited to an exit interview", {
    example: false
  })
}).annotate({ identifier: "CaseDetails" })
export type CaseDetails = typeof CaseDetails.Type

export const CasePage = OffsetPage(Case).annotate({ identifier: "CasePage" })
export type CasePage = typeof CasePage.Type

const isStage = Schema.is(OffboardingStatus)

/** One or several, each as a parameter of its own or with commas between. */
const Stages = Schema.Array(Schema.String)
  .check(
    Schema.makeFilter((texts) =>
      texts.flatMap((text) => text.split(",")).every(isStage)
        ? undefined
        : `must be one of ${OffboardingStatus.literals.join(", ")}`
    )
  )
  .pipe(
    Schema.decodeTo(Schema.Array(OffboardingStatus), {
      decode: SchemaGetter.transform((texts) => texts.flatMap((text) => text.split(",")).filter(isStage)),
      encode: SchemaGetter.transform((stages: ReadonlyArray<string>) => stages)
    })
  )

export const CaseSort = Schema.Literals(["created_at", "updated_at", "exit_date", "employee_name", "status"])
export type CaseSort = typeof CaseSort.Type

/** What narrows the list, all of it together. */
const CaseFilters = {
  status: Schema.optionalKey(
    described(Stages, "Only these stages: comma-separated, or the parameter repeated", {
      example: ["pending"]
    })
  ),
  department: Schema.optionalKey(described(Text(100), "Only this department; exact match", { example: "Research" })),
  separation_type: Schema.optionalKey(described(SeparationType, "Only this separation type")),
  manager_email: Schema.optionalKey(
    described(Text(254), "Only reports of this manager; case-insensitive", { example: "grace@example.com" })
  ),
  exit_date_from: Schema.optionalKey(described(CalendarDate, "Last day on or after this one")),
  exit_date_to: Schema.optionalKey(described(CalendarDate, "Last day on or before this one")),
  legal_hold: Schema.optionalKey(
    described(TrueOrFalse, "`true`: only those under legal hold; `false`: only the others")
  ),
  sla: Schema.optionalKey(
    described(
      SlaStatus,
      "Only open offboardings with open tasks that have a deadline, by the worst one: `breached` after a " +
        "deadline has passed, `at_risk` with less than 25% of its hours left, else `on_track`"
    )
  ),
  revocation_failed: Schema.optionalKey(
    described(
      TrueOrFalse,
      "`true`: only those with an app whose latest run failed and that is not confirmed as removed; `false`: only the others"
    )
  ),
  open: Schema.optionalKey(
    described(TrueOrFalse, "`true`: only those neither completed nor canceled; `false`: only the others")
  ),
  owner: Schema.optionalKey(
    described(
      Schema.Union([Schema.Literals(["me", "none"]), UserId]),
      "Only those of this owner: `me`, a member's id, or `none` for unassigned"
    )
  ),
  q: Schema.optionalKey(
    described(Text(200), "Search in name, email address and job title; case-insensitive", { example: "lovelace" })
  ),
  sort: Schema.optionalKey(described(CaseSort, "Default: `created_at`. `status` sorts by stage order")),
  order: Schema.optionalKey(
    described(Schema.Literals(["asc", "desc"]), "Default: newest first for `created_at`, ascending for everything else")
  )
}

export const ListCases = {
  ...OffsetParams({ default: 50, maximum: 200 }),
  ...CaseFilters
}
const Query = Schema.Struct(ListCases)
export type ListCases = typeof Query.Type

/** Form fields in addition to the public API's. */
const further = {
  employee_personal_email: Schema.optionalKey(
    described(Schema.NullOr(EmailAddress), "Email address for contact after the last day", {
      example: "ada@example.net"
    })
  ),
  checklist_template_id: Schema.optionalKey(
    described(ChecklistTemplateId, "Checklist template; default: the recommended checklist")
  ),
  checklistTemplateId: Schema.optionalKey(described(ChecklistTemplateId, "Alternative name for the same field")),
  no_apps: Schema.optionalKey(
    described(Schema.Boolean, "There is nothing to revoke: confirmed immediately when an admin sends it")
  )
}

/** The form of a new offboarding. */
export const CreateCase = Schema.Struct({
  ...CreateOffboarding.fields,
  employee_name: Schema.optionalKey(
    described(RequiredText(200), "Name of the departing person; optional with `org_employee_id`", {
      example: "Ada Lovelace"
    })
  ),
  ...further,
  org_employee_id: Schema.optionalKey(
    described(EmployeeId, "The person's directory record; omitted fields are taken from it")
  )
})
  .check(
    Schema.makeFilter(
      (body) =>
        body.employee_name === undefined && body.org_employee_id === undefined
          ? { path: ["employee_name"], issue: "is required" }
          : undefined,
      { toJsonSchema: () => ({ anyOf: [{ required: ["employee_name"] }, { required: ["org_employee_id"] }] }) }
    )
  )
  .annotate({ identifier: "CreateCase" })
export type CreateCase = typeof CreateCase.Type

/** The person of the copy; what else is given takes the place of what would be copied. */
export const CloneCase = Schema.Struct({ ...CreateOffboarding.fields, ...further }).annotate({
  identifier: "CloneCase"
})
export type CloneCase = typeof CloneCase.Type

const mostAtOnce = 100

/** Forms that are judged one by one. */
export const CreateCases = Schema.Struct({
  employees: described(
    Schema.Array(Schema.Json).check(
      Schema.isMinLength(1, { message: "must have at least one form" }),
      Schema.isMaxLength(mostAtOnce, { message: `must have at most ${mostAtOnce} forms` }),
      documentedItems("CreateCase")
    ),
    "Forms as in `POST /api/employees`",
    { example: [{ employee_name: "Ada Lovelace", exit_date: "2026-04-30" }] }
  )
}).annotate({ identifier: "CreateCases" })
export type CreateCases = typeof CreateCases.Type

/** Why the form at this place of the request was refused. */
export const RefusedForm = Schema.Struct({
  /** From 0. */
  index: Schema.Int,
  error: Schema.String,
  code: Schema.optionalKey(Schema.String),
  /** Of a duplicate: the open offboarding. */
  id: Schema.optionalKey(OffboardingId)
}).annotate({ identifier: "RefusedForm" })
export type RefusedForm = typeof RefusedForm.Type

export const CreatedCases = Schema.Struct({
  created: Schema.Int,
  failed: Schema.Int,
  rows: Schema.Array(Case),
  errors: Schema.Array(RefusedForm)
}).annotate({ identifier: "CreatedCases" })
export type CreatedCases = typeof CreatedCases.Type

/** What an import made of the rows of its file. */
export const CaseImportReport = Schema.Struct({
  ...ImportReport.fields,
  /** The rows as read, in the order of the file; empty cells are omitted. */
  rows: Schema.Array(Schema.Struct({ line: Schema.Int, cells: Schema.Record(Schema.String, Schema.String) })),
  /** The offboardings of those that were imported; none in a dry run. */
  created: Schema.Array(Schema.Struct({ line: Schema.Int, id: OffboardingId }))
}).annotate({ identifier: "CaseImportReport" })
export type CaseImportReport = typeof CaseImportReport.Type

/** The columns of such a file, those that it must have first. */
export const caseImportColumns = {
  required: ["employee_name", "exit_date"],
  optional: Struct.keys(CreateCase.fields).filter(
    (name) => name !== "employee_name" && name !== "exit_date" && name !== "checklistTemplateId"
  )
} as const

const editable = {
  employee_name: Schema.optionalKey(
    described(RequiredText(200), "Name of the departing person", { example: "Ada Lovelace" })
  ),
  employee_email: Schema.optionalKey(
    described(Schema.NullOr(EmailAddress), "Work email address", { example: "ada@example.com" })
  ),
  employee_personal_email: Schema.optionalKey(
    described(Schema.NullOr(EmailAddress), "Email address for contact after the last day", {
      example: "ada@example.net"
    })
  ),
  ...Record.map(plainTexts, ({ edited }) => edited),
  exit_date: Schema.optionalKey(described(CalendarDate, "The last working day")),
  access_ends_at: Schema.optionalKey(CaseClocks.access_ends_at),
  employment_ends_on: Schema.optionalKey(CaseClocks.employment_ends_on),
  separation_type: Schema.optionalKey(described(SeparationType, "Separation type")),
  timezone: Schema.optionalKey(
    described(Schema.NullOr(TimeZoneName), "The person's time zone; null for the organization's", {
      example: "Europe/Berlin"
    })
  ),
  jurisdiction: Schema.optionalKey(
    described(Schema.NullOr(JurisdictionCode), "ISO 3166 code; null for none", { example: "DE" })
  ),
  manager_email: Schema.optionalKey(
    described(AddressOrNone, "The manager's email address; null or empty clears it", { example: "grace@example.com" })
  ),
  apps_to_revoke: Schema.optionalKey(AppsToRevoke)
}

/** What can be changed of an offboarding, any of it; its stage has a route of its own. */
export const EditCase = Schema.Struct(editable)
  .check(
    Schema.makeFilter(
      (body) =>
        Object.keys(body).length === 0 ? `must have at least one of ${Object.keys(editable).join(", ")}` : undefined,
      { toJsonSchema: () => ({ minProperties: 1 }) }
    )
  )
  .annotate({ identifier: "EditCase" })
export type EditCase = typeof EditCase.Type

const { apps_to_revoke: _apps, ...editableFields } = editable

/** The fields of a case that an edit can change, in one order; the apps besides. */
export const editableFieldNames = Struct.keys(editableFields)
