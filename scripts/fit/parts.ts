import { Caller } from "@svc/contract/kernel/access"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Cause, Data, DateTime, Deferred, Effect, Exit, Fiber, Option, Queue } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { systemCaller } from "#platform/jobs/system-caller"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { AuditVerification } from "#audit/verification/service"
import { Organisations } from "#organisation/organisations/service"
import { Db, DedicatedConnection, ReadSql, SystemSql } from "#platform/database/db"
import { Partitions } from "#platform/database/partitions"
import { openSnapshot } from "#platform/database/snapshot"
import { Leases } from "#platform/jobs/leases"
import { innermostMessage } from "#platform/process/start-failed"
import { Employees } from "#work/employees/service"

/** A part of the database that the service stands on does not hold. */
class DoesNotHold extends Data.TaggedError("DoesNotHold")<{ readonly message: string }> {}

const unless = (holds: boolean, message: string) => (holds ? Effect.void : Effect.fail(new DoesNotHold({ message })))

const as = (orgId: OrgId) => Effect.provideService(Caller, systemCaller(orgId))

const anOrganisation = Effect.flatMap(Organisations, (organisations) =>
  Effect.map(organisations.create({ name: `fit ${randomUUID().slice(0, 8)}`, plan: "enterprise" }), ({ id }) => id)
)

const many = (count: number) => Array.from({ length: count }, (_, index) => index)

const atOnce = { concurrency: "unbounded" as const }

interface Who {
  readonly role: string
  readonly stopped_after: string
}
const whoami = "SELECT current_user::text AS role, current_setting('statement_timeout') AS stopped_after"

const roles = Effect.gen(function* () {
  const db = yield* Db
  const sql = yield* SqlClient.SqlClient
  const orgId = yield* anOrganisation
  const snapshot = Effect.flatMap(openSnapshot(orgId), (open) => open.unsafe<Who>(whoami)).pipe(Effect.scoped)
  const asked = {
    "a read": [(yield* ReadSql).unsafe<Who>(whoami), "svc_app", "30s"],
    "the system": [(yield* SystemSql).unsafe<Who>(whoami), "svc_system", "30s"],
    "a transaction": [db.transact(sql.unsafe<Who>(whoami)).pipe(as(orgId)), "svc_app", "30s"],
    "a transaction of the system": [db.transactSystem(sql.unsafe<Who>(whoami)), "svc_system", "30s"],
    "a snapshot": [snapshot, "svc_app", "5min"]
  } as const
  // Often and at once, so that a pooler gives sessions of one to another.
  const checks = Object.entries(asked).map(([name, [query, role, stops]]) =>
    Effect.flatMap(query, ([row]) =>
      unless(
        row?.role === role && row.stopped_after === stops,
        `${name} works as ${String(row?.role)} and stops after ${String(row?.stopped_after)}`
      )
    ).pipe(Effect.repeat({ times: 20 }))
  )
  yield* Effect.all(checks, atOnce)
  return "five ways to the database, 21 times each"
})

const tenants = Effect.gen(function* () {
  const db = yield* Db
  const sql = yield* SqlClient.SqlClient
  const reads = yield* ReadSql
  const [own, other] = [yield* anOrganisation, yield* anOrganisation]
  const seen = yield* db.transact(sql<{ readonly id: string }>`SELECT id FROM organisations`).pipe(as(own))
  yield* unless(seen.length === 1 && seen[0]?.id === own, `a transaction of one organisation sees ${seen.length}`)
  const changed = yield* db
    .transact(sql`UPDATE organisations SET timezone = 'UTC' WHERE id = ${other}::uuid RETURNING 1`)
    .pipe(as(own))
  yield* unless(changed.length === 0, "another organisation's row was changed")
  yield* unless((yield* reads`SELECT FROM organisations`).length === 0, "rows are seen without an organisation")
  const named = yield* reads`
    WITH tenant AS MATERIALIZED (SELECT set_config('svc.org_id', ${own}, true)::uuid AS org_id)
    SELECT o.id FROM tenant CROSS JOIN LATERAL (SELECT id FROM organisations WHERE id = tenant.org_id) o`
  yield* unless(named.length === 1, "a single statement does not see the organisation that it names")
  const forge = (orgId: OrgId) =>
    sql`INSERT INTO org_employee_counts (org_id, status, count) VALUES (${orgId}::uuid, 'fit', 0)`.pipe(
      db.transact,
      as(own),
      Effect.exit
    )
  yield* unless((yield* forge(own))._tag === "Success", "a row of the organisation itself was refused")
  yield* unless((yield* forge(other))._tag === "Failure", "a row of another organisation was written")
  return "own rows only, by transaction and by single statement"
})

