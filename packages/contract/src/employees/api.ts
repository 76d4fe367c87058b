import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { behindPublicKey } from "../kernel/behind.ts"
import { PageParams } from "../kernel/paging.ts"
import { group, route } from "../kernel/route.ts"
import { EmployeePage } from "./schema.ts"

/** The directory, read-only (directory-1). */
export class EmployeesApi extends HttpApiGroup.make("employees")
  .add(
    HttpApiEndpoint.get("list", "/", { query: PageParams, success: EmployeePage }).annotateMerge(
      route(
        {
          scope: "employees:read"
        },
        "List employees",
        "All people in the directory, sorted by name, page by page. Read-only."
      )
    )
  )
  .pipe(behindPublicKey)
  .prefix("/api/v1/employees")
  .annotateMerge(group("Employees", "The employee directory, read-only")) {}
