import { PgClient } from "@effect/sql-pg"
import { OrgId } from "@svc/contract/kernel/ids"
import { Effect, Layer, type Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { OffboardingsReadRepo } from "#offboarding/offboardings/read-repo"
import { ReadSql } from "#platform/database/db"
import { freshDatabase } from "./database.ts"
import { cpuMicroseconds } from "./processes.ts"
import { information, ratio, whole } from "./report.ts"
import { alternate, median, pairedRatio } from "./rounds.ts"
import { orgIdAt, seed } from "./seed.ts"

const perRound = 6_000
const concurrency = 8
const orgId = OrgId.make(orgIdAt(0))

/** One pipelined connection, so that all of the time that PostgreSQL spends is spent in one process. */
const connect = (url: Redacted.Redacted, role: "svc_app" | "postgres", plan: "auto" | "force_generic_plan") =>
  PgClient.make({
    url,
    maxConnections: 1,
    minConnections: 1,
    multiplex: true,
    applicationName: `bench/${role}`,
    startupParameters: { role, timezone: "UTC", plan_cache_mode: plan }
  })

/**
 * The same page as one statement of a database that knows no tenants. It is planned once, as naming the tenant makes
 * the service's own: left to itself, PostgreSQL plans this one anew for every call and is slower than either.
 */
const withoutTenant = (sql: PgClient.PgClient) => {
  const shown = sql.literal(
    "o.id, o.employee_name, o.employee_email, o.employee_role, o.employee_department, o.exit_date, o.status, o.separation_type, o.manager_email"
  )
  return sql`
    SELECT (SELECT coalesce(sum(c.count), 0)::int FROM offboarding_counts c WHERE c.org_id = ${orgId}::uuid) AS total,
      '[' || array_to_string(ARRAY(
        SELECT row_to_json(shown)::text
        FROM (
          SELECT ${shown}, o.created_at FROM offboardings o WHERE o.org_id = ${orgId}::uuid
          ORDER BY o.created_at DESC, o.id DESC LIMIT 20
        ) o
        CROSS JOIN LATERAL (
          SELECT ${shown}, to_char(o.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS created_at
        ) shown
        ORDER BY o.created_at DESC, o.id DESC
      ), ',') || ']' AS data`
}

/** What the second wall between tenants costs the busiest read. */
export const rowLevelSecurity = Effect.fn("Bench.rowLevelSecurity")(function* () {
  const { owner, url } = yield* freshDatabase("rls")
  yield* seed(owner, { cases: [2_000, ...Array.from({ length: 50 }, () => 200)], keys: 0, orgOfKey: () => 0 })

  const side = Effect.fnUntraced(function* (role: "svc_app" | "postgres", plan: "auto" | "force_generic_plan") {
    const sql = yield* connect(url, role, plan)
    const [backend] = yield* sql<{ readonly pid: number }>`SELECT pg_backend_pid() AS pid`
    const repo = yield* OffboardingsReadRepo.pipe(
      Effect.provide(OffboardingsReadRepo.layer.pipe(Layer.provide(Layer.succeed(ReadSql, sql))))
    )
    const round = <E>(statement: Effect.Effect<unknown, E>) =>
      Effect.gen(function* () {
        const before = yield* cpuMicroseconds(backend?.pid ?? 0)
        const started = performance.now()
        yield* Effect.forEach(Array.from({ length: perRound }), () => statement, { concurrency, discard: true })
        const perSecond = (perRound * 1000) / (performance.now() - started)
        return { perSecond, cpu: ((yield* cpuMicroseconds(backend?.pid ?? 0)) - before) / perRound }
      })
    return { page: round(repo.page(orgId, { page: 1, limit: 20 })), bare: round(withoutTenant(sql)) }
  })
  const app = yield* side("svc_app", "auto")
  const superuser = yield* side("postgres", "auto")
  const untenanted = yield* side("postgres", "force_generic_plan")
  const measured = yield* alternate([
    ["policies", () => app.page],
    ["owner", () => superuser.page],
    ["bare", () => untenanted.bare]
  ])
  type Side = Parameters<typeof measured>[0]
  const rates = (name: Side) => measured(name).map(({ perSecond }) => perSecond)
  const cpu = (name: Side) => measured(name).map(({ cpu }) => cpu)
  const pair = (id: string, what: string, other: Side) =>
    information(
      id,
      what,
      `${ratio(pairedRatio(rates("policies"), rates(other)))} statements/s, ${ratio(pairedRatio(cpu("policies"), cpu(other)))} CPU of PostgreSQL`
    )
  const figures = (["policies", "owner", "bare"] as const).map(
    (name) => `${whole(median(rates(name)))}/s at ${whole(median(cpu(name)))} us`
  )
  return [
    pair("RLS", "list under svc_app / the same statement by the owner", "owner"),
    pair("RLS", "list under svc_app / by the owner without naming the tenant", "bare"),
    information("", "under svc_app, by the owner, without the tenant", figures.join("; "))
  ]
}, Effect.provide(Reactivity.layer))
