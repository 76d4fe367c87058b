import { EmployeesApi } from "@svc/contract/employees/api"
import { DirectoryApi } from "@svc/contract/employees/directory-api"
import { appSurface, publicSurface } from "@svc/contract/kernel/surfaces"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ListExports } from "#audit/list-exports/service"
import { directoryFile } from "./list-csv.ts"
import { Employees } from "./service.ts"

const PublicHttp = HttpApiBuilder.group(
  publicSurface.add(EmployeesApi),
  "employees",
  Effect.fn(function* (handlers) {
    const employees = yield* Employees
    return handlers.handleAll({ list: ({ query }) => employees.page(query) })
  })
)

const DirectoryHttp = HttpApiBuilder.group(
  appSurface.add(DirectoryApi),
  "directory",
  Effect.fn(function* (handlers) {
    const employees = yield* Employees
    const lists = yield* ListExports
    return handlers.handleAll({
      list: ({ query }) => employees.list(query),
      export: ({ query }) => lists.open(directoryFile, query, employees.list),
      get: ({ params }) => employees.get(params.id),
      create: ({ payload }) => employees.create(payload),
      import: ({ payload, query }) =>
        employees.importCsv(payload, { dryRun: query.dry_run === "true", update: query.update === "true" }),
      update: ({ params, payload }) => employees.update(params.id, payload),
      remove: ({ params }) => Effect.as(employees.remove(params.id), { success: true as const })
    })
  })
)

export const EmployeesHttp = Layer.mergeAll(PublicHttp, DirectoryHttp)
