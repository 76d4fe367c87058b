import { NodeServices } from "@effect/platform-node"
import { PgClient } from "@effect/sql-pg"
import { Effect, Exit, Redacted, Scope } from "effect"
import { Reactivity } from "effect/reactivity"
import { generateKeyPairSync, randomUUID } from "node:crypto"
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { EmbeddedPostgres } from "#platform/embedded-postgres/server"
import { migrate } from "#platform/database/migrations"
import { builtService } from "../../scripts/built-service.ts"
import { chromium } from "./chromium.ts"

export const databaseUrl = (server: string, database: string) => {
  const url = new URL(server)
  url.pathname = `/${database}`
  return Redacted.make(url.toString())
}

/** The template with the demo's organisation in it, which the first suite makes that needs one. */
export const seededOf = (template: string) => `${template}_seeded`

/** The migrated template under a name of this run's own: another run may use the same server, and at the same time. */
const prepareTemplate = Effect.fnUntraced(function* (server: string, sql: PgClient.PgClient) {
  const template = `svc_test_template_${randomUUID().replaceAll("-", "")}`
  yield* Effect.acquireRelease(sql.unsafe(`CREATE DATABASE ${template}`), () =>
    Effect.orDie(
      Effect.forEach([template, seededOf(template)], (name) =>
        sql.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
      )
    )
  )
  // Roles belong to the whole server: one run after the other.
  yield* sql`SELECT pg_advisory_lock(hashtext('svc_test_template'))`
  yield* migrate({ url: databaseUrl(server, template) })
  yield* sql`SELECT pg_advisory_unlock(hashtext('svc_test_template'))`
  return template
})

// No suite asks what is left after the machine, or PostgreSQL itself, went down: those that do start a server of their own.
const unsafeButFast = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_wal_size: "256MB" }

const roomNeeded = 3 * 1024 ** 3

const memory = "/dev/shm"

const prefix = "svc-test-"

/**
 * In memory where there is plenty of it: databases come and go with every suite, and none must outlive the machine. Runs
 * that began there lately have yet to fill their part.
 */
const parentFolder = () => {
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    const all = (1 + readdirSync(memory).filter((name) => name.startsWith(prefix)).length) * roomNeeded
    return bavail * bsize > all && process.availableMemory() > all + roomNeeded ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** For a run that is interrupted too, which is not torn down: its PostgreSQL is of a session of its own, and would stay. */
const sweep = (folder: string) => {
  const pidFile = join(folder, "postgres", "data", "postmaster.pid")
  if (existsSync(pidFile)) process.kill(Number.parseInt(readFileSync(pidFile, "utf8"), 10), "SIGQUIT")
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
}

/**
 * Once per run: a real PostgreSQL (`DATABASE_URL`, else an embedded one that ends with the run) with one migrated
 * template, which every suite clones.
 */
export default async function setup() {
  if (chromium === undefined) {
    process.stderr.write("No Chromium starts here: the tests in a browser are skipped (CHROME_PATH names one)\n")
  }
  const scope = Scope.makeUnsafe()
  const folder = mkdtempSync(join(parentFolder(), prefix))
  process.once("exit", () => sweep(folder))
  // PostgreSQL runs as an unprivileged user when the tests run as root.
  chmodSync(folder, 0o755)
  process.env["NODE_COMPILE_CACHE"] ??= join(folder, "compiled")
  process.env["TEST_FOLDER"] = folder
  process.env["TEST_SERVICE"] = builtService()
  process.env["TEST_SIGNING_KEY"] = generateKeyPairSync("ed25519")
    .privateKey.export({ format: "pem", type: "pkcs8" })
    .toString()
  const program = Effect.gen(function* () {
    const given = process.env["DATABASE_URL"]
    // A copy of the files makes a checkpoint, which costs something only where it waits for a disk.
    process.env["TEST_DATABASE_STRATEGY"] = given === undefined ? "FILE_COPY" : "WAL_LOG"
    const server =
      given ?? Redacted.value((yield* EmbeddedPostgres.start({ dataDir: folder, settings: unsafeButFast })).url)
    const sql = yield* PgClient.makeClient({ url: Redacted.make(server) })
    process.env["TEST_DATABASE_SERVER"] = server
    process.env["TEST_DATABASE_TEMPLATE"] = yield* prepareTemplate(server, sql)
  }).pipe(
    Scope.provide(scope),
    Effect.onError(() => Scope.close(scope, Exit.void)),
    Effect.provide([Reactivity.layer, NodeServices.layer])
  )
  await Effect.runPromise(program)
  return async () => {
    await Effect.runPromise(Scope.close(scope, Exit.void))
    sweep(folder)
  }
}