const timeouts = Effect.gen(function* () {
  const db = yield* Db
  const sql = yield* SqlClient.SqlClient
  const slow = db.transactSystem(
    Effect.andThen(sql`SELECT set_config('statement_timeout', '100', true)`, sql`SELECT pg_sleep(3)`)
  )
  yield* unless((yield* Effect.exit(slow))._tag === "Failure", "a statement was not stopped by statement_timeout")
  const name = `fit ${randomUUID()}`
  const add = sql`INSERT INTO platform_leases (name, holder, leased_until) VALUES (${name}, gen_random_uuid(), now())`
  const locked = yield* Deferred.make<void>()
  const waits = Deferred.await(locked).pipe(
    Effect.andThen(Effect.andThen(sql`SELECT set_config('lock_timeout', '100', true)`, add)),
    db.transactSystem
  )
  const waiting = yield* Effect.forkScoped(Effect.exit(waits))
  const exit = yield* Effect.andThen(add, Deferred.succeed(locked, undefined)).pipe(
    Effect.andThen(Fiber.join(waiting)),
    db.transactSystem
  )
  yield* unless(exit._tag === "Failure", "a wait for a lock was not stopped by lock_timeout")
  yield* sql`DELETE FROM platform_leases WHERE name = ${name}`.pipe(db.transactSystem)
  return "statement_timeout, lock_timeout"
}).pipe(Effect.scoped)

const locks = Effect.gen(function* () {
  const db = yield* Db
  const sql = yield* SqlClient.SqlClient
  const orgId = yield* anOrganisation
  yield* sql`UPDATE organisations SET timezone = '0' WHERE id = ${orgId}`.pipe(db.transact, as(orgId))
  const count = sql<{ readonly count: number }>`SELECT timezone::int AS count FROM organisations WHERE id = ${orgId}`
  const step = Effect.gen(function* () {
    yield* sql`SELECT pg_advisory_xact_lock(hashtextextended(${`fit:${orgId}`}, 0))`
    const [row] = yield* count
    yield* sql`UPDATE organisations SET timezone = ${String((row?.count ?? 0) + 1)} WHERE id = ${orgId}`
  }).pipe(db.transact, as(orgId))
  yield* Effect.all(
    many(40).map(() => step),
    atOnce
  )
  const [row] = yield* count.pipe(db.transact, as(orgId))
  yield* unless(row?.count === 40, `40 steps under a lock came to ${String(row?.count)}`)
  return "40 steps under one lock, none lost"
})

const queues = Effect.gen(function* () {
  const db = yield* Db
  const sql = yield* SqlClient.SqlClient
  const job = `fit ${randomUUID()}`
  yield* sql`
    INSERT INTO platform_job_runs (job, period, started_at)
    SELECT ${job}, now() + n * interval '1 second', now() FROM generate_series(1, 60) AS n`.pipe(db.transactSystem)
  const claim = sql<{ readonly period: Date }>`
    WITH next AS MATERIALIZED (
      SELECT period FROM platform_job_runs WHERE job = ${job} AND finished_at IS NULL
      ORDER BY period LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    UPDATE platform_job_runs r SET finished_at = now() FROM next WHERE r.job = ${job} AND r.period = next.period
    RETURNING r.period`.pipe(db.transactSystem)
  const taken: Array<number> = []
  const worker: Effect.Effect<void> = Effect.gen(function* () {
    for (let rows = yield* claim; rows.length > 0; rows = yield* claim) {
      taken.push(...rows.map(({ period }) => period.getTime()))
    }
  }).pipe(Effect.orDie)
  yield* Effect.all(
    many(8).map(() => worker),
    atOnce
  )
  yield* sql`DELETE FROM platform_job_runs WHERE job = ${job}`.pipe(db.transactSystem)
  yield* unless(
    taken.length === 60 && new Set(taken).size === 60,
    `of 60 pieces ${new Set(taken).size} were taken, ${taken.length} times in all`
  )
  return "60 pieces, 8 workers, each taken once"
})

