import { PgClient } from "@effect/sql-pg"
import { Clock, Effect, FileSystem, Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import path from "node:path"
import { databaseAt } from "./place.ts"
import { EmbeddedPostgres } from "#platform/embedded-postgres/server"
import { keptSecret, newToken } from "#platform/crypto/generated-keys"

const owner = "svc_owner"
const database = "offboarding"

/** The address of the embedded server for that role, as the service that runs it left it; none where nothing was left. */
export const embeddedAddress = Effect.fnUntraced(function* (dataDir: string) {
  const fs = yield* FileSystem.FileSystem
  const read = (...names: ReadonlyArray<string>) =>
    Effect.map(fs.readFileString(path.join(dataDir, ...names)), (text) => text.trim())
  return yield* Effect.all([read("postgres-port"), read("keys", "database-password")]).pipe(
    Effect.map(([port, password]) => Redacted.make(`postgres://${owner}:${password}@127.0.0.1:${port}/${database}`)),
    Effect.asSome,
    Effect.catchIf(
      ({ reason }) => reason._tag === "NotFound",
      () => Effect.succeedNone
    )
  )
})

/**
 * The embedded server with the service's own database, owned by a role that is not a superuser: SQL injection could at
 * worst become the owner, never the superuser. Returns the URL for that role.
 */
export const embeddedDatabase = Effect.fn("embeddedDatabase")(function* (dataDir: string) {
  const server = yield* EmbeddedPostgres.start({ dataDir })
  const password = yield* keptSecret(path.join(dataDir, "keys", "database-password"), newToken)
  yield* Effect.gen(function* () {
    const sql = yield* PgClient.makeClient({ ...databaseAt(server.url), connectTimeout: "5 seconds" })
    const [role] = yield* sql`SELECT 1 FROM pg_roles WHERE rolname = ${owner}`
    yield* sql.unsafe(
      `${role === undefined ? "CREATE" : "ALTER"} ROLE ${owner} LOGIN CREATEROLE PASSWORD '${password}'`
    )
    const [existing] = yield* sql`SELECT 1 FROM pg_database WHERE datname = ${database}`
    if (existing === undefined) yield* sql.unsafe(`CREATE DATABASE ${database} OWNER ${owner}`)
  }).pipe(
    Effect.scoped,
    Effect.provide(Reactivity.layer),
    Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
  )
  return Redacted.make(`postgres://${owner}:${password}@${server.host}:${server.port}/${database}`)
})
