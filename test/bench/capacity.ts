import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { appending } from "./audit-append.ts"
import { freshDatabase } from "./database.ts"
import { deliveryField } from "./delivery-field.ts"
import { getRequest, load, postRequest } from "./load.ts"
import { cpuMicroseconds, postgresMicroseconds, postmasterOf, type ServerProcess } from "./processes.ts"
import { information, whole } from "./report.ts"
import { keyAt, requestsPerKey, seed } from "./seed.ts"
import { startService } from "./service.ts"

const cases = 4_000
const warmUp = 1_000
const reads = 6_000
const entries = 8_000
const deliveries = 20_000
const organisations = 40
const nodes = 3

/** What the database holds on disk, tables with their indexes, and how much it has written ahead so far; bytes. */
const diskOf = Effect.fnUntraced(function* (owner: PgClient.PgClient) {
  const tables = yield* owner<{ readonly name: string; readonly bytes: number }>`
    SELECT relname AS name, pg_total_relation_size(oid)::float8 AS bytes FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`
  const [wal] = yield* owner<{ readonly bytes: number }>`
    SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS bytes`
  return { tables: new Map(tables.map(({ bytes, name }) => [name, bytes])), wal: wal?.bytes ?? Number.NaN }
})

const postgresOf = Effect.fnUntraced(function* (owner: PgClient.PgClient) {
  const [backend] = yield* owner<{ readonly pid: number }>`SELECT pg_backend_pid() AS pid`
  return postgresMicroseconds(yield* postmasterOf(backend?.pid ?? 0))
})

/** What each of `count` costs the nodes and the database, once `work` is done. */
const cost = Effect.fnUntraced(function* <E, R>(
  owner: PgClient.PgClient,
  pids: ReadonlyArray<number>,
  count: number,
  work: Effect.Effect<unknown, E, R>
) {
  const postgres = yield* postgresOf(owner)
  const ofNodes = Effect.map(Effect.forEach(pids, cpuMicroseconds), (all) => all.reduce((sum, one) => sum + one, 0))
  const disk = yield* diskOf(owner)
  const before = { node: yield* ofNodes, database: yield* postgres, at: performance.now() }
  yield* work
  const seconds = (performance.now() - before.at) / 1000
  const node = ((yield* ofNodes) - before.node) / count
  const database = ((yield* postgres) - before.database) / count
  const after = yield* diskOf(owner)
  const grown = [...after.tables]
    .map(([name, bytes]) => ({ name, bytes: (bytes - (disk.tables.get(name) ?? 0)) / count }))
    .filter(({ bytes }) => bytes > 20)
    .toSorted((one, other) => other.bytes - one.bytes)
  return {
    perSecond: count / seconds,
    node,
    database,
    bytes: grown.reduce((sum, { bytes }) => sum + bytes, 0),
    wal: (after.wal - disk.wal) / count,
    tables: grown.map(({ bytes, name }) => `${name} ${whole(bytes)}`).join(", ")
  }
})
type Cost = Effect.Success<ReturnType<typeof cost>>

const lines = (what: string, { bytes, database, node, perSecond, tables, wal }: Cost) => [
  information(
    "",
    what,
    `${whole(node)} us of a node, ${whole(database)} us of PostgreSQL; ${whole(perSecond)}/s beside each other`
  ),
  information("", "… bytes on disk; written ahead", `${whole(bytes)}; ${whole(wal)}`),
  ...(tables === "" ? [] : [information("", "… of these", tables)])
]

const body = (index: number) =>
  JSON.stringify({
    employee_name: `Person Number ${index}`,
    employee_email: `person-${index}@example.test`,
    exit_date: "2026-12-31"
  })

