import { Effect } from "effect"
import { answerOf, loadRound, mustEqual } from "./compare.ts"
import { freshDatabase } from "./database.ts"
import { getRequest } from "./load.ts"
import type { ServerProcess } from "./processes.ts"
import { atLeast, atMost, information, ratio, watched, whole } from "./report.ts"
import { alternate, median, pairedRatio, rounds } from "./rounds.ts"
import { keyAt, orgIdAt, requestsPerKey, seed } from "./seed.ts"
import { startFastify, startService } from "./service.ts"

const path = "/api/v1/offboardings?limit=20"
const perRound = 12_000
const keysPerRound = perRound / requestsPerKey

/** P1 and P2: one page of an organisation's offboardings, by key. */
export const list = Effect.fn("Bench.list")(function* () {
  const { owner, url } = yield* freshDatabase("list")
  yield* seed(owner, {
    cases: [2_000, ...Array.from({ length: 50 }, () => 200)],
    keys: 2 * keysPerRound * (rounds + 1) + 1,
    orgOfKey: () => 0
  })
  const service = yield* startService({ name: "service-list", databaseUrl: url })
  const logging = yield* startService({ name: "service-list-logging", databaseUrl: url, logLevel: "info" })
  const fastify = yield* startFastify({ databaseUrl: url, organisation: orgIdAt(0) })

  const asked = keyAt(2 * keysPerRound * (rounds + 1))
  const ours = yield* answerOf(service, path, asked)
  yield* mustEqual("P1", ours, yield* answerOf(fastify, path, asked))
  const onlyList = yield* answerOf(fastify, "/list-only?limit=20", asked)
  yield* mustEqual("P2", ours.replace(/,"meta":.*$/, "}"), onlyList)

  /** One key after the other, as an integration calls from many connections. */
  const together = (round: number, index: number) => round * keysPerRound + Math.floor(index / requestsPerKey)
  /** Each request by another key than those beside it. */
  const apart = (round: number, index: number) => (rounds + 1 + round) * keysPerRound + (index % keysPerRound)

  const get =
    (server: ServerProcess, from: string, keyOf = together) =>
    (round: number) =>
      loadRound(server, {
        connections: 40,
        count: perRound,
        status: 200,
        request: (index) => getRequest(from, keyAt(keyOf(round, index)))
      })
  const measured = yield* alternate([
    ["service", get(service, path)],
    ["fastify", get(fastify, path)],
    ["logging", get(logging, path)],
    ["list only", get(fastify, "/list-only?limit=20")],
    ["service, keys apart", get(service, path, apart)],
    ["fastify, keys apart", get(fastify, path, apart)]
  ])
  type Side = Parameters<typeof measured>[0]
  const rates = (side: Side) => measured(side).map(({ perSecond }) => perSecond)
  const cpu = (side: Side) => measured(side).map(({ cpuMicroseconds }) => cpuMicroseconds)
  const figures = (side: Side) =>
    `${whole(median(rates(side)))}/s, ${whole(median(cpu(side)))} us CPU, p99 ${ratio(median(measured(side).map(({ p99 }) => p99)))} ms`

  return [
    atLeast("P1", "list / Fastify key + list + count: requests/s", pairedRatio(rates("service"), rates("fastify")), 1),
    atMost("P1", "the same: CPU per request", pairedRatio(cpu("service"), cpu("fastify")), 0.8),
    watched(
      "P1",
      "calls at once each by another key: requests/s",
      pairedRatio(rates("service, keys apart"), rates("fastify, keys apart")),
      "more"
    ),
    watched(
      "P1",
      "the same: CPU per request",
      pairedRatio(cpu("service, keys apart"), cpu("fastify, keys apart")),
      "less"
    ),
    atLeast("P1", "with the access log: requests/s", pairedRatio(rates("logging"), rates("fastify")), 1),
    atMost("P1", "with the access log: CPU per request", pairedRatio(cpu("logging"), cpu("fastify")), 0.8),
    atLeast("P2", "list / Fastify list alone: requests/s", pairedRatio(rates("service"), rates("list only")), 0.6),
    watched("P2", "the same: CPU per request", pairedRatio(cpu("service"), cpu("list only")), "less"),
    information("", "the service", figures("service")),
    information("", "the service, calls at once each by another key", figures("service, keys apart")),
    information("", "the service with its access log", figures("logging")),
    information("", "Fastify key + list + count", figures("fastify")),
    information("", "Fastify list alone", figures("list only"))
  ]
})
