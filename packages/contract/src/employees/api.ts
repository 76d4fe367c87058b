import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Requires } from "../kernel/access.ts"
import { behindPublicKey } from "../kernel/behind.ts"
import { PageParams } from "../kernel/paging.ts"
import { says } from "../kernel/says.ts"
import { EmployeePage } from "./schema.ts"

/** The directory, read-only (directory-1). */
export class EmployeesApi extends HttpApiGroup.make("employees")
  .add(
    HttpApiEndpoint.get("list", "/", { query: PageParams, success: EmployeePage })
      .annotateMerge(
        says("List employees", "Everyone in the directory, sorted alphabetically by name, page by page. Read-only.")
      )
      .annotate(Requires, {
        scope: "employees:read"
      })
  )
  .pipe(behindPublicKey)
  .prefix("/api/v1/employees")
  .annotateMerge(OpenApi.annotations({ title: "Employees", description: "The employee directory, read-only" })) {}
