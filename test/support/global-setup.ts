import { NodeServices } from "@effect/platform-node"
import { PgClient } from "@effect/sql-pg"
import { Effect, Exit, Redacted, Scope } from "effect"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
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
  yield* migrate(databaseUrl(server, templateDatabase))
})

/**
 * Once per run: a real PostgreSQL (`DATABASE_URL`, else an embedded one that ends with the run) with one migrated
 * template, which every suite clones.
 */
export default async function setup() {
  const scope = Scope.makeUnsafe()
  const folder = mkdtempSync(join(tmpdir(), "svc-test-"))
  // PostgreSQL runs as an unprivileged user when the tests run as root.
  chmodSync(folder, 0o755)
  const program = Effect.gen(function* () {
    const given = process.env["DATABASE_URL"]
    const server =
      given ?? Redacted.value((yield* EmbeddedPostgres.start({ dataDir: folder }).pipe(Scope.provide(scope))).url)
    yield* prepareTemplate(server).pipe(
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
