import { OffboardingId, OrgId } from "@svc/contract/kernel/ids"
import type { PageParams } from "@svc/contract/kernel/paging"
import { ListedOffboarding, OffboardingDetails, type OffboardingStatus } from "@svc/contract/offboardings/schema"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlSchema } from "effect/sql"
import { columnsOf } from "#platform/database/columns"
import { ReadSql } from "#platform/database/db"
import { Instant } from "#platform/database/statements"

export interface PageQuery extends PageParams {
  readonly status?: OffboardingStatus | undefined
  readonly department?: string | undefined
}

interface PageBytes {
  /** The beginning of an `OffboardingPage` as JSON, up to the end of its rows, byte for byte as the contract's encoder writes it. */
  readonly data: Uint8Array
  readonly total: number
}

const Row = Schema.Struct({
  ...OffboardingDetails.fields,
  created_at: Instant,
  updated_at: Instant
})

/** From here on the rows to skip are found in the index alone, which costs a join per row shown, and only if there are any. */
const deep = 1000

/** Single reading statements, each with its own tenant context. */
export class OffboardingsReadRepo extends Context.Service<OffboardingsReadRepo>()(
  "svc/offboardings/OffboardingsReadRepo",
  {
    make: Effect.gen(function* () {
      const sql = yield* ReadSql
      const tenant = (orgId: string) =>
        sql`WITH tenant AS MATERIALIZED (SELECT set_config('svc.org_id', ${orgId}, true)::uuid AS org_id)`
      const shown = columnsOf(ListedOffboarding, "o")
      const none = sql.literal("")

      // A literal instead of a parameter: PostgreSQL would plan the statement again each time for the number of rows.
      const first = (limit: number) => sql.literal(`LIMIT ${limit}`)

      const rows = ({ department, limit, page, status }: PageQuery) => {
        const offset = (page - 1) * limit
        const chosen = sql`WHERE o.org_id = tenant.org_id
        ${status === undefined ? none : sql`AND o.status = ${status}`}
        ${department === undefined ? none : sql`AND o.employee_department = ${department}`}
        ${offset < deep ? none : sql`AND totals.total > ${offset}::int`}
        ORDER BY o.created_at DESC, o.id DESC ${first(limit)} ${offset === 0 ? none : sql`OFFSET ${offset}`}`
        return offset < deep
          ? sql`SELECT ${shown} FROM offboardings o ${chosen}`
          : sql`SELECT ${shown} FROM (SELECT o.org_id, o.id FROM offboardings o ${chosen}) k
            JOIN offboardings o ON o.org_id = k.org_id AND o.id = k.id`
      }

      const page = (orgId: OrgId, query: PageQuery) => sql<PageBytes>`
      ${tenant(orgId)}
      SELECT totals.total, convert_to('{"data":[' || array_to_string(ARRAY(
        SELECT row_to_json(shown)::text
        FROM (${rows(query)}) o
        CROSS JOIN LATERAL (
          SELECT ${columnsOf(ListedOffboarding, "o", {
            created_at: sql`to_char(o.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
          })}
        ) shown
        ORDER BY o.created_at DESC, o.id DESC
      ), ',') || ']', 'UTF8') AS data
      FROM tenant
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(c.count), 0)::int AS total FROM offboarding_counts c
        WHERE c.org_id = tenant.org_id
          ${query.status === undefined ? none : sql`AND c.status = ${query.status}`}
          ${query.department === undefined ? none : sql`AND c.department = ${query.department}`}
      ) totals`

      /** The first page without a filter, the busiest read of all: its text is made once for each limit (1 to 100). */
      const firstPages = new Map<number, string>()
      const firstPage = (orgId: OrgId, query: PageQuery) => {
        const known = firstPages.get(query.limit)
        if (known !== undefined) return sql.unsafe<PageBytes>(known, [orgId])
        const statement = page(orgId, query)
        firstPages.set(query.limit, statement.compile()[0])
        return statement
      }

      const find = SqlSchema.findOneOption({
        Request: Schema.Struct({ orgId: OrgId, id: OffboardingId }),
        Result: Row,
        execute: ({ id, orgId }) => sql`
        ${tenant(orgId)}
        SELECT o.* FROM tenant CROSS JOIN LATERAL (
          SELECT ${columnsOf(Row, "o")} FROM offboardings o
          WHERE o.org_id = tenant.org_id AND o.id = ${id}
        ) o`
      })

      return {
        /**
         * Newest first, with the exact total: one statement, whose JSON PostgreSQL builds; as bytes, because they are
         * sent unchanged.
         */
        page: (orgId: OrgId, query: PageQuery) =>
          (query.page === 1 && query.status === undefined && query.department === undefined
            ? firstPage(orgId, query)
            : page(orgId, query)
          ).pipe(
            Effect.flatMap(([row]) =>
              row === undefined ? Effect.die("A page has exactly one row") : Effect.succeed(row)
            ),
            Effect.orDie
          ),
        find: (orgId: OrgId, id: OffboardingId) => Effect.orDie(find({ orgId, id }))
      }
    })
  }
) {
  static readonly layer = Layer.effect(OffboardingsReadRepo, OffboardingsReadRepo.make)
}
