import { hash } from "@node-rs/argon2"
import { Caller, type RecordScope } from "@svc/contract/kernel/access"
import { OrgId } from "@svc/contract/kernel/ids"
import { DateTime, Effect, Layer } from "effect"
import { systemCaller } from "#platform/jobs/system-caller"
import { databaseLayer } from "#platform/database/connections"
import { Db, type Transaction } from "#platform/database/db"
import { nowIn } from "#reports/reports/range"
import { ReportsRepo } from "#reports/reports/repo"
import { SummaryRepo } from "#reports/reports/summary-repo"
import { freshDatabase } from "./database.ts"
import { getRequest, load } from "./load.ts"
import { BenchFailed } from "./opponents.ts"
import { residentMegabytes } from "./processes.ts"
import { atMost, information, whole } from "./report.ts"
import { cases, seedReports, tasksOfCase } from "./reports-seed.ts"
import { figureOf, median, rounds } from "./rounds.ts"
import { orgIdAt } from "./seed.ts"
import { startService } from "./service.ts"

const password = "correct horse battery staple"
const perRound = 20
const all: RecordScope = { _tag: "All" }
const orgId = OrgId.make(orgIdAt(0))
const zone = "Europe/Berlin"

/** An endpoint beside its statement, sent over connections as the service has them; without one only its time is told. */
interface Endpoint {
  readonly name: string
  readonly path: string
  readonly alone?: Effect.Effect<void, never, ReportsRepo | SummaryRepo | Transaction>
}

const endpoints: ReadonlyArray<Endpoint> = [
  {
    name: "summary",
    path: "/api/reports/summary",
    alone: Effect.gen(function* () {
      const summaries = yield* SummaryRepo
      const now = yield* DateTime.now
      yield* summaries.figures({ orgId, records: all, zone, now, ...nowIn(zone, now), moments: null })
    })
  },
  {
    name: "upcoming exits",
    path: "/api/reports/upcoming-exits",
    alone: Effect.gen(function* () {
      const reports = yield* ReportsRepo
      yield* reports.upcomingExits({ orgId, records: all, zone, now: yield* DateTime.now, days: 14, limit: null })
    })
  },
  {
    name: "my tasks",
    path: "/api/reports/my-tasks",
    alone: Effect.gen(function* () {
      const reports = yield* ReportsRepo
      yield* reports.openTasks({ orgId, records: all, assignees: ["all", "hr"], self: null, limit: 50 })
    })
  },
  {
    name: "compliance summary",
    path: "/api/reports/compliance-summary",
    alone: Effect.gen(function* () {
      const reports = yield* ReportsRepo
      yield* reports.compliance({ orgId, records: all })
    })
  },
  { name: "figures of Home", path: "/api/home" },
  { name: "advanced, 12 months", path: "/api/reports/advanced" },
  { name: "advanced, 5 years", path: "/api/reports/advanced?from=2022-01-01&to=2026-12-31" },
  { name: "benchmarks", path: "/api/reports/benchmarks" },
  { name: "time to revoke, 90 days", path: "/api/reports/time-to-cut" },
  { name: "time to revoke, a year", path: "/api/reports/time-to-cut?from=2026-01-01&to=2026-12-31" },
  { name: "evidence readiness, 90 days", path: "/api/reports/evidence-readiness?cases=all" },
  { name: "unverified removals", path: "/api/residual-access/unverified" },
  { name: "residual access by app", path: "/api/residual-access/apps" },
  { name: "SLA, 90 days", path: "/api/reports/sla-compliance" },
  { name: "SLA, 2 years", path: "/api/reports/sla-compliance?from=2025-01-01&to=2026-12-31" }
]

/** The session of one of HR, signed in as everybody is. */
const signIn = Effect.fnUntraced(function* (port: number, member: number) {
  const answer = yield* Effect.tryPromise({
    try: () =>
      fetch(`http://127.0.0.1:${port}/api/auth/login`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-for": `192.0.2.${member}` },
        body: JSON.stringify({ email: `hr-${member}@example.test`, password })
      }),
    catch: (cause) => new BenchFailed({ message: `Signing in failed: ${String(cause)}` })
  })
  const token = /access_token=([^;]+)/.exec(answer.headers.get("set-cookie") ?? "")?.[1]
  return token ?? (yield* new BenchFailed({ message: `Signing in was answered by ${answer.status}` }))
})

/** R: reports of one organisation with 100,000 offboardings and 900,000 tasks, each against its own statement. */
export const reports = Effect.fn("Bench.reports")(function* () {
  const { owner, url } = yield* freshDatabase("reports")
  yield* seedReports(owner)
  const passwordHash = yield* Effect.promise(() => hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }))
  // One for each report: nobody asks for more than a person may in a minute.
  yield* owner`
    WITH made AS (
      INSERT INTO users (id, email, full_name, password_hash, email_verified_at, created_at)
      SELECT gen_random_uuid(), 'hr-' || n || '@example.test', 'HR', ${passwordHash}, now(), now()
      FROM generate_series(0, ${endpoints.length - 1}::int) AS n RETURNING id)
    INSERT INTO memberships (org_id, user_id, role, created_at) SELECT ${orgId}, id, 'hr', now() FROM made`
  const service = yield* startService({
    name: "service-reports",
    databaseUrl: url,
    env: { TRUSTED_PROXIES: "127.0.0.0/8" }
  })

  const asked = (path: string, token: string) =>
    load({ port: service.port, connections: 1, count: perRound, status: 200, request: () => getRequest(path, token) })

  const measure = Effect.fnUntraced(function* ({ alone, name, path }: Endpoint, member: number) {
    const token = yield* signIn(service.port, member)
    const db = yield* Db
    const statement = db.transact(alone ?? Effect.void).pipe(Effect.provideService(Caller, systemCaller(orgId)))
    const timed = Effect.gen(function* () {
      const started = performance.now()
      yield* statement
      return performance.now() - started
    })
    yield* asked(path, token)
    yield* Effect.replicateEffect(timed, perRound)
    const before = yield* residentMegabytes(service.pid)
    const ratios: Array<number> = []
    const p95: Array<number> = []
    for (let round = 0; round < rounds; round++) {
      const answered = yield* asked(path, token)
      ratios.push(answered.p50 / median(yield* Effect.replicateEffect(timed, perRound)))
      p95.push(answered.p95)
    }
    const grown = (yield* residentMegabytes(service.pid)) - before
    return [
      atMost("R", `${name}: p95, ms`, figureOf(p95), 400),
      ...(alone === undefined ? [] : [atMost("R", `${name} / its statement alone: time`, figureOf(ratios), 1.3)]),
      atMost("R", `${name}: memory of ${rounds * perRound} requests, MB`, grown, 20)
    ]
  })

  const repos = Layer.mergeAll(ReportsRepo.layer, SummaryRepo.layer, Db.layerNoDeps).pipe(
    Layer.provideMerge(databaseLayer({ url, maxConnections: 2 }))
  )
  const lines = yield* Effect.forEach(endpoints, measure).pipe(Effect.provide(repos))
  return [...lines.flat(), information("R", "offboardings, tasks", `${whole(cases)}, ${whole(cases * tasksOfCase)}`)]
})
