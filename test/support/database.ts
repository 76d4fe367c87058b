import { PgClient } from "@effect/sql-pg"
import { Clock, Config, Context, Effect, Layer, Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { randomUUID } from "node:crypto"
import { databaseLayer } from "#platform/database/connections"
import { databaseUrl } from "./global-setup.ts"

const liveClock = Layer.sync(Clock.Clock, () => Clock.Clock.defaultValue())

/** A database cloned from this one and dropped with the suite; answers its address. */
export const aCloneOf = Effect.fnUntraced(
  function* (template: string) {
    const server = yield* Config.String("TEST_DATABASE_SERVER")
    const strategy = yield* Config.String("TEST_DATABASE_STRATEGY")
    const name = `svc_test_${randomUUID().replaceAll("-", "")}`
    const admin = yield* PgClient.makeClient({ url: Redacted.make(server) })
    yield* Effect.acquireRelease(
      admin.unsafe(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY ${strategy}`),
      () => Effect.orDie(admin.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
    )
    return databaseUrl(server, name)
  },
  Effect.provide([Reactivity.layer, liveClock])
)

/** A fresh database, cloned from the migrated template and dropped with the suite; answers its address. */
export const freshDatabase = Effect.flatMap(Config.String("TEST_DATABASE_TEMPLATE"), aCloneOf)

/** Where the suite's database is, for another process that is to work on it. */
export class DatabaseAddress extends Context.Service<DatabaseAddress, Redacted.Redacted>()("test/DatabaseAddress") {}

/** Any suite also runs as behind a pooler that shares sessions: `TEST_DATABASE_SESSIONS=shared npm test -- …`. */
const sessions = process.env["TEST_DATABASE_SESSIONS"] === "shared" ? "shared" : "own"

/** The database connections over such a database, as the service has them. */
export const databaseAt = <E, R>(address: Effect.Effect<Redacted.Redacted, E, R>) =>
  Layer.unwrap(
    Effect.map(address, (url) =>
      Layer.merge(databaseLayer({ url, maxConnections: 6, sessions }), Layer.succeed(DatabaseAddress, url))
    )
  )

/** The same over a fresh one. */
export const TestDatabase = databaseAt(freshDatabase)

/** A database with nothing in it, dropped with the suite; answers its address. */
export const emptyDatabase = Effect.gen(function* () {
  const server = yield* Config.String("TEST_DATABASE_SERVER")
  const name = `svc_test_${randomUUID().replaceAll("-", "")}`
  const admin = yield* PgClient.makeClient({ url: Redacted.make(server) })
  yield* Effect.acquireRelease(admin.unsafe(`CREATE DATABASE ${name}`), () =>
    Effect.orDie(admin.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
  )
  return databaseUrl(server, name)
}).pipe(Effect.provide([Reactivity.layer, liveClock]))