const leases = Effect.gen(function* () {
  const { standIn, tryHold } = yield* Leases
  const db = yield* Db
  const sql = yield* SqlClient.SqlClient
  const name = `fit ${randomUUID()}`
  const all = yield* Deferred.make<void>()
  let answered = 0
  const hasAnswer = Effect.suspend(() => (++answered < 8 ? Effect.void : Deferred.succeed(all, undefined)))
  // Held until each has its answer: a connection may take longer to be made than any work does.
  const atOne = tryHold(name, Effect.andThen(hasAnswer, Deferred.await(all)))
  const held = yield* Effect.all(
    many(8).map(() => Effect.tap(atOne, (done) => (Option.isNone(done) ? hasAnswer : Effect.void))),
    atOnce
  )
  const worked = held.filter(Option.isSome).length
  yield* unless(worked === 1, `of 8 at once ${worked} held the lease`)
  yield* sql`
    INSERT INTO platform_leases (name, holder, leased_until)
    VALUES (${name}, gen_random_uuid(), clock_timestamp() + interval '1 second')`.pipe(db.transactSystem)
  const stood = yield* Effect.all(
    many(3).map(() => standIn(name, Effect.sleep("50 millis"))),
    atOnce
  )
  yield* unless(stood.filter(Option.isSome).length === 1, "a holder that died was not followed by one")
  return "one holder of 8, one successor of 3"
})

const chain = Effect.gen(function* () {
  const audit = yield* Audit
  const db = yield* Db
  const verification = yield* AuditVerification
  const sql = yield* SqlClient.SqlClient
  const orgId = yield* anOrganisation
  const record = audit
    .record({ action: "signature_settings_updated", target: auditText`fit`, details: auditText`fit` })
    .pipe(db.transact, as(orgId))
  yield* Effect.all(
    many(200).map(() => record),
    { concurrency: 16 }
  )
  const { checked, ok } = yield* verification.verify(orgId)
  yield* unless(ok && checked >= 200, `the chain of ${checked} entries ${ok ? "is short" : "is broken"}`)
  for (const change of [sql`UPDATE audit_entries SET details = 'x'`, sql`DELETE FROM audit_entries`]) {
    const exit = yield* Effect.exit(change.pipe(db.transact, as(orgId)))
    const said = Exit.isFailure(exit) ? innermostMessage(Cause.squash(exit.cause)) : "it was done"
    yield* unless(/permission denied|append-only/.test(said), `a change of the audit log was not refused: ${said}`)
  }
  return `${checked} entries by 16 at once, valid; none can be changed`
})

const counters = Effect.gen(function* () {
  const db = yield* Db
  const sql = yield* SqlClient.SqlClient
  const orgId = yield* anOrganisation
  const employees = yield* Employees
  const unknown = { role: "", department: "", managerEmail: null, timezone: null }
  const add = Effect.suspend(() =>
    employees.add({ ...unknown, fullName: "Ada", email: `${randomUUID()}@acme.test` })
  ).pipe(as(orgId))
  yield* Effect.all(
    many(50).map(() => add),
    atOnce
  )
  const [row] = yield* sql<{ readonly count: number }>`
    SELECT sum(count)::int AS count FROM org_employee_counts WHERE org_id = ${orgId}`.pipe(db.transact, as(orgId))
  yield* unless(row?.count === 50, `50 people are counted as ${String(row?.count)}`)
  return "50 rows at once, counted by triggers"
})

const conflicts = Effect.gen(function* () {
  const db = yield* Db
  const sql = yield* SqlClient.SqlClient
  const job = `fit ${randomUUID()}`
  const insert = db
    .transactSystem(
      sql`INSERT INTO platform_job_runs (job, period, started_at) VALUES (${job}, '2026-01-01', now())
        ON CONFLICT (job, period) DO NOTHING RETURNING 1`
    )
    .pipe(Effect.map(({ length }) => length))
  const won = yield* Effect.all(
    many(10).map(() => insert),
    atOnce
  )
  yield* unless(won.reduce((sum, one) => sum + one, 0) === 1, "of ten that insert one row not exactly one won")
  const [first, second] = [yield* anOrganisation, yield* anOrganisation]
  const met = [yield* Deferred.make<void>(), yield* Deferred.make<void>()] as const
  const touch = (id: OrgId) => sql`UPDATE organisations SET timezone = 'Europe/Paris' WHERE id = ${id}::uuid`
  const crossing = (mine: OrgId, theirs: OrgId, at: 0 | 1) =>
    Effect.gen(function* () {
      yield* touch(mine)
      yield* Deferred.succeed(met[at], undefined)
      yield* Deferred.await(met[at === 0 ? 1 : 0])
      yield* touch(theirs)
    }).pipe(db.transactSystem)
  yield* Effect.all([crossing(first, second, 0), crossing(second, first, 1)], atOnce)
  yield* sql`DELETE FROM platform_job_runs WHERE job = ${job}`.pipe(db.transactSystem)
  return "one of ten inserts wins; a deadlock is done again"
})

