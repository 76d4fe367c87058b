import type { NodeServices } from "@effect/platform-node"
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, FileSystem, Layer, Redacted, type Scope } from "effect"
import { Reactivity } from "effect/reactivity"
import path from "node:path"
import { EmbeddedPostgres } from "#platform/embedded-postgres/server"
import { migrate } from "#platform/database/migrations"
import { ServiceLock } from "#platform/start/service-lock"
import { type BenchFailed, benchFolder } from "./opponents.ts"

/** The server that the service itself starts by default, with its settings, in a folder of the benchmarks. */
export class BenchServer extends Context.Service<BenchServer, { readonly url: Redacted.Redacted }>()(
  "svc/bench/BenchServer"
) {
  static readonly layer = Layer.effect(
    BenchServer,
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dataDir = path.join(benchFolder, "data")
      yield* fs.makeDirectory(dataDir, { recursive: true, mode: 0o711 })
      yield* ServiceLock.acquire(dataDir)
      const { url } = yield* EmbeddedPostgres.start({ dataDir })
      return BenchServer.of({ url })
    })
  )
}

const at = (server: Redacted.Redacted, database: string) => {
  const url = new URL(Redacted.value(server))
  url.pathname = `/${database}`
  return Redacted.make(url.toString())
}

/** What makes the tables of an empty database: by default the migrations that are there. */
export type Prepare = (
  url: Redacted.Redacted
) => Effect.Effect<void, BenchFailed, NodeServices.NodeServices | Scope.Scope>

export const ourMigrations: Prepare = (url) => Effect.asVoid(Effect.orDie(migrate({ url })))

// Each on a connection of its own: the server may have been another one meanwhile.
const adminOf = (server: Redacted.Redacted) => (statement: string) =>
  Effect.scoped(Effect.flatMap(PgClient.makeClient({ url: server }), (sql) => sql.unsafe(statement)))

/** A database with its tables and no rows, dropped with the scope; answers its address and its owner's client. */
export const preparedDatabase = Effect.fn("Bench.preparedDatabase")(function* (name: string, prepare: Prepare) {
  const { url: server } = yield* BenchServer
  const database = `svc_bench_${name}`
  const admin = adminOf(server)
  yield* admin(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`)
  yield* Effect.acquireRelease(admin(`CREATE DATABASE ${database}`), () =>
    Effect.orDie(admin(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`))
  )
  const url = at(server, database)
  yield* prepare(url)
  const owner = yield* PgClient.make({ url, maxConnections: 10, applicationName: "bench/owner" })
  return { url, owner }
}, Effect.provide(Reactivity.layer))

export const freshDatabase = (name: string) => preparedDatabase(name, ourMigrations)

/** The same, left there for the next run with what is in it, and found there by it. */
export const keptDatabase = Effect.fn("Bench.keptDatabase")(function* (name: string) {
  const { url: server } = yield* BenchServer
  const database = `svc_bench_${name}`
  const admin = adminOf(server)
  const there = yield* admin(`SELECT FROM pg_database WHERE datname = '${database}'`)
  if (there.length === 0) yield* admin(`CREATE DATABASE ${database}`)
  const url = at(server, database)
  yield* ourMigrations(url)
  const owner = yield* PgClient.make({ url, maxConnections: 10, applicationName: "bench/owner" })
  return { url, owner }
}, Effect.provide(Reactivity.layer))
