import type { RecordScope } from "@svc/contract/kernel/access"
import { OrgId } from "@svc/contract/kernel/ids"
import { SeparationType } from "@svc/contract/offboardings/schema"
import { Context, type DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { casesIn } from "#records/record-scope"
import { Instant, one } from "#platform/database/statements"

const Took = { count: Schema.Int, seconds: Schema.Finite }
const ByDepartment = Schema.Array(Schema.Struct({ department: Schema.String, ...Took }))
const ByType = Schema.Array(Schema.Struct({ separation_type: SeparationType, ...Took }))
/** Months by their number in those asked for, from 1. */
const ByMonth = Schema.Array(Schema.Struct({ month: Schema.Int, count: Schema.Int }))

const History = Schema.Struct({
  started: ByMonth,
  completed: ByMonth,
  departments: ByDepartment,
  types: ByType,
  tasks: Schema.Array(Schema.Struct({ task: Schema.String, total: Schema.Int, pending: Schema.Int }))
})

const Own = Schema.Struct({
  total: Schema.Int,
  completed: Schema.Int,
  on_time: Schema.Int,
  seconds: Schema.Finite,
  departments: ByDepartment,
  months: Schema.Array(Schema.Struct({ month: Schema.Int, separation_type: SeparationType, count: Schema.Int }))
})

interface Begun {
  readonly orgId: OrgId
  readonly records: RecordScope
  readonly since: DateTime.Utc
  /** When each month of the window begins. */
  readonly months: ReadonlyArray<DateTime.Utc>
}

interface Window extends Begun {
  readonly until: DateTime.Utc
}

const Since = { orgId: OrgId, since: Instant, months: Schema.Array(Schema.DateTimeUtcFromString) }

/** Histories in figures; nothing is written here. */
export class TrendsRepo extends Context.Service<TrendsRepo>()("svc/trends/TrendsRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const zone = one({
      Request: OrgId,
      Result: Schema.Struct({ timezone: Schema.String }),
      execute: (orgId) => sql`
        SELECT g.timezone, set_config('work_mem', '32MB', true) FROM organisations g WHERE g.id = ${orgId}`
    })

    /**
     * The month's index in the list: a search among times, without a zone conversion per row. The sub-select reads the
     * list once.
     */
    const monthOf = (column: string, months: ReadonlyArray<string>) =>
      sql`width_bucket(${sql.literal(column)}, (SELECT ${months}::text[]::timestamptz[]))`

    const took = (table: string) => sql.literal(`sum(${table}.count)::int AS count, sum(${table}.seconds) AS seconds`)

    const list = (rows: Statement.Fragment) => sql`(SELECT coalesce(json_agg(r), '[]') FROM (${rows}) r)`

    const history = (records: RecordScope) =>
      one({
        Request: Schema.Struct({ ...Since, until: Instant }),
        Result: History,
        execute: ({ months, orgId, since, until }) => sql`
          WITH done AS MATERIALIZED (
            SELECT ${monthOf("o.completed_at", months)} AS month, o.employee_department AS department, o.separation_type,
              count(*) AS count, sum(date_part('epoch', o.completed_at - o.created_at)) AS seconds
            FROM offboardings o
            WHERE o.org_id = ${orgId} AND o.status = 'completed' AND o.completed_at >= ${since}
              AND o.completed_at < ${until} AND ${casesIn(sql, records, "o")}
            GROUP BY 1, 2, 3
          )
          SELECT
            ${list(sql`
              SELECT ${monthOf("o.created_at", months)} AS month, count(*)::int AS count FROM offboardings o
              WHERE o.org_id = ${orgId} AND o.created_at >= ${since} AND o.created_at < ${until}
                AND ${casesIn(sql, records, "o")}
              GROUP BY 1`)} AS started,
            ${list(sql`SELECT d.month, sum(d.count)::int AS count FROM done d GROUP BY 1`)} AS completed,
            ${list(sql`SELECT d.department, ${took("d")} FROM done d GROUP BY 1`)} AS departments,
            ${list(sql`SELECT d.separation_type, ${took("d")} FROM done d GROUP BY 1`)} AS types,
            ${list(sql`
              SELECT i.task, count(*)::int AS total,
                count(*) FILTER (WHERE i.completed_at IS NULL AND i.not_needed_at IS NULL)::int AS pending
              FROM checklist_items i JOIN offboardings o ON o.org_id = i.org_id AND o.id = i.offboarding_id
              WHERE i.org_id = ${orgId} AND o.status NOT IN ('completed', 'cancelled') AND ${casesIn(sql, records, "o")}
              GROUP BY i.task HAVING count(*) >= 2
              ORDER BY count(*) FILTER (WHERE i.completed_at IS NULL AND i.not_needed_at IS NULL)::float8 / count(*) DESC,
                pending DESC, i.task COLLATE "C"
              LIMIT 10`)} AS tasks`
      })

    const own = (records: RecordScope) =>
      one({
        Request: Schema.Struct(Since),
        Result: Own,
        execute: ({ months, orgId, since }) => sql`
          WITH made AS MATERIALIZED (
            SELECT ${monthOf("o.created_at", months)} AS month, o.employee_department AS department, o.separation_type,
              count(*) AS total, count(*) FILTER (WHERE o.status = 'completed') AS count,
              count(*) FILTER (WHERE o.status = 'completed' AND o.exit_date >=
                (o.completed_at AT TIME ZONE coalesce(o.timezone, g.timezone))::date) AS on_time,
              coalesce(sum(date_part('epoch', o.completed_at - o.created_at))
                FILTER (WHERE o.status = 'completed'), 0) AS seconds
            FROM offboardings o JOIN organisations g ON g.id = o.org_id
            WHERE o.org_id = ${orgId} AND o.created_at >= ${since}
              AND ${casesIn(sql, records, "o")}
            GROUP BY 1, 2, 3
          )
          SELECT coalesce(sum(m.total), 0)::int AS total, coalesce(sum(m.count), 0)::int AS completed,
            coalesce(sum(m.on_time), 0)::int AS on_time, coalesce(sum(m.seconds), 0) AS seconds,
            ${list(sql`
              SELECT m.department, ${took("m")} FROM made m WHERE m.count > 0 GROUP BY 1`)} AS departments,
            ${list(sql`
              SELECT m.month, m.separation_type, sum(m.total)::int AS count FROM made m WHERE m.month > 0
              GROUP BY 1, 2 ORDER BY 1, 2`)} AS months
          FROM made m`
      })

    return {
      /** The organization's time zone; later reads of the transaction can sort and hash in memory. */
      zone: (orgId: OrgId) => Effect.map(zone(orgId), ({ timezone }) => timezone),
      history: ({ records, ...asked }: Window) => history(records)(asked),
      /** Of offboardings that were created since then. */
      own: ({ records, ...asked }: Begun) => own(records)(asked)
    }
  })
}) {
  static readonly layer = Layer.effect(TrendsRepo, TrendsRepo.make)
}
