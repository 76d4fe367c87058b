import { Effect, Redacted } from "effect"
import { freshDatabase } from "./database.ts"
import { call, content, deliveryField, secret } from "./delivery-field.ts"
import { BenchFailed } from "./opponents.ts"
import { cpuMicroseconds, postgresMicroseconds, postmasterOf, type ServerProcess, startServer } from "./processes.ts"
import { atLeast, information, watched, whole } from "./report.ts"
import { alternate, median, pairedRatio } from "./rounds.ts"

const perRound = 20_000
const warmUp = 2_000
/** Customers. */
const endpoints = 10

/** P6: deliveries a second to customers' servers, of which the opponents keep 16 connections to each. */
export const deliveries = Effect.fn("Bench.deliveries")(function* () {
  const field = yield* deliveryField(
    "deliveries",
    Array.from({ length: endpoints }, () => "/hooks")
  )
  const others = { "pg-boss": yield* freshDatabase("pg_boss"), "graphile-worker": yield* freshDatabase("graphile") }
  const service = yield* field.startNode("service-deliveries")
  const opponent = (name: keyof typeof others, file: string) =>
    startServer({
      name,
      file,
      readyPath: "/",
      env: {
        DATABASE_URL: Redacted.value(others[name].url),
        SINK_URLS: field.targets.join(" "),
        CONTENT: content,
        SECRET: secret,
        TLS_CERT: field.cert
      }
    })
  const pgBoss = yield* opponent("pg-boss", "test/bench/pg-boss-sender.ts")
  const graphile = yield* opponent("graphile-worker", "test/bench/graphile-sender.ts")
  const [backend] = yield* field.owner<{ readonly pid: number }>`SELECT pg_backend_pid() AS pid`
  const postgres = postgresMicroseconds(yield* postmasterOf(backend?.pid ?? 0))

  const round = Effect.fnUntraced(function* <E, R>(
    server: ServerProcess,
    enqueue: (count: number) => Effect.Effect<unknown, E, R>
  ) {
    // Connections that ended while the others had their turn are opened again before it counts.
    yield* field.reset
    yield* enqueue(warmUp)
    yield* field.arrived(warmUp)
    yield* field.reset
    const before = yield* cpuMicroseconds(server.pid)
    const postgresBefore = yield* postgres
    yield* enqueue(perRound)
    const figures = yield* field.arrived(perRound)
    if (figures.badSignatures > 0) {
      return yield* new BenchFailed({ message: `${figures.badSignatures} deliveries had a wrong signature` })
    }
    return {
      perSecond: (perRound * 1000) / (figures.lastAt - figures.firstAt),
      cpuMicroseconds: ((yield* cpuMicroseconds(server.pid)) - before) / perRound,
      postgresMicroseconds: ((yield* postgres) - postgresBefore) / perRound,
      connections: figures.connections,
      repeated: figures.total - figures.distinct
    }
  })
  const measured = yield* alternate([
    ["service", () => round(service, (count) => field.enqueue("/hooks", count / endpoints))],
    ["pg-boss", () => round(pgBoss, (count) => call(pgBoss, `/enqueue?count=${count}`))],
    ["graphile-worker", () => round(graphile, (count) => call(graphile, `/enqueue?count=${count}`))]
  ])
  type Side = Parameters<typeof measured>[0]
  type Figure = "perSecond" | "cpuMicroseconds" | "postgresMicroseconds" | "connections" | "repeated"
  const all = (side: Side, figure: Figure) => measured(side).map((round) => round[figure])
  const cpuOf = (side: Side) => measured(side).map((round) => round.cpuMicroseconds + round.postgresMicroseconds)
  const against = (side: Side) => pairedRatio(all("service", "perSecond"), all(side, "perSecond"))
  const best = against("pg-boss") < against("graphile-worker") ? "pg-boss" : "graphile-worker"
  const line = (side: Side) =>
    information(
      "",
      side === "service" ? "the service" : side,
      [
        `${whole(median(all(side, "perSecond")))}/s`,
        `${whole(median(all(side, "cpuMicroseconds")))} us CPU each`,
        `${whole(median(all(side, "postgresMicroseconds")))} us of PostgreSQL`,
        `${whole(median(all(side, "connections")))} connections opened`,
        `${all(side, "repeated").reduce((sum, count) => sum + count, 0)} sent twice`
      ].join(", ")
    )
  return [
    atLeast("P6", `20,000 webhook deliveries / ${best}, the better opponent: deliveries/s`, against(best), 1),
    watched(
      "P6",
      "the same: CPU per delivery",
      pairedRatio(all("service", "cpuMicroseconds"), all(best, "cpuMicroseconds")),
      "less"
    ),
    watched("P6", "the same with PostgreSQL's", pairedRatio(cpuOf("service"), cpuOf(best)), "less"),
    line("service"),
    line("pg-boss"),
    line("graphile-worker")
  ]
})
