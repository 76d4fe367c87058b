import { PgClient } from "@effect/sql-pg"
import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, FileSystem, Redacted, type Scope, Schema } from "effect"
import { Reactivity } from "effect/reactivity"
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import path from "node:path"
import { createInterface } from "node:readline"
import { EmbeddedPostgres, type PostgresConnection } from "#platform/embedded-postgres/server"
import { isServing, readPostmaster } from "#platform/embedded-postgres/postmaster"

const service = path.resolve(import.meta.dirname, "processes/hold-postgres.ts")
const isRoot = process.getuid?.() === 0
const nobody = { uid: 65_534, gid: 65_534 }

/** Whether another user can run what is checked out here; under a private home nobody but its owner can. */
const nobodyCanRunThis =
  isRoot &&
  spawnSync("/bin/sh", ["-c", 'test -x "$0" && test -r "$1"', process.execPath, service], { ...nobody, cwd: "/" })
    .status === 0

const test = <E>(name: string, body: Effect.Effect<void, E, NodeServices.NodeServices | Scope.Scope>) =>
  it.live(name, () => body.pipe(Effect.scoped, Effect.provide(NodeServices.layer)))

// Anybody may pass through it, as through a project's folder.
const dataFolder = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const folder = yield* fs.makeTempDirectoryScoped({ prefix: "embedded-" })
  yield* fs.chmod(folder, 0o755)
  return folder
})

const query = Effect.fnUntraced(
  function* (connection: PostgresConnection, text: string) {
    const { database, host, password, port, username } = connection
    const sql = yield* PgClient.makeClient({ host, port, username, password, database })
    return yield* sql.unsafe<Readonly<Record<string, unknown>>>(text)
  },
  Effect.scoped,
  Effect.provide(Reactivity.layer)
)

const setting = (connection: PostgresConnection, name: string) =>
  Effect.map(query(connection, `SELECT current_setting('${name}') AS value`), (rows) => rows[0]?.["value"])

const Up = Schema.Struct({ port: Schema.Int, password: Schema.String, uid: Schema.Int })
const Refused = Schema.Struct({ tag: Schema.String, message: Schema.String })
const Said = Schema.fromJsonString(Schema.Union([Up, Refused]))

const exited = (child: ChildProcess): Effect.Effect<void> =>
  Effect.callback((resume) => {
    if (child.exitCode !== null || child.signalCode !== null) return resume(Effect.void)
    child.once("exit", () => resume(Effect.void))
  })

/** Another process that serves this folder; what it says first, and how to end it. */
const aService = Effect.fnUntraced(function* (
  dataDir: string,
  as: { readonly uid: number; readonly gid: number } | undefined = undefined,
  env: Readonly<Record<string, string>> = {}
) {
  const child = yield* Effect.acquireRelease(
    Effect.sync(() =>
      spawn(process.execPath, [service, dataDir], {
        ...as,
        env: { ...process.env, ...env },
        stdio: ["ignore", "pipe", "inherit"]
      })
    ),
    (running) =>
      Effect.andThen(
        Effect.sync(() => running.kill("SIGTERM")),
        exited(running)
      )
  )
  const line = yield* Effect.callback<string>((resume) => {
    // By lines: what it logs may come in one piece with what it says.
    createInterface(child.stdout).on("line", (text) => text.startsWith("{") && resume(Effect.succeed(text)))
  })
  const said = yield* Schema.decodeEffect(Said)(line)
  const end = (signal: NodeJS.Signals) =>
    Effect.andThen(
      Effect.sync(() => child.kill(signal)),
      exited(child)
    )
  return { said, end, pid: child.pid ?? 0 }
})

const dataOf = (dataDir: string) => path.join(dataDir, "postgres", "data")

const postmasterOf = (data: string) => Effect.flatMap(readPostmaster(data), Effect.fromOption)

const insert = (connection: PostgresConnection) => query(connection, "CREATE TABLE kept AS SELECT 1 AS id")

