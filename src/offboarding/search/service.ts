import { isFailedRemoval } from "@svc/contract/cases/removal"
import { Caller } from "@svc/contract/kernel/access"
import type { Permission } from "@svc/contract/kernel/permissions"
import { type Found, maxFound } from "@svc/contract/search/schema"
import { Context, Effect } from "effect"
import { Cases } from "#offboarding/cases/service"
import { layerOf } from "#platform/services/layer-of"
import { Assets } from "#work/assets/service"
import { AllDocuments } from "#work/documents/service"
import { Employees } from "#work/employees/service"

interface Matches<Row> {
  readonly rows: ReadonlyArray<Row>
  readonly total: number
}

/** The lists' own searches: each reads one organization by its index, and the caller's record scope. */
export class Search extends Context.Service<
  Search,
  {
    find(text: string): Effect.Effect<Found, never, Caller>
  }
>()("svc/search/Search") {
  static readonly layerNoDeps = layerOf(Search, function* () {
    const cases = yield* Cases
    const employees = yield* Employees
    const assets = yield* Assets
    const documents = yield* AllDocuments

    const find = Effect.fn("Search.find")(function* (text: string) {
      const { permissions } = yield* Caller
      const query = { q: text.trim(), limit: maxFound, offset: 0 }
      const permitted = <Row, E, R>(permission: Permission, read: Effect.Effect<Matches<Row>, E, R>) =>
        !permissions.includes(permission)
          ? Effect.succeed(null)
          : query.q === ""
            ? Effect.succeed<Matches<Row>>({ rows: [], total: 0 })
            : read
      const offboardings = Effect.map(cases.list(query), ({ rows, total }) => ({
        rows: rows.map(({ apps, employee_name, employee_role, exit_date, id, status }) => ({
          id,
          employee_name,
          employee_role,
          exit_date,
          status,
          failed_removals: apps.filter(isFailedRemoval).length
        })),
        total
      }))
      const people = Effect.map(employees.list(query), ({ rows, total }) => ({
        rows: rows.map(({ email, full_name, id, status }) => ({ id, full_name, email, status })),
        total
      }))
      const equipment = Effect.map(assets.list(query), ({ rows, total }) => ({
        rows: rows.map(({ category, employee, id, item_name, serial_number, status }) => ({
          id,
          item_name,
          serial_number,
          category,
          status,
          holder: employee.full_name
        })),
        total
      }))
      const papers = Effect.map(documents.list(query), ({ rows, total }) => ({
        rows: rows.map(({ employee_name, id, name, offboarding_id, status }) => ({
          id,
          offboarding_id,
          name,
          status,
          employee_name
        })),
        total
      }))
      return yield* Effect.all(
        {
          offboardings: permitted("offboardings_view", offboardings),
          people: permitted("offboardings_view", people),
          equipment: permitted("assets_view", equipment),
          documents: permitted("compliance_view", papers)
        },
        { concurrency: "unbounded" }
      )
    })

    return Search.of({ find })
  })
}
