import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { EmployeeNotFound } from "../erasure/errors.ts"
import { ListCsv, listExport, wholeList } from "../audit-list-exports/schema.ts"
import { behindSession } from "../kernel/behind.ts"
import { CsvImport, DryRun } from "../kernel/csv-import.ts"
import { described } from "../kernel/described.ts"
import { InvalidRequest, PlanLimitExceeded, PlanLimitReached } from "../kernel/errors.ts"
import { EmployeeId } from "../kernel/ids.ts"
import { group, route } from "../kernel/route.ts"
import { PersonInUse } from "../revocations/errors.ts"
import { EmployeeEmailTaken, EmployeeErased, EmployeeInUse, EmployeeNumberTaken, OwnManager } from "./errors.ts"
import {
  CreateEmployee,
  DirectoryEmployee,
  DirectoryEmployeeDetails,
  DirectoryPage,
  EmployeeImportReport,
  ListDirectory,
  UpdateEmployee
} from "./schema.ts"

const person = { id: described(EmployeeId, "The person's directory record") }
const read = { permission: "offboardings_view" } as const
const write = { permission: "employees_manage" } as const

/** Everyone who works or worked in the organization, within the caller's scope (directory-4). */
export class DirectoryApi extends HttpApiGroup.make("directory")
  .add(
    HttpApiEndpoint.get("list", "/", { query: ListDirectory, success: DirectoryPage }).annotateMerge(
      route(
        read,
        "List the directory",
        "People in the caller's record scope, by name. Filters narrow the list. `limit` defaults to 50 and is at most 200."
      )
    ),
    HttpApiEndpoint.get("export", "/export", { query: wholeList(ListDirectory), success: ListCsv }).annotateMerge(
      listExport(read, "the directory")
    ),
    HttpApiEndpoint.get("get", "/:id", {
      params: person,
      success: DirectoryEmployeeDetails,
      error: EmployeeNotFound
    }).annotateMerge(route(read, "View a person", "With their open offboarding and the equipment they hold.")),
    HttpApiEndpoint.post("create", "/", {
      payload: CreateEmployee,
      success: DirectoryEmployee.pipe(HttpApiSchema.status(201)),
      error: [OwnManager, PlanLimitReached, PlanLimitExceeded, EmployeeEmailTaken, EmployeeNumberTaken]
    }).annotateMerge(
      route(
        write,
        "Add a person",
        "Email addresses and employee numbers are unique in the directory; email addresses are compared without " +
          "case. Active people count toward the plan limit."
      )
    ),
    HttpApiEndpoint.post("import", "/import", {
      payload: CsvImport,
      query: {
        ...DryRun,
        update: described(
          Schema.Literals(["true", "false"]),
          "`true`: update people whose email address is already in the directory",
          {
            default: "false"
          }
        ).pipe(Schema.optionalKey)
      },
      success: EmployeeImportReport,
      error: InvalidRequest
    }).annotateMerge(
      route(
        write,
        "Import people from CSV",
        "The first line names the columns by field name; `full_name` and `email` are required. Rows that cannot " +
          "be imported are listed with their line; the others are imported, as many as the plan allows. A person " +
          "whose email address is already in the directory is reported as a duplicate, or updated with " +
          "`?update=true`, where an empty cell keeps the current value. `?dry_run=true` returns the same and " +
          "writes nothing. At most 2,000 rows and 1 MB."
      )
    ),
    HttpApiEndpoint.patch("update", "/:id", {
      params: person,
      payload: UpdateEmployee,
      success: DirectoryEmployee,
      error: [
        OwnManager,
        PlanLimitReached,
        PlanLimitExceeded,
        EmployeeNotFound,
        EmployeeEmailTaken,
        EmployeeNumberTaken,
        EmployeeErased,
        PersonInUse
      ]
    }).annotateMerge(
      route(
        write,
        "Change a person",
        "Omitted fields are unchanged; null clears a field. A new email address keeps the person's offboardings. " +
          "Setting a person active counts toward the plan limit."
      )
    ),
    HttpApiEndpoint.delete("remove", "/:id", {
      params: person,
      success: Schema.Struct({ success: Schema.tag(true) }),
      error: [EmployeeNotFound, EmployeeInUse, EmployeeErased]
    }).annotateMerge(
      route(
        write,
        "Delete a person",
        "For records created by mistake. Refused while an offboarding, equipment or another record refers to the person."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/org-employees")
  .annotateMerge(group("Directory", "People who work or worked in the organization")) {}
