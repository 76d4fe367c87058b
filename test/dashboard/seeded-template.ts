import { NodeHttpClient, NodeServices } from "@effect/platform-node"
import { PgClient } from "@effect/sql-pg"
import { OperatorClient } from "@svc/client/operator"
import { Config, Effect, Layer, Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { people } from "#demo/people"
import { seedDemo } from "#demo/seed"
import { AppConfig } from "#platform/config/config"
import { DatabaseAddress } from "#test/support/database"
import { databaseUrl, seededOf } from "#test/support/global-setup"
import { startScimVendor } from "#test/support/scim-vendor"
import { aServiceProcess } from "#test/support/service-process"
import { TestConfig } from "#test/support/TestApp"

/** Nobody listens there. */
export const receiverUrl = "https://127.0.0.1:9/hooks"

const seeding = Effect.gen(function* () {
  const vendor = yield* Effect.acquireRelease(
    Effect.promise(() =>
      startScimVendor({ people: people.map(({ email }) => ({ userName: email, emails: [email] })) })
    ),
    (open) => Effect.promise(() => open.close())
  )
  const { operatorToken } = yield* AppConfig
  const { baseUrl, stop } = yield* aServiceProcess({ OPERATOR_TOKEN: Redacted.value(operatorToken) })
  yield* seedDemo({ baseUrl, receiverUrl, vendor: { url: vendor.baseUrl, token: vendor.token } }).pipe(
    Effect.provide(OperatorClient.layer({ baseUrl, token: operatorToken })),
    Effect.provide(NodeHttpClient.layerNodeHttp)
  )
  yield* stop("SIGTERM")
}).pipe(Effect.scoped)

/**
 * The name of a database with the demo's organisation in it. The first suite of the run that asks makes it, and the others
 * wait for it: each would need seconds to seed its own.
 */
export const seededTemplate = Effect.gen(function* () {
  const server = yield* Config.String("TEST_DATABASE_SERVER")
  const template = yield* Config.String("TEST_DATABASE_TEMPLATE")
  const seeded = seededOf(template)
  const admin = yield* PgClient.makeClient({ url: Redacted.make(server) })
  const holder = yield* (yield* PgClient.makeClient({ url: Redacted.make(server) })).reserve
  // Ends with the connection.
  yield* holder.execute("SELECT pg_advisory_lock(hashtext($1))", [seeded], undefined)
  const known = yield* admin`SELECT FROM pg_database WHERE datname = ${seeded}`
  if (known.length > 0) return seeded
  const made = `${seeded}_made`
  yield* admin.unsafe(`DROP DATABASE IF EXISTS ${made} WITH (FORCE)`)
  yield* admin.unsafe(`CREATE DATABASE ${made} TEMPLATE ${template}`)
  yield* seeding.pipe(
    Effect.provide(Layer.succeed(DatabaseAddress, databaseUrl(server, made))),
    Effect.provide(TestConfig),
    Effect.provide(NodeServices.layer)
  )
  yield* admin.unsafe(`ALTER DATABASE ${made} RENAME TO ${seeded}`)
  return seeded
}).pipe(Effect.scoped, Effect.provide(Reactivity.layer), Effect.orDie)