describe("embedded PostgreSQL", () => {
  test(
    "starts from nothing: checksums, UTF8, scram, loopback only, private socket",
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dataDir = yield* dataFolder
      const connection = yield* EmbeddedPostgres.start({ dataDir })
      assert.strictEqual(yield* setting(connection, "data_checksums"), "on")
      assert.strictEqual(yield* setting(connection, "server_encoding"), "UTF8")
      assert.strictEqual(yield* setting(connection, "fsync"), "on")
      assert.strictEqual(yield* setting(connection, "shared_buffers"), "128MB")
      assert.strictEqual(yield* setting(connection, "max_connections"), "100")
      assert.strictEqual(yield* setting(connection, "listen_addresses"), "127.0.0.1")
      const socket = String(yield* setting(connection, "unix_socket_directories"))
      assert.strictEqual((yield* fs.stat(socket)).mode & 0o777, 0o700)
      const rules = yield* query(connection, "SELECT DISTINCT auth_method FROM pg_hba_file_rules")
      assert.deepStrictEqual(
        rules.map((row) => row["auth_method"]),
        ["scram-sha-256"]
      )
      const [database] = yield* query(
        connection,
        "SELECT datcollate, datlocale FROM pg_database WHERE datname = 'postgres'"
      )
      assert.strictEqual(database?.["datlocale"], "C.UTF-8")
      assert.strictEqual((yield* fs.stat(path.join(dataDir, "keys/postgres-password"))).mode & 0o777, 0o600)
      assert.strictEqual(Number(yield* fs.readFileString(path.join(dataDir, "postgres-port"))), connection.port)
    })
  )

  test(
    "refuses a wrong password",
    Effect.gen(function* () {
      const connection = yield* EmbeddedPostgres.start({ dataDir: yield* dataFolder })
      const error = yield* Effect.flip(query({ ...connection, password: Redacted.make("guess") }, "SELECT 1"))
      assert.strictEqual(error.reason._tag, "AuthenticationError")
    })
  )

  test(
    "stops when the scope closes, and keeps data and port",
    Effect.gen(function* () {
      const dataDir = yield* dataFolder
      const first = yield* Effect.scoped(Effect.tap(EmbeddedPostgres.start({ dataDir }), insert))
      assert.strictEqual((yield* readPostmaster(dataOf(dataDir)))._tag, "None")
      const second = yield* EmbeddedPostgres.start({ dataDir })
      assert.strictEqual(second.port, first.port)
      assert.lengthOf(yield* query(second, "SELECT * FROM kept"), 1)
    })
  )

  it.effect("waits on the real clock when the caller's clock stands still", () =>
    Effect.gen(function* () {
      const dataDir = yield* dataFolder
      yield* Effect.scoped(EmbeddedPostgres.start({ dataDir }))
      assert.strictEqual((yield* readPostmaster(dataOf(dataDir)))._tag, "None")
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

  test(
    "adopts the server of a service that was killed with -9, and stops it at the end",
    Effect.gen(function* () {
      const dataDir = yield* dataFolder
      const killed = yield* aService(dataDir)
      yield* killed.end("SIGKILL")
      const { pid } = yield* postmasterOf(dataOf(dataDir))
      assert.isTrue(yield* isServing(pid, dataOf(dataDir)))
      yield* Effect.scoped(
        Effect.gen(function* () {
          const connection = yield* EmbeddedPostgres.start({ dataDir })
          assert.propertyVal(killed.said, "port", connection.port)
          assert.strictEqual((yield* postmasterOf(dataOf(dataDir))).pid, pid)
        })
      )
      assert.isFalse(yield* isServing(pid, dataOf(dataDir)))
    })
  )

  test(
    "starts again after kill -9 of the server",
    Effect.gen(function* () {
      const dataDir = yield* dataFolder
      const first = yield* EmbeddedPostgres.start({ dataDir })
      yield* insert(first)
      const { pid } = yield* postmasterOf(dataOf(dataDir))
      yield* Effect.sync(() => process.kill(pid, "SIGKILL"))
      const second = yield* EmbeddedPostgres.start({ dataDir })
      assert.lengthOf(yield* query(second, "SELECT * FROM kept"), 1)
      assert.notStrictEqual((yield* postmasterOf(dataOf(dataDir))).pid, pid)
    })
  )

  test(
    "starts although the number in a left-over postmaster.pid is another living process of the same user",
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dataDir = yield* dataFolder
      yield* Effect.scoped(EmbeddedPostgres.start({ dataDir }))
      const { gid, uid } = yield* fs.stat(dataOf(dataDir))
      const owner = isRoot
        ? { uid: Number(yield* Effect.fromOption(uid)), gid: Number(yield* Effect.fromOption(gid)) }
        : {}
      const other = yield* Effect.acquireRelease(
        Effect.sync(() => spawn("/bin/sleep", ["600"], { ...owner, stdio: "ignore" })),
        (child) =>
          Effect.andThen(
            Effect.sync(() => child.kill("SIGKILL")),
            exited(child)
          )
      )
      const file = path.join(dataOf(dataDir), "postmaster.pid")
      yield* fs.writeFileString(
        file,
        [other.pid, dataOf(dataDir), 1, 5432, "", "127.0.0.1", "   123 456", "ready   ", ""].join("\n")
      )
      assert.strictEqual(yield* setting(yield* EmbeddedPostgres.start({ dataDir }), "data_directory"), dataOf(dataDir))
      assert.isNull(other.exitCode)
    })
  )

  test(
    "begins again after an initdb that was cut off",
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dataDir = yield* dataFolder
      const draft = path.join(dataDir, "postgres", "draft-1")
      yield* fs.makeDirectory(path.join(draft, "base"), { recursive: true })
      yield* fs.writeFileString(path.join(draft, "PG_VERSION"), "18\n")
      yield* EmbeddedPostgres.start({ dataDir })
      assert.isFalse(yield* fs.exists(draft))
    })
  )

  test(
    "takes another port when the kept one is taken",
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const [one, two] = [yield* dataFolder, yield* dataFolder]
      const { port } = yield* EmbeddedPostgres.start({ dataDir: one })
      yield* fs.writeFileString(path.join(two, "postgres-port"), `${port}\n`)
      assert.notStrictEqual((yield* EmbeddedPostgres.start({ dataDir: two })).port, port)
    })
  )

  test(
    "sets a log of more than 10 MB aside",
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dataDir = yield* dataFolder
      yield* fs.writeFileString(path.join(dataDir, "postgres.log"), "x".repeat(11 * 1024 * 1024))
      yield* EmbeddedPostgres.start({ dataDir })
      assert.isBelow(Number((yield* fs.stat(path.join(dataDir, "postgres.log"))).size), 100_000)
      assert.isTrue(yield* fs.exists(path.join(dataDir, "postgres.log.1")))
    })
  )

  test(
    "its log tells of a refused statement without the values of the row",
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dataDir = yield* dataFolder
      const connection = yield* EmbeddedPostgres.start({ dataDir })
      yield* query(connection, "CREATE TABLE people (email text UNIQUE)")
      yield* query(connection, "INSERT INTO people VALUES ('ada@' || 'acme.test')")
      const error = yield* Effect.flip(query(connection, "INSERT INTO people VALUES ('ada@' || 'acme.test')"))
      assert.strictEqual(error.reason._tag, "UniqueViolation")
      const log = yield* fs.readFileString(path.join(dataDir, "postgres.log"))
      assert.include(log, "people_email_key")
      assert.notInclude(log, "ada@acme.test")
    })
  )

  test(
    "does without a socket where its path would be too long",
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dataDir = path.join(yield* dataFolder, "d".repeat(90))
      yield* fs.makeDirectory(dataDir, { mode: 0o755 })
      assert.strictEqual(yield* setting(yield* EmbeddedPostgres.start({ dataDir }), "unix_socket_directories"), "")
    })
  )

  test(
    "a lost password is one clear error",
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dataDir = yield* dataFolder
      yield* Effect.scoped(EmbeddedPostgres.start({ dataDir }))
      yield* fs.remove(path.join(dataDir, "keys/postgres-password"))
      const error = yield* Effect.flip(EmbeddedPostgres.start({ dataDir }))
      assert.match(error.message, /its password .*keys\/postgres-password is missing$/)
    })
  )

  test(
    "one service per DATA_DIR: the second is refused and told by whom, and the lock dies with its process",
    Effect.gen(function* () {
      const dataDir = yield* dataFolder
      const first = yield* aService(dataDir)
      const second = yield* aService(dataDir)
      assert.deepStrictEqual(second.said, {
        tag: "DataDirInUse",
        message: `another service (pid ${first.pid}) already runs on the DATA_DIR ${dataDir}. Stop it, or use a different DATA_DIR`
      })
      yield* first.end("SIGKILL")
      const third = yield* aService(dataDir)
      assert.property(third.said, "port")
    })
  )

  test(
    "PGHOST, PGDATA and the like of the environment do not reach the server",
    Effect.gen(function* () {
      const { said } = yield* aService(yield* dataFolder, undefined, {
        PGHOST: "db.invalid",
        PGPORT: "1",
        PGDATA: "/nowhere",
        PGOPTIONS: "-c fsync=off",
        PGUSER: "somebody"
      })
      assert.property(said, "port")
    })
  )
})

