import type { PgClient } from "@effect/sql-pg"
import { OrgId } from "@svc/contract/kernel/ids"
import { Clock, Effect } from "effect"
import { randomUUID } from "node:crypto"
import { writeLogRows } from "#test/evidence/leaver-test/year-log"
import { homeZone, peopleOf } from "#test/evidence/leaver-test/year-people"
import { writeTables } from "#test/evidence/leaver-test/year-tables"
import { freshDatabase } from "./database.ts"
import { residentMegabytes } from "./processes.ts"
import { atMost, information, ratio, whole } from "./report.ts"
import { orgIdAt } from "./seed.ts"
import { startService } from "./service.ts"

/** Leavers of each organisation, with eight apps each; the first warms up. */
const sizes = [500, 10_000] as const
const appsEach = 8
const poll = "20 millis"

const parameters = {
  from: "2025-01-01",
  to: "2025-12-31",
  clock: "last_working_moment",
  preset: "soc2",
  tiers: [
    { name: "critical", hours: 24, apps: ["okta", "github", "google-workspace"] },
    { name: "standard", hours: 72, apps: null }
  ],
  apps: null,
  words: "",
  sample_size: 25
}

/** An organisation whose leavers of a year all went in time, and what its log tells of them. */
const seedLeavers = Effect.fnUntraced(function* (owner: PgClient.PgClient, org: string, leavers: number) {
  const orgId = OrgId.make(org)
  const people = peopleOf(orgId, 22).ordinary(leavers, 2025)
  yield* owner`
    INSERT INTO organisations (id, name, plan, plan_status, timezone, created_at)
    VALUES (${org}, 'Leavers', 'enterprise', 'active', ${homeZone}, '2024-01-01')`
  yield* owner`INSERT INTO audit_person_keys (org_id, id, created_at) VALUES (${org}, ${org}, '2024-01-01')`
  yield* owner.withTransaction(
    Effect.gen(function* () {
      // Each row is looked up by plans that were made for empty tables, otherwise.
      yield* owner`SET LOCAL session_replication_role = replica`
      yield* writeTables(owner, orgId, people, { keyOf: () => org, decider: org })
      yield* writeLogRows(owner, orgId, people)
    })
  )
})

/** The same rows, written by PostgreSQL alone: what the two CSV files are of, without a judgement. */
const copy = (owner: PgClient.PgClient, org: string) =>
  owner.unsafe(`
    COPY (
      SELECT o.*, a.*, x.*, e.seq, e.entry_hash
      FROM offboardings o
      JOIN revocation_apps a ON a.org_id = o.org_id AND a.offboarding_id = o.id
      LEFT JOIN revocation_runs r ON r.org_id = o.org_id AND r.offboarding_id = o.id
      LEFT JOIN revocation_results x ON x.org_id = r.org_id AND x.run_id = r.id AND x.service_name = a.service_name
      LEFT JOIN audit_entries e ON e.org_id = o.org_id AND e.offboarding_id = o.id AND e.action = 'access_revoked'
        AND e.facts ->> 'run_id' = r.id::text
      WHERE o.org_id = '${org}' AND o.exit_date BETWEEN '${parameters.from}' AND '${parameters.to}'
      ORDER BY o.exit_date, o.id, a.service_name
    ) TO '/dev/null' (FORMAT csv)`)

const secondsOf = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const started = yield* Clock.currentTimeMillis
    yield* work
    return ((yield* Clock.currentTimeMillis) - started) / 1000
  })

/** A leaver test of 10,000 leavers: how long it takes, and the memory of it. */
export const leaverTest = Effect.fn("Bench.leaverTest")(function* () {
  const { owner, url } = yield* freshDatabase("leaver_test")
  for (const [index, leavers] of sizes.entries()) yield* seedLeavers(owner, orgIdAt(index), leavers)
  yield* owner.unsafe("VACUUM ANALYZE")
  // In a heap of 128 MB: with room V8 lets garbage lie, which would say nothing of what is held.
  const { pid } = yield* startService({
    name: "service-leaver-test",
    databaseUrl: url,
    env: { NODE_OPTIONS: "--max-old-space-size=128 --max-semi-space-size=8" }
  })
  yield* Effect.sleep("5 seconds")
  const rest = yield* residentMegabytes(pid)

  const measure = Effect.fnUntraced(function* (index: number) {
    const id = randomUUID()
    yield* owner`
      INSERT INTO leaver_tests (org_id, id, parameters, created_at, next_attempt_at)
      VALUES (${orgIdAt(index)}, ${id}, ${JSON.stringify(parameters)}::jsonb, now(), now())`
    let started = 0
    let peak = 0
    while (true) {
      const [row] = yield* owner<{ status: string; error: string | null; megabytes: number; leavers: number }>`
        SELECT status, error, size_bytes / 1e6::float8 AS megabytes,
          (result #>> '{statistics,leavers,in_time}')::int AS leavers
        FROM leaver_tests WHERE id = ${id}`
      const now = yield* Clock.currentTimeMillis
      peak = Math.max(peak, yield* residentMegabytes(pid))
      if (row?.status === "running" && started === 0) started = now
      if (row?.status === "ready") {
        yield* Effect.sleep("2 seconds")
        return { ...row, peak: peak - rest, seconds: (now - started) / 1000 }
      }
      if (row?.status !== "queued" && row?.status !== "running")
        return yield* Effect.die(`The leaver test ended ${row?.status}: ${row?.error}`)
      yield* Effect.sleep(poll)
    }
  })
  yield* measure(0)
  const { leavers, megabytes, peak, seconds } = yield* measure(1)
  const copied = yield* secondsOf(copy(owner, orgIdAt(1)))
  return [
    atMost("", `leaver test of 10,000 leavers with ${appsEach} apps each, seconds`, seconds, 60),
    atMost("", "… peak memory over rest, MB", peak, 64),
    information(
      "",
      "… beside PostgreSQL's COPY of the same rows",
      `${ratio(seconds)} s : ${ratio(copied)} s = ${ratio(seconds / copied)}`
    ),
    information("", "… of which in time, and its ZIP", `${whole(leavers)} leavers, ${ratio(megabytes)} MB`)
  ]
})
