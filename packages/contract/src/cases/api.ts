import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { AuditLogPage } from "../audit-log/schema.ts"
import { ChecklistTemplateUnknown } from "../checklist-templates/errors.ts"
import { ListCsv, listExport, wholeList } from "../audit-list-exports/schema.ts"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { CsvImport, DryRun } from "../kernel/csv-import.ts"
import {
  ApprovalRequired,
  CaseCompleted,
  FeatureMissing,
  InvalidRequest,
  LegalHoldInForce,
  OutsideRecordScope,
  PastExitDatePermission,
  PlanLimitReached
} from "../kernel/errors.ts"
import { OffboardingId } from "../kernel/ids.ts"
import { OffsetParams } from "../kernel/paging.ts"
import { group, route } from "../kernel/route.ts"
import {
  AccessCutOffPermission,
  AccessEndsAfterEmployment,
  EmploymentEndsBeforeExit,
  JurisdictionUnknown,
  ManagerIsEmployee,
  OffboardingCancelled,
  OffboardingDuplicate,
  OffboardingNotFound,
  UnknownApps
} from "../offboardings/errors.ts"
import { AppsBeingRevoked, PersonInUse } from "../revocations/errors.ts"
import { DirectoryRecordUnknown } from "./errors.ts"
import {
  Case,
  CaseDetails,
  CaseImportReport,
  CasePage,
  CloneCase,
  CreateCase,
  CreateCases,
  CreatedCases,
  EditCase,
  EditedCase,
  ListCases
} from "./schema.ts"

const params = { id: described(OffboardingId, "The offboarding") }

const creationErrors = [
  ApprovalRequired,
  ChecklistTemplateUnknown,
  FeatureMissing,
  UnknownApps,
  ManagerIsEmployee,
  JurisdictionUnknown,
  EmploymentEndsBeforeExit,
  AccessEndsAfterEmployment,
  PlanLimitReached,
  PastExitDatePermission,
  AccessCutOffPermission,
  OutsideRecordScope,
  OffboardingDuplicate
] as const

/** Offboardings as the app works with them (cases-19, tasks-1). */
export class CasesApi extends HttpApiGroup.make("cases")
  .add(
    HttpApiEndpoint.get("list", "/", { query: ListCases, success: CasePage }).annotateMerge(
      route(
        { permission: "offboardings_view" },
        "List offboardings with their tasks",
        "Offboardings in the caller's record scope that match every filter, newest first by default."
      )
    ),
    HttpApiEndpoint.get("export", "/export", { query: wholeList(ListCases), success: ListCsv }).annotateMerge(
      listExport({ permission: "offboardings_view" }, "offboardings")
    ),
    HttpApiEndpoint.get("get", "/:id", { params, success: CaseDetails, error: OffboardingNotFound }).annotateMerge(
      route(
        { permission: "offboardings_view" },
        "View an offboarding with its tasks, assets and documents",
        "The fields of the list, with the equipment that the person holds or held and their documents."
      )
    ),
    HttpApiEndpoint.post("create", "/", {
      payload: CreateCase,
      success: Case.pipe(HttpApiSchema.status(201)),
      error: [DirectoryRecordUnknown, ...creationErrors]
    }).annotateMerge(
      route(
        { permission: "offboardings_create" },
        "Create an offboarding",
        "As in the public API, with the additional fields of the form. A caller who sees direct reports only " +
          "becomes the manager if none is given and the directory has none. While requests need approval, only " +
          "Super Admins, Admins and HR can create offboardings, here and by the other routes; everyone else " +
          "submits a request."
      )
    ),
    HttpApiEndpoint.post("bulk", "/bulk", {
      payload: CreateCases,
      success: CreatedCases.pipe(HttpApiSchema.status(201)),
      error: ApprovalRequired
    }).annotateMerge(
      route(
        { permission: "offboardings_create" },
        "Create several offboardings",
        "Each entry is accepted or refused on its own. Refused entries are listed with their position."
      )
    ),
    HttpApiEndpoint.post("import", "/import", {
      query: DryRun,
      payload: CsvImport,
      success: CaseImportReport,
      error: [InvalidRequest, ApprovalRequired]
    }).annotateMerge(
      route(
        { permission: "offboardings_create" },
        "Import offboardings from CSV",
        "One offboarding per row. The columns are the fields of the form; apps are separated by `;`. Refused " +
          "rows are listed with line and column; the others are created. `?dry_run=true` returns the same and " +
          "writes nothing. `rows` are the rows as read from the file."
      )
    ),
    HttpApiEndpoint.post("clone", "/:id/clone", {
      params,
      payload: CloneCase,
      success: Case.pipe(HttpApiSchema.status(201)),
      error: [OffboardingNotFound, ...creationErrors]
    }).annotateMerge(
      route(
        { permission: "offboardings_create" },
        "Copy an offboarding for another person",
        "Copies role, department, separation type, time zone, jurisdiction, manager, the apps that are still " +
          "connected and the tasks, reopened, unless the body says otherwise."
      )
    ),
    HttpApiEndpoint.patch("edit", "/:id", {
      params,
      payload: EditCase,
      success: EditedCase,
      error: [
        ApprovalRequired,
        UnknownApps,
        ManagerIsEmployee,
        JurisdictionUnknown,
        EmploymentEndsBeforeExit,
        AccessEndsAfterEmployment,
        PastExitDatePermission,
        AccessCutOffPermission,
        OutsideRecordScope,
        OffboardingNotFound,
        OffboardingDuplicate,
        OffboardingCancelled,
        CaseCompleted,
        LegalHoldInForce,
        AppsBeingRevoked,
        PersonInUse
      ]
    }).annotateMerge(
      route(
        { permission: "offboardings_edit" },
        "Change an offboarding",
        "Changes any field except the stage. Changing the last day, the time zone, the end of access or the apps " +
          "reschedules the automatic revocation; an explicit end of access stays when the others change. Apps that " +
          "are revoked or confirmed removed stay. In a completed offboarding, only who it is about can be " +
          "corrected: name, email addresses, role and department. The work email address stays under legal hold " +
          "and for 7 days after. While requests need approval, only Super Admins, Admins and HR can change name, " +
          "work email address, last day, ends of access and employment, time zone and apps."
      )
    ),
    HttpApiEndpoint.get("timeline", "/:id/timeline", {
      params,
      query: OffsetParams({ default: 50, maximum: 100 }),
      success: AuditLogPage,
      error: OffboardingNotFound
    }).annotateMerge(
      route(
        { permission: "offboardings_view" },
        "List the timeline of an offboarding",
        "The audit entries about the offboarding in readable form, newest first."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/employees")
  .annotateMerge(group("Cases", "Offboardings with their tasks, as used by the app")) {}
