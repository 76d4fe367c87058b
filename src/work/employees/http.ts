import { EmployeesApi } from "@svc/contract/employees/api"
import { DirectoryApi } from "@svc/contract/employees/directory-api"
import { appSurface, publicSurface } from "@svc/contract/kernel/surfaces"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Directory } from "./directory.ts"
import { Employees } from "./service.ts"

const PublicHttp = HttpApiBuilder.group(
  publicSurface.add(EmployeesApi),
  "employees",
  Effect.fn(function* (handlers) {
    const employees = yield* Employees
    return handlers.handleAll({ list: ({ query }) => employees.list(query) })
  })
)

const DirectoryHttp = HttpApiBuilder.group(
  appSurface.add(DirectoryApi),
  "directory",
  Effect.fn(function* (handlers) {
    const directory = yield* Directory
    return handlers.handleAll({
      list: ({ query }) => directory.list(query),
      get: ({ params }) => directory.get(params.id),
      create: ({ payload }) => directory.create(payload),
      import: ({ payload, query }) =>
        directory.importCsv(payload, { dryRun: query.dry_run === "true", update: query.update === "true" }),
      update: ({ params, payload }) => directory.update(params.id, payload),
      remove: ({ params }) => Effect.as(directory.remove(params.id), { success: true as const })
    })
  })
)

export const EmployeesHttp = Layer.mergeAll(PublicHttp, DirectoryHttp)
