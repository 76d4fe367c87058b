import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { AuditLogPage } from "../audit-log/schema.ts"
import { ChecklistTemplateUnknown } from "../checklist-templates/errors.ts"
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
        "Those in the caller's record scope that pass every filter, the newest first unless told otherwise."
      )
    ),
    HttpApiEndpoint.get("get", "/:id", { params, success: CaseDetails, error: OffboardingNotFound }).annotateMerge(
      route(
        { permission: "offboardings_view" },
        "View an offboarding with its tasks, assets and documents",
        "What the list shows of it, the assets that the person holds or held, and its documents."
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
        "As the public API does, with what the form knows besides. Who sees direct reports only becomes the manager " +
          "where none is named and the directory knows none. While initiations need an approval, this and the other " +
          "ways to create one are for Super Admins, Admins and HR; everybody else submits an initiation."
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
        "Each form is accepted or refused by itself; those refused are listed with their place."
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
        "One offboarding to a row; the columns are the fields of the form, apps separated by `;`. Every row that is " +
          "refused is reported with its line and column, the others are created. `?dry_run=true` reports the same and " +
          "writes nothing. `rows` are those of the file as they were read."
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
        "Copies role, department, separation type, zone, jurisdiction, manager, the apps that are still connected " +
          "and the tasks, open again, unless the body says otherwise."
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
        "Any of its fields but the stage. The last day, the zone, the end of access and the apps move the automatic " +
          "revocation; an end of access that was given stays where it is when the others change. Apps that are revoked or " +
          "confirmed removed stay. Of a completed offboarding only who it is about can be corrected: " +
          "name, addresses, role and department. Under legal hold, and for 7 days after, the work address stays. While " +
          "initiations need an approval, name, work address, last day, ends of access and employment, zone and apps are for " +
          "Super Admins, Admins and HR."
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
        "What happened to an offboarding",
        "The audit entries about it, readable, newest first."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/employees")
  .annotateMerge(group("Cases", "Offboardings with their tasks, as the app works with them")) {}
