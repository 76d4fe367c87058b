import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { EmployeeNotFound } from "../erasure/errors.ts"
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

const person = { id: described(EmployeeId, "The person's record in the directory") }
const read = { permission: "offboardings_view" } as const
const write = { permission: "employees_manage" } as const

/** Everybody who works or worked in the organisation, within the caller's scope (directory-4). */
export class DirectoryApi extends HttpApiGroup.make("directory")
  .add(
    HttpApiEndpoint.get("list", "/", { query: ListDirectory, success: DirectoryPage }).annotateMerge(
      route(
        read,
        "List the directory",
        "The people in the caller's scope, by name; filters narrow it. `limit` is 50 unless given, at most 200."
      )
    ),
    HttpApiEndpoint.get("get", "/:id", {
      params: person,
      success: DirectoryEmployeeDetails,
      error: EmployeeNotFound
    }).annotateMerge(route(read, "Show a person", "With their open offboarding and the equipment that they hold.")),
    HttpApiEndpoint.post("create", "/", {
      payload: CreateEmployee,
      success: DirectoryEmployee.pipe(HttpApiSchema.status(201)),
      error: [OwnManager, PlanLimitReached, PlanLimitExceeded, EmployeeEmailTaken, EmployeeNumberTaken]
    }).annotateMerge(
      route(
        write,
        "Add a person",
        "Addresses and numbers stand once in the directory, addresses compared without case. Active people count " +
          "towards the limit of the plan."
      )
    ),
    HttpApiEndpoint.post("import", "/import", {
      payload: CsvImport,
      query: {
        ...DryRun,
        update: described(Schema.Literals(["true", "false"]), "`true`: change people whose address is known", {
          default: "false"
        }).pipe(Schema.optionalKey)
      },
      success: EmployeeImportReport,
      error: InvalidRequest
    }).annotateMerge(
      route(
        write,
        "Import people from CSV",
        "The first line names the columns as the fields are named; `full_name` and `email` are needed. A row that " +
          "cannot be imported is told with its line, the others are imported, as many as the plan has room for. " +
          "Somebody whose address is known is told as a duplicate, or changed with `?update=true`, an empty cell " +
          "leaving what is there. `?dry_run=true` answers the same and writes nothing. At most 2,000 rows and 1 MB."
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
        "Fields that are left out stay as they are; null empties one. A new address keeps the person's offboardings. " +
          "Setting somebody active counts towards the limit of the plan."
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
        "For records made by mistake: refused while an offboarding, equipment or another record names the person."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/org-employees")
  .annotateMerge(group("Directory", "Everybody who works or worked in the organisation")) {}