const listening = Effect.gen(function* () {
  const { open, sessions } = yield* DedicatedConnection
  if (sessions === "shared") return yield* new DoesNotHold({ message: "sessions are shared, workers poll" })
  const heard = yield* Effect.flatMap(open, (connection) => connection.listen("svc_fit"))
  yield* (yield* SystemSql)`SELECT pg_notify('svc_fit', 'x')`
  const told = yield* Effect.timeoutOption(Queue.take(heard), "2 seconds")
  yield* unless(Option.isSome(told), "a NOTIFY was not heard within 2 seconds, workers poll")
  return "a NOTIFY is heard"
}).pipe(Effect.scoped)

const table = "webhook_deliveries_delivered"

/** As the service's role: a partition is made, takes a row that is finished, hides it from others, and is dropped. */
const partitions = Effect.gen(function* () {
  const db = yield* Db
  const sql = yield* SqlClient.SqlClient
  const system = yield* SystemSql
  const { dropBefore, list } = yield* Partitions
  const [mine, theirs] = [yield* anOrganisation, yield* anOrganisation]
  const at = yield* DateTime.now
  const past = DateTime.toDateUtc(DateTime.subtract(at, { days: 400 }))
  yield* system`SELECT make_partition(${table}, ${past}::timestamptz)`
  const made = (yield* list(table))[0]?.partition ?? ""
  yield* db
    .transact(
      Effect.gen(function* () {
        yield* sql`
          INSERT INTO webhook_endpoints (org_id, id, url, events, sealed_secret, created_at)
          VALUES (${mine}, ${mine}, 'https://hooks.example.com/', '{}', '', ${past})`
        yield* sql`
          INSERT INTO webhook_deliveries (org_id, id, endpoint_id, event, content, next_attempt_at, created_at)
          VALUES (${mine}, ${mine}, ${mine}, 'fit', '{}', ${past}, ${past})`
        yield* sql`UPDATE webhook_deliveries SET status = 'delivered', last_attempt_at = ${past} WHERE org_id = ${mine}`
      })
    )
    .pipe(as(mine))
  const rowsOf = (orgId: OrgId) => db.transact(sql`SELECT 1 FROM ${sql(made)}`).pipe(as(orgId))
  yield* unless((yield* rowsOf(mine)).length === 1, `what was delivered did not go into ${made}`)
  yield* unless((yield* rowsOf(theirs)).length === 0, `${made} shows rows of another organisation`)
  const dropped = yield* dropBefore(table, DateTime.subtract(at, { days: 390 }))
  yield* unless(dropped === 1, `${dropped} rows went with the partition`)
  return `made, filled and dropped by the service's role; ${(yield* list(table)).length} are left`
})

type Ground =
  | Audit
  | AuditVerification
  | Db
  | DedicatedConnection
  | Employees
  | Leases
  | Organisations
  | Partitions
  | ReadSql
  | SqlClient.SqlClient
  | SystemSql

/** Each answers what was seen, or fails with what does not hold. */
type Part = Effect.Effect<string, unknown, Ground>

/** Asked in an order in which each stands on those before it. */
export const parts: Readonly<Record<string, Part>> = {
  roles,
  tenants,
  timeouts,
  locks,
  queues,
  leases,
  chain,
  counters,
  conflicts,
  partitions,
  listening
}

/** Asks for what outlives its transaction: the table is to name it. */
export const planted: Part = Effect.gen(function* () {
  const system = yield* SystemSql
  yield* system`SELECT pg_advisory_lock(hashtextextended('planted', 0))`
  return "asked for a lock of the session"
})
