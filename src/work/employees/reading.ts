import type { ListDirectory } from "@svc/contract/employees/schema"
import { EmployeeNotFound } from "@svc/contract/erasure/errors"
import { Caller } from "@svc/contract/kernel/access"
import type { EmployeeId } from "@svc/contract/kernel/ids"
import { pageMeta, type PageParams } from "@svc/contract/kernel/paging"
import { Effect, Option } from "effect"
import { Db } from "#platform/database/db"
import { DirectoryRepo } from "./directory-repo.ts"
import { EmployeesRepo } from "./repo.ts"

/** The verbs that read the directory. */
export const makeReading = Effect.gen(function* () {
  const db = yield* Db
  const repo = yield* EmployeesRepo
  const directory = yield* DirectoryRepo

  const page = Effect.fnUntraced(function* (params: PageParams) {
    const { orgId } = yield* Caller
    const { data, total } = yield* repo.page(orgId, params)
    return { data, meta: pageMeta(params, total) }
  })

  const list = Effect.fn("Employees.list")(function* (filters: ListDirectory) {
    const { orgId, records } = yield* Caller
    const { rows, total } = yield* directory.page(orgId, records, filters)
    return { rows, total, limit: filters.limit, offset: filters.offset }
  }, db.transact)

  const get = Effect.fn("Employees.get")(function* (id: EmployeeId) {
    const { orgId, permissions, records } = yield* Caller
    const person = yield* directory.find({ orgId, id }, records)
    if (Option.isNone(person)) return yield* new EmployeeNotFound()
    const openCase = yield* directory.openCase({ orgId, id }, records)
    const assets = permissions.includes("assets_view") ? yield* directory.equipment({ orgId, id }) : []
    return { ...person.value, open_offboarding_id: Option.getOrNull(openCase), assets }
  }, db.transact)

  return { page, list, get }
})