if (!isRoot) process.stderr.write("Not run, for they ask for root: the cases of embedded PostgreSQL started as root\n")

// start-1: Without a database given it brings its own PostgreSQL, as root and as an ordinary user.
describe.runIf(isRoot)("embedded PostgreSQL, started as root", () => {
  test(
    "in a folder that the database user cannot enter, keeps the data elsewhere and says where",
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dataDir = yield* dataFolder
      yield* fs.chmod(dataDir, 0o700)
      const name = createHash("sha256").update(dataDir).digest("hex").slice(0, 16)
      const folder = `/var/lib/offboarding-service/${name}`
      yield* Effect.addFinalizer(() => Effect.orDie(fs.remove(folder, { recursive: true, force: true })))
      yield* Effect.scoped(Effect.flatMap(EmbeddedPostgres.start({ dataDir }), insert))
      assert.strictEqual((yield* fs.readFileString(path.join(dataDir, "postgres-location"))).trim(), folder)
      // The data stays where it is once the folder becomes enterable.
      yield* fs.chmod(dataDir, 0o755)
      const connection = yield* Effect.scoped(
        Effect.tap(EmbeddedPostgres.start({ dataDir }), (it) => query(it, "SELECT * FROM kept"))
      )
      assert.isAbove(connection.port, 0)

      const copy = yield* dataFolder
      yield* fs.copy(dataDir, path.join(copy, "data"))
      const error = yield* Effect.flip(EmbeddedPostgres.start({ dataDir: path.join(copy, "data") }))
      assert.match(error.message, /belongs to the DATA_DIR .*, and .* is a copy of it$/)
    })
  )

  test(
    "a DATA_DIR that was deleted and made again gets a new database; the old one is left as it is",
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dataDir = path.join(yield* dataFolder, "data")
      const name = createHash("sha256").update(dataDir).digest("hex").slice(0, 16)
      const folder = `/var/lib/offboarding-service/${name}`
      yield* Effect.addFinalizer(() =>
        Effect.orDie(
          Effect.forEach([folder, `${folder}-2`], (each) => fs.remove(each, { recursive: true, force: true }))
        )
      )
      yield* fs.makeDirectory(dataDir, { mode: 0o700 })
      yield* Effect.scoped(Effect.flatMap(EmbeddedPostgres.start({ dataDir }), insert))
      yield* fs.remove(dataDir, { recursive: true })
      yield* fs.makeDirectory(dataDir, { mode: 0o700 })
      const kept = yield* Effect.scoped(
        Effect.flatMap(EmbeddedPostgres.start({ dataDir }), (it) =>
          query(it, "SELECT to_regclass('kept')::text AS name")
        )
      )
      assert.deepStrictEqual(kept, [{ name: null }])
      assert.strictEqual((yield* fs.readFileString(path.join(dataDir, "postgres-location"))).trim(), `${folder}-2`)
      assert.isTrue(yield* fs.exists(path.join(folder, "data", "PG_VERSION")))
      // From then on it is found again.
      yield* Effect.scoped(Effect.flatMap(EmbeddedPostgres.start({ dataDir }), insert))
    })
  )
})

if (isRoot && !nobodyCanRunThis) {
  process.stderr.write(
    "Not run, for only root can enter this checkout: embedded PostgreSQL as an ordinary user, then as root\n"
  )
}

// start-1
describe.runIf(nobodyCanRunThis)("embedded PostgreSQL, started as an ordinary user and then as root", () => {
  test(
    "works as an ordinary user, whose data root goes on with",
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dataDir = yield* dataFolder
      yield* fs.chown(dataDir, nobody.uid, nobody.gid)
      const ordinary = yield* aService(dataDir, nobody)
      assert.propertyVal(ordinary.said, "uid", nobody.uid)
      yield* ordinary.end("SIGTERM")
      const root = yield* aService(dataDir)
      assert.propertyVal(root.said, "uid", 0)
    })
  )
})
