import { Effect } from "effect"
import { loadRound } from "./compare.ts"
import { freshDatabase } from "./database.ts"
import { postRequest } from "./load.ts"
import { BenchFailed } from "./opponents.ts"
import { postgresMicroseconds, postmasterOf, type ServerProcess } from "./processes.ts"
import { atLeast, information, watched, whole } from "./report.ts"
import { alternate, median, pairedRatio, rounds } from "./rounds.ts"
import { keyAt, orgIdAt, requestsPerKey, seed } from "./seed.ts"
import { startFastify, startService } from "./service.ts"

const path = "/api/v1/offboardings"
const organisations = 40
const perRound = Number(process.env["BENCH_REQUESTS"] ?? 4_000)
// One more round than is measured, and one key for the comparison.
const keysPerRound = perRound / requestsPerKey

const bodyOf = (side: string, round: number, index: number) =>
  JSON.stringify({
    employee_name: `Person Number ${index}`,
    employee_email: `person-${side}-${round}-${index}@example.test`,
    exit_date: "2026-12-31"
  })

/** The answer without what is another each time: ids and moments. */
const shapeOf = Effect.fnUntraced(function* (server: ServerProcess, key: string, email: string) {
  const response = yield* Effect.tryPromise({
    try: async () => {
      const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify({ employee_name: "Somebody", employee_email: email, exit_date: "2026-12-31" })
      })
      return `${answer.status} ${await answer.text()}`
    },
    catch: (cause) => new BenchFailed({ message: `${path} did not answer: ${String(cause)}` })
  })
  return response
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "<id>")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<moment>")
    .replaceAll(email, "<email>")
})

/** P3: a new offboarding with its person key, event and audit entry, in one transaction. */
export const create = Effect.fn("Bench.create")(function* () {
  const { owner, url } = yield* freshDatabase("create")
  yield* seed(owner, {
    cases: Array.from({ length: organisations }, () => 50),
    keys: keysPerRound * (rounds + 1) + 1,
    orgOfKey: (index) => index % organisations
  })
  // Persons from before: with none, the planner reads the keys' table whole, and goes on while it grows.
  yield* owner`
    INSERT INTO audit_person_keys (org_id, id, email_digest, wrapped_key, created_at)
    SELECT o.id, gen_random_uuid(), encode(sha256(convert_to(o.id::text || n, 'UTF8')), 'hex'), 'wrapped', o.created_at
    FROM organisations o, generate_series(1, 200) AS n`
  yield* owner.unsafe("VACUUM ANALYZE audit_person_keys")
  // The bare opponent's entries have no chain, and nobody hands an opponent's events out, so they go into tables of their own.
  yield* owner`CREATE TABLE audit_copy (LIKE audit_entries INCLUDING GENERATED INCLUDING INDEXES)`
  yield* owner`ALTER TABLE audit_copy ALTER seq ADD GENERATED ALWAYS AS IDENTITY`
  yield* owner`CREATE TABLE outbox_copy (LIKE outbox_events INCLUDING IDENTITY INCLUDING INDEXES)`
  yield* owner`ALTER TABLE outbox_copy ADD FOREIGN KEY (org_id) REFERENCES organisations ON DELETE CASCADE`
  yield* owner`CALL protect_tenant_table('outbox_copy')`

  const service = yield* startService({ name: "service-create", databaseUrl: url })
  const bare = yield* startFastify({ databaseUrl: url, organisation: orgIdAt(0) })
  const sameWork = (pipeline: "on" | "off") =>
    startFastify({
      databaseUrl: url,
      organisation: orgIdAt(0),
      file: "test/bench/fastify-same-work.ts",
      env: { PIPELINE: pipeline }
    })
  const servers = {
    service,
    sameWork: yield* sameWork("off"),
    pipelined: yield* sameWork("on"),
    bare
  }
  const lastKey = keyAt(keysPerRound * (rounds + 1))
  const ours = yield* shapeOf(service, lastKey, "ours@example.test")
  for (const server of [servers.sameWork, servers.pipelined, bare]) {
    const theirs = yield* shapeOf(server, lastKey, `theirs-${server.port}@example.test`)
    if (ours !== theirs) {
      return yield* new BenchFailed({ message: `P3: the answers differ\n  ${ours}\n  ${theirs}` })
    }
  }

  // Requests under way at once belong to different organisations, as they would among many customers.
  const [session] = yield* owner<{ readonly pid: number }>`SELECT pg_backend_pid() AS pid`
  const postmaster = yield* postmasterOf(session?.pid ?? 0)
  const post = (server: ServerProcess, side: string) =>
    Effect.fnUntraced(function* (round: number) {
      const before = yield* postgresMicroseconds(postmaster)
      const measured = yield* loadRound(server, {
        connections: 40,
        count: perRound,
        status: 201,
        request: (index) =>
          postRequest(path, keyAt(round * keysPerRound + (index % keysPerRound)), bodyOf(side, round, index))
      })
      const databaseMicroseconds = ((yield* postgresMicroseconds(postmaster)) - before) / perRound
      return { ...measured, databaseMicroseconds }
    })
  const measured = yield* alternate(
    (["service", "sameWork", "pipelined", "bare"] as const).map((side) => [side, post(servers[side], side)] as const)
  )
  type Side = Parameters<typeof measured>[0]
  const rates = (side: Side) => measured(side).map(({ perSecond }) => perSecond)
  const cpu = (side: Side) => measured(side).map(({ cpuMicroseconds }) => cpuMicroseconds)
  const database = (side: Side) => measured(side).map(({ databaseMicroseconds }) => databaseMicroseconds)
  const figures = (side: Side) =>
    `${whole(median(rates(side)))}/s, ${whole(median(cpu(side)))} us CPU, PostgreSQL ${whole(median(database(side)))}`
  const better = median(rates("pipelined")) > median(rates("sameWork")) ? "pipelined" : "sameWork"
  return [
    atLeast(
      "P3",
      "create / Fastify that seals, chains and keeps row-level security: requests/s",
      pairedRatio(rates("service"), rates(better)),
      0.8
    ),
    watched("P3", "the same: CPU per request", pairedRatio(cpu("service"), cpu(better)), "less"),
    watched(
      "P3",
      "create / Fastify as a superuser, without sealing and chain: requests/s",
      pairedRatio(rates("service"), rates("bare")),
      "more"
    ),
    watched("P3", "create / bare Fastify: CPU per request", pairedRatio(cpu("service"), cpu("bare")), "less"),
    information("", "the service, which hands its events out as well", figures("service")),
    information("", "Fastify with the same work, one statement after the other", figures("sameWork")),
    information("", "Fastify with the same work, its driver's pipeline on", figures("pipelined")),
    information("", "Fastify bare", figures("bare"))
  ]
})