/** Cases and pages of cases by API keys, on one node and on several. */
const ofRequests = Effect.gen(function* () {
  const { owner, url } = yield* freshDatabase("capacity")
  const posted = warmUp + nodes * cases
  yield* seed(owner, {
    cases: Array.from({ length: organisations }, () => 50),
    keys: (posted + warmUp + reads) / requestsPerKey,
    orgOfKey: (index) => index % organisations
  })
  const start = (name: string) => startService({ name: `service-capacity-${name}`, databaseUrl: url })
  const all: Array<ServerProcess> = [yield* start("1")]
  let asked = 0
  const key = () => keyAt(Math.floor(asked++ / requestsPerKey))
  const ask = (count: number, status: number, request: (index: number) => string) =>
    Effect.forEach(
      all,
      ({ port }) => load({ port, connections: 40 / all.length, count: count / all.length, status, request }),
      { concurrency: "unbounded", discard: true }
    )
  // Each key's requests go to whoever is next: those of one organisation meet on one head of its log.
  const keys = Array.from({ length: posted / requestsPerKey }, (_, index) => keyAt(index))
  let made = 0
  const post = () => postRequest("/api/v1/offboardings", keys[made % keys.length] ?? "", body(made++))
  const pids = () => all.map(({ pid }) => pid)
  const rest = yield* cost(owner, pids(), 10, Effect.sleep("10 seconds"))
  yield* ask(warmUp, 201, post)
  const created = [yield* cost(owner, pids(), cases, ask(cases, 201, post))]
  const [open] = yield* owner<{ readonly connections: number }>`
    SELECT count(*)::int AS connections FROM pg_stat_activity
    WHERE datname = current_database() AND application_name <> 'bench/owner'`
  asked = posted
  const page = () => getRequest("/api/v1/offboardings?limit=20", key())
  yield* ask(warmUp, 200, page)
  const read = yield* cost(owner, pids(), reads, ask(reads, 200, page))
  while (all.length < nodes) {
    all.push(yield* start(String(all.length + 1)))
    const even = Math.floor(cases / all.length) * all.length
    created.push(yield* cost(owner, pids(), even, ask(even, 201, post)))
  }
  return { created, read, rest, connections: open?.connections ?? Number.NaN }
}).pipe(Effect.scoped)

const ofEntries = Effect.gen(function* () {
  const { append, owner } = yield* appending("capacity_entries", organisations)
  yield* append(warmUp)
  return yield* cost(owner, [process.pid], entries, append(entries))
}).pipe(Effect.scoped)

const ofDeliveries = Effect.gen(function* () {
  const endpoints = 10
  const field = yield* deliveryField(
    "capacity_deliveries",
    Array.from({ length: endpoints }, () => "/hooks")
  )
  const { pid } = yield* field.startNode("service-capacity-deliveries")
  yield* field.enqueue("/hooks", warmUp / endpoints)
  yield* field.arrived(warmUp)
  yield* field.reset
  const send = Effect.andThen(field.enqueue("/hooks", deliveries / endpoints), field.arrived(deliveries))
  return yield* cost(field.owner, [pid], deliveries, send)
}).pipe(Effect.scoped)

/** What a node and a database spend on a case, a page, an entry of the log and a delivery: what a deployment is reckoned from. */
export const capacity = Effect.fn("Bench.capacity")(function* () {
  const { connections, created, read, rest } = yield* ofRequests
  const entry = yield* ofEntries
  const delivery = yield* ofDeliveries
  const [one, ...more] = created
  return [
    ...(one === undefined ? [] : lines("a case (POST /api/v1/offboardings, no apps)", one)),
    ...more.map(({ database, node, perSecond }, index) =>
      information(
        "",
        `… on ${index + 2} nodes`,
        `${whole(node)} us of all nodes, ${whole(database)} us of PostgreSQL; ${whole(perSecond)}/s`
      )
    ),
    ...lines("a page of 20 cases (GET, by key)", read),
    ...lines("an entry of the audit log, in a transaction of its own", entry),
    ...lines("a webhook delivery, from queued to recorded", delivery),
    information("", "connections of a node to the database, under the load of cases", whole(connections)),
    information("", "a second at rest, with all jobs", `${whole(rest.node)} us, ${whole(rest.database)} us`)
  ]
})
