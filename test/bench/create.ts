import { Effect } from "effect"
import { loadRound } from "./compare.ts"
import { freshDatabase } from "./database.ts"
import { postRequest } from "./load.ts"
import { BenchFailed } from "./opponents.ts"
import type { ServerProcess } from "./processes.ts"
import { atLeast, information, watched, whole } from "./report.ts"
import { alternate, median, pairedRatio, rounds } from "./rounds.ts"
import { keyAt, orgIdAt, requestsPerKey, seed } from "./seed.ts"
import { startFastify, startService } from "./service.ts"

const path = "/api/v1/offboardings"
const organisations = 40
const perRound = 4_000
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
  // The opponent's entries have no chain and its events no reader, so they go into tables of their own.
  yield* owner`CREATE TABLE audit_copy (LIKE audit_entries INCLUDING GENERATED INCLUDING INDEXES)`
  yield* owner`ALTER TABLE audit_copy ALTER seq ADD GENERATED ALWAYS AS IDENTITY`
  yield* owner`CREATE TABLE outbox_copy (LIKE outbox_events INCLUDING IDENTITY INCLUDING INDEXES)`

  const service = yield* startService({ name: "service-create", databaseUrl: url })
  const fastify = yield* startFastify({ databaseUrl: url, organisation: orgIdAt(0) })
  const lastKey = keyAt(keysPerRound * (rounds + 1))
  const ours = yield* shapeOf(service, lastKey, "ours@example.test")
  const theirs = yield* shapeOf(fastify, lastKey, "theirs@example.test")
  if (ours !== theirs) {
    return yield* new BenchFailed({ message: `P3: the answers differ\n  ${ours}\n  ${theirs}` })
  }

  // Requests under way at once belong to different organisations, as they would among many customers.
  const post = (server: ServerProcess, side: string) => (round: number) =>
    loadRound(server, {
      connections: 40,
      count: perRound,
      status: 201,
      request: (index) =>
        postRequest(path, keyAt(round * keysPerRound + (index % keysPerRound)), bodyOf(side, round, index))
    })
  const measured = yield* alternate([
    ["service", post(service, "ours")],
    ["fastify", post(fastify, "theirs")]
  ])
  type Side = Parameters<typeof measured>[0]
  const rates = (side: Side) => measured(side).map(({ perSecond }) => perSecond)
  const cpu = (side: Side) => measured(side).map(({ cpuMicroseconds }) => cpuMicroseconds)
  const figures = (side: Side) => `${whole(median(rates(side)))}/s, ${whole(median(cpu(side)))} us CPU`
  return [
    atLeast(
      "P3",
      "create / Fastify with the same INSERTs: requests/s",
      pairedRatio(rates("service"), rates("fastify")),
      0.8
    ),
    watched("P3", "the same: CPU per request", pairedRatio(cpu("service"), cpu("fastify")), "less"),
    information("", "the service", figures("service")),
    information("", "Fastify", figures("fastify"))
  ]
})
