import { EmployeesApi } from "@svc/contract/employees/api"
import { publicSurface } from "@svc/contract/kernel/surfaces"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Employees } from "./service.ts"

export const EmployeesHttp = HttpApiBuilder.group(
  publicSurface.add(EmployeesApi),
  "employees",
  Effect.fn(function* (handlers) {
    const employees = yield* Employees
    return handlers.handleAll({ list: ({ query }) => employees.list(query) })
  })
)
