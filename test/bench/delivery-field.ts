import { OrgId, WebhookId } from "@svc/contract/kernel/ids"
import { Effect, Schedule, Schema } from "effect"
import { Secrets } from "#platform/keys/secrets"
import { placeOf } from "#outgoing/webhooks/secret"
import { makeCertificate } from "#test/support/tls"
import { ourMigrations, type Prepare, preparedDatabase } from "./database.ts"
import { BenchFailed, benchFolder } from "./opponents.ts"
import { freePort, type ServerProcess, startServer } from "./processes.ts"
import { masterKey, orgIdAt, seed } from "./seed.ts"
import { startService } from "./service.ts"
import { writeFileSync } from "node:fs"
import path from "node:path"

/** What the service's deliveries are measured on: customers' servers, a database with their endpoints, and nodes. */

export const secret = "whsec_bench_00000000000000000000000000000000"

export const content = JSON.stringify({
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
  lastAt: Schema.Finite,
  p99: Schema.Finite
})
type Figures = typeof Figures.Type

export const call = (server: ServerProcess, route: string) =>
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

/**
 * One endpoint per path, each at an address and of an organisation of its own unless `orgOf` tells another. What is sent to `/slow` is answered after 5
 * seconds, to `/hole` never; the sink's figures count the others, `/hooks`.
 */
export const deliveryField = Effect.fn("Bench.deliveryField")(function* (
  name: string,
  paths: ReadonlyArray<string>,
  {
    keys = 0,
    orgOf = (index) => index,
    prepare = ourMigrations
  }: { readonly keys?: number; readonly orgOf?: (index: number) => number; readonly prepare?: Prepare } = {}
) {
  const { owner, url } = yield* preparedDatabase(name, prepare)
  yield* seed(owner, {
    cases: [...new Set(paths.map((_, index) => orgOf(index)))].map(() => 0),
    keys,
    orgOfKey: () => 0
  })

  const hosts = paths.map((_, index) => `127.0.0.${index + 1}`)
  const { cert, key } = yield* makeCertificate(hosts)
  const certFile = path.join(benchFolder, `${name}.pem`)
  writeFileSync(certFile, cert)
  const sinkPort = yield* freePort
  const tls = { TLS_CERT: cert, TLS_KEY: key, SECRET: secret, SINK_PORT: String(sinkPort), SINK_HOSTS: hosts.join(" ") }
  const sink = yield* startServer({
    name: `${name}-sink`,
    file: "test/bench/delivery-sink.ts",
    readyPath: "/",
    env: tls
  })

  const secrets = yield* Secrets.pipe(Effect.provide(Secrets.layerWith({ masterKey, previous: [] })))
  const targets = paths.map((route, index) => `https://${hosts[index]}:${sinkPort}${route}`)
  yield* Effect.forEach(targets, (target, index) =>
    Effect.gen(function* () {
      const id = WebhookId.make(orgIdAt(index))
      const orgId = OrgId.make(orgIdAt(orgOf(index)))
      const sealed = yield* secrets.seal(secret, placeOf(orgId, id))
      yield* owner`INSERT INTO webhook_endpoints (org_id, id, url, events, sealed_secret, created_at)
        VALUES (${orgId}, ${id}, ${target}, '{offboarding.created}', ${sealed}, now())`
    })
  )

  return {
    owner,
    url,
    sink,
    targets,
    cert,
    /** Of the same certificate: for another server on these addresses that the nodes are to trust. */
    key,
    /** One more node of the service. */
    startNode: (node: string, env: Readonly<Record<string, string>> = {}, file?: string) =>
      startService({
        name: node,
        ...(file === undefined ? {} : { file }),
        databaseUrl: url,
        env: { OUTBOUND_ALLOW: "127.0.0.0/8", NODE_EXTRA_CA_CERTS: certFile, ...env }
      }),
    /** So many deliveries to each endpoint at this path, due now. */
    enqueue: (route: string, each: number) => owner`
      INSERT INTO webhook_deliveries (org_id, id, endpoint_id, event, content, next_attempt_at, created_at)
      SELECT e.org_id, gen_random_uuid(), e.id, 'offboarding.created', ${content}::text::json, now(), now()
      FROM webhook_endpoints e, generate_series(1, ${each}::int) WHERE e.url LIKE ${`%${route}`}`,
    /** Forgets what the sink has seen. */
    reset: call(sink, "/reset"),
    /** The sink's figures once it has seen so many. */
    arrived: (count: number, interval: "5 millis" | "100 millis" = "100 millis") =>
      figuresOf(sink).pipe(
        Effect.repeat({ until: ({ distinct }) => distinct >= count, schedule: Schedule.spaced(interval) }),
        Effect.timeoutOrElse({
          duration: "3 minutes",
          orElse: () =>
            Effect.fail(new BenchFailed({ message: `The sink did not get ${count} deliveries in 3 minutes` }))
        })
      )
  }
})
