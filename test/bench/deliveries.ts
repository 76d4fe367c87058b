import { OrgId, WebhookId } from "@svc/contract/kernel/ids"
import { Effect, Redacted, Schedule, Schema } from "effect"
import { Secrets } from "#platform/secrets"
import { placeOf } from "#webhooks/secret"
import { makeCertificate } from "../support/tls.ts"
import { freshDatabase } from "./database.ts"
import { BenchFailed, benchFolder } from "./opponents.ts"
import { cpuMicroseconds, freePort, type ServerProcess, startServer } from "./processes.ts"
import { atLeast, information, ratio, whole } from "./report.ts"
import { alternate, median, pairedRatio } from "./rounds.ts"
import { masterKey, orgIdAt, seed } from "./seed.ts"
import { startService } from "./service.ts"
import { writeFileSync } from "node:fs"
import path from "node:path"

const perRound = 20_000
/** Customers, each with a server at an address of its own. */
const hosts = Array.from({ length: 10 }, (_, index) => `127.0.0.${index + 1}`)
const endpoints = hosts.length
const secret = "whsec_bench_00000000000000000000000000000000"
const content = JSON.stringify({
  type: "offboarding_created",
  title: "Offboarding created",
  body: "The offboarding of Person Number 17 was created",
  data: { offboardingId: orgIdAt(17), employeeName: "Person Number 17", source: "api" }
})

const Figures = Schema.Struct({
  distinct: Schema.Int,
  total: Schema.Int,
  badSignatures: Schema.Int,
  connections: Schema.Int,
  firstAt: Schema.Finite,
  lastAt: Schema.Finite
})

const call = (server: ServerProcess, route: string) =>
  Effect.tryPromise({
    try: async () => {
      const response = await fetch(`http://127.0.0.1:${server.port}${route}`)
      if (response.status !== 200) throw new Error(await response.text())
      return response.text()
    },
    catch: (cause) => new BenchFailed({ message: `${route}: ${String(cause)}` })
  })

const figuresOf = (sink: ServerProcess) =>
  Effect.flatMap(call(sink, "/"), (text) =>
    Effect.orDie(Schema.decodeUnknownEffect(Schema.fromJsonString(Figures))(text))
  )

/** P6: deliveries a second to a customer's server, of which each endpoint may get 16 at a time. */
export const deliveries = Effect.fn("Bench.deliveries")(function* () {
  const { owner, url } = yield* freshDatabase("deliveries")
  const other = yield* freshDatabase("pg_boss")
  yield* seed(owner, { cases: Array.from({ length: endpoints }, () => 0), keys: 0, orgOfKey: () => 0 })

  const { cert, key } = yield* makeCertificate(hosts)
  const certFile = path.join(benchFolder, "sink.pem")
  writeFileSync(certFile, cert)
  const sinkPort = yield* freePort
  const tls = { TLS_CERT: cert, TLS_KEY: key, SECRET: secret, SINK_PORT: String(sinkPort), SINK_HOSTS: hosts.join(" ") }
  const sink = yield* startServer({ name: "sink", file: "test/bench/delivery-sink.ts", readyPath: "/", env: tls })

  const secrets = yield* Secrets.pipe(Effect.provide(Secrets.layerWith({ masterKey, previous: [] })))
  const targets = hosts.map((host) => `https://${host}:${sinkPort}/hooks`)
  yield* Effect.forEach(targets, (target, index) =>
    Effect.gen(function* () {
      const id = WebhookId.make(orgIdAt(index))
      const sealed = yield* secrets.seal(secret, placeOf(OrgId.make(orgIdAt(index)), id))
      yield* owner`INSERT INTO webhook_endpoints (org_id, id, url, events, sealed_secret, created_at)
        VALUES (${orgIdAt(index)}, ${id}, ${target}, '{offboarding.created}', ${sealed}, now())`
    })
  )
  const service = yield* startService({
    name: "service-deliveries",
    databaseUrl: url,
    env: { OUTBOUND_ALLOW: "127.0.0.0/8", NODE_EXTRA_CA_CERTS: certFile }
  })
  const pgBoss = yield* startServer({
    name: "pg-boss",
    file: "test/bench/pg-boss-sender.ts",
    readyPath: "/",
    env: {
      DATABASE_URL: Redacted.value(other.url),
      SINK_URLS: targets.join(" "),
      CONTENT: content,
      SECRET: secret,
      TLS_CERT: cert
    }
  })

  const enqueue = owner`
    INSERT INTO webhook_deliveries (org_id, id, endpoint_id, event, content, next_attempt_at, created_at)
    SELECT e.org_id, gen_random_uuid(), e.id, 'offboarding.created', ${content}::text::json, now(), now()
    FROM webhook_endpoints e, generate_series(1, ${perRound / endpoints}::int)`

  const round = Effect.fnUntraced(function* <E, R>(server: ServerProcess, work: Effect.Effect<unknown, E, R>) {
    yield* call(sink, "/reset")
    const before = yield* cpuMicroseconds(server.pid)
    yield* work
    const figures = yield* figuresOf(sink).pipe(
      Effect.repeat({ until: ({ distinct }) => distinct >= perRound, schedule: Schedule.spaced("100 millis") }),
      Effect.timeoutOrElse({
        duration: "3 minutes",
        orElse: () => Effect.fail(new BenchFailed({ message: "The sink did not get every delivery in 3 minutes" }))
      })
    )
    if (figures.badSignatures > 0) {
      return yield* new BenchFailed({ message: `${figures.badSignatures} deliveries had a wrong signature` })
    }
    const cpu = (yield* cpuMicroseconds(server.pid)) - before
    return {
      perSecond: (perRound * 1000) / (figures.lastAt - figures.firstAt),
      cpuMicroseconds: cpu / perRound,
      connections: figures.connections,
      repeated: figures.total - figures.distinct
    }
  })
  const measured = yield* alternate([
    ["service", () => round(service, enqueue)],
    ["pg-boss", () => round(pgBoss, call(pgBoss, `/enqueue?count=${perRound}`))]
  ])
  type Side = Parameters<typeof measured>[0]
  const rates = (side: Side) => measured(side).map(({ perSecond }) => perSecond)
  const cpu = (side: Side) => measured(side).map(({ cpuMicroseconds }) => cpuMicroseconds)
  const figures = (side: Side) => {
    const repeated = measured(side).reduce((sum, round) => sum + round.repeated, 0)
    return `${whole(median(rates(side)))}/s, ${whole(median(cpu(side)))} us CPU each, ${whole(median(measured(side).map((round) => round.connections)))} connections opened, ${repeated} sent twice`
  }
  return [
    atLeast(
      "P6",
      "20,000 webhook deliveries / pg-boss: deliveries/s",
      pairedRatio(rates("service"), rates("pg-boss")),
      1
    ),
    information("P6", "the same: CPU per delivery", ratio(pairedRatio(cpu("service"), cpu("pg-boss")))),
    information("", "the service", figures("service")),
    information("", "pg-boss", figures("pg-boss"))
  ]
})
