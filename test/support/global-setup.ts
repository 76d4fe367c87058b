import { NodeServices } from "@effect/platform-node"
import { PgClient } from "@effect/sql-pg"
import { Effect, Exit, Redacted, Scope } from "effect"
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { EmbeddedPostgres } from "#platform/embedded-postgres"
import { migrate } from "#platform/migrations"

export const templateDatabase = "svc_test_template"

export const databaseUrl = (server: string, database: string) => {
  const url = new URL(server)
  url.pathname = `/${database}`
  return Redacted.make(url.toString())
}

const prepareTemplate = Effect.fnUntraced(function* (server: string) {
  const sql = yield* PgClient.PgClient
  yield* sql.unsafe(`DROP DATABASE IF EXISTS ${templateDatabase} WITH (FORCE)`)
  yield* sql.unsafe(`CREATE DATABASE ${templateDatabase}`)
  yield* migrate({ url: databaseUrl(server, templateDatabase) })
})

// No suite asks what is left after the machine, or PostgreSQL itself, went down: those that do start a server of their own.
const unsafeButFast = ["synchronous_commit = off", "full_page_writes = off", "max_wal_size = '256MB'"]

const hasten = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  for (const setting of unsafeButFast) yield* sql.unsafe(`ALTER SYSTEM SET ${setting}`)
  yield* sql.unsafe("SELECT pg_reload_conf()")
})

const roomNeeded = 3 * 1024 ** 3

const memory = "/dev/shm"

/** In memory where there is plenty of it: databases come and go with every suite, and none must outlive the machine. */
const parentFolder = () => {
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > roomNeeded && process.availableMemory() > 2 * roomNeeded ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/**
 * Once per run: a real PostgreSQL (`DATABASE_URL`, else an embedded one that ends with the run) with one migrated
 * template, which every suite clones.
 */
export default async function setup() {
  const scope = Scope.makeUnsafe()
  const parent = parentFolder()
  const folder = mkdtempSync(join(parent, "svc-test-"))
  // PostgreSQL runs as an unprivileged user when the tests run as root.
  chmodSync(folder, 0o755)
  process.env["NODE_COMPILE_CACHE"] ??= join(folder, "compiled")
  const program = Effect.gen(function* () {
    const given = process.env["DATABASE_URL"]
    // A copy of the files makes a checkpoint, which costs something only where there is a disk.
    process.env["TEST_DATABASE_STRATEGY"] = given === undefined && parent === memory ? "FILE_COPY" : "WAL_LOG"
    const server =
      given ?? Redacted.value((yield* EmbeddedPostgres.start({ dataDir: folder }).pipe(Scope.provide(scope))).url)
    // A server that was given is not ours to set up.
    yield* (given === undefined ? Effect.andThen(hasten, prepareTemplate(server)) : prepareTemplate(server)).pipe(
      Effect.provide(PgClient.layer({ url: Redacted.make(server), maxConnections: 1 })),
      Effect.scoped
    )
    return server
  })
  process.env["TEST_DATABASE_SERVER"] = await Effect.runPromise(Effect.provide(program, NodeServices.layer))
  return async () => {
    await Effect.runPromise(Scope.close(scope, Exit.void))
    rmSync(folder, { recursive: true, force: true })
  }
}
