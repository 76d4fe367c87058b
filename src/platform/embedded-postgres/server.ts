import { PgClient } from "@effect/sql-pg"
import { Clock, Effect, FileSystem, Option, type PlatformError, Redacted, Schedule } from "effect"
import { Reactivity } from "effect/reactivity"
import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { closeSync, openSync } from "node:fs"
import net from "node:net"
import path from "node:path"
import { keptSecret, newToken } from "#platform/crypto/generated-keys"
import { type PostgresBinaries, postgresBinaries } from "./binaries.ts"
import { type Cluster, EmbeddedPostgresFailed, failed, findCluster, initialise } from "./cluster.ts"
import { disownPidFile, isServing, readPostmaster, signal, stopPostmaster } from "./postmaster.ts"
import { databaseUser, spawnOptions } from "#platform/process/unprivileged-user"

export { EmbeddedPostgresFailed } from "./cluster.ts"

/** How to reach the server as its superuser. */
export interface PostgresConnection {
  readonly host: "127.0.0.1"
  readonly port: number
  readonly username: string
  readonly password: Redacted.Redacted
  readonly database: string
  readonly url: Redacted.Redacted
}

const passing = (message: string) => new EmbeddedPostgresFailed({ message, passing: true })

const connectionTo = (port: number, password: string): PostgresConnection => ({
  host: "127.0.0.1",
  port,
  username: "postgres",
  password: Redacted.make(password),
  database: "postgres",
  url: Redacted.make(`postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`)
})

const isFree = (port: number): Effect.Effect<boolean> =>
  Effect.callback((resume) => {
    const server = net.createServer()
    server.once("error", () => resume(Effect.succeed(false)))
    server.listen(port, "127.0.0.1", () => server.close(() => resume(Effect.succeed(true))))
  })

// Below the kernel's ephemeral ports, so that the chosen one stays free.
const [firstPort, portCount] = [20_000, 12_000]

/** The port of last time if it is still free, else the next free one from a place that the folder determines. */
const choosePort = Effect.fnUntraced(function* (dataDir: string) {
  const fs = yield* FileSystem.FileSystem
  const file = path.join(dataDir, "postgres-port")
  const kept = (yield* fs.exists(file)) ? Number(yield* fs.readFileString(file)) : 0
  if (Number.isInteger(kept) && kept > 0 && kept <= 65_535 && (yield* isFree(kept))) return kept
  const start = createHash("sha256").update(dataDir).digest().readUInt32BE(0)
  for (let step = 0; step < portCount; step++) {
    const port = firstPort + ((start + step) % portCount)
    if (port === kept || !(yield* isFree(port))) continue
    yield* fs.writeFileString(file, `${port}\n`)
    return port
  }
  return yield* failed("there is no free port for PostgreSQL on 127.0.0.1")
})

const maximumLog = 10 * 1024 * 1024

/** Sets a large log aside; answers the bytes that the file holds by now. */
const rotateLog = Effect.fnUntraced(function* (file: string) {
  const fs = yield* FileSystem.FileSystem
  const size = (yield* fs.exists(file)) ? Number((yield* fs.stat(file)).size) : 0
  if (size <= maximumLog) return size
  yield* fs.rename(file, `${file}.1`)
  return 0
})

// The longest name that a socket address holds on Linux; macOS allows less.
const maximumSocketPath = process.platform === "linux" ? 107 : 103

const prepareSocketFolder = Effect.fnUntraced(function* ({ as, folder }: Cluster, port: number) {
  const fs = yield* FileSystem.FileSystem
  const sockets = path.join(folder, "socket")
  // Its lock file names a process as well, and would be as stale as postmaster.pid.
  yield* fs.remove(sockets, { recursive: true, force: true })
  if (Buffer.byteLength(path.join(sockets, `.s.PGSQL.${port}.lock`)) > maximumSocketPath) return ""
  yield* fs.makeDirectory(sockets, { mode: 0o700 })
  if (as !== undefined) yield* fs.chown(sockets, as.uid, as.gid)
  return sockets
})

type Settings = Readonly<Record<string, string>>

const settings = (port: number, sockets: string, more: Settings) =>
  Object.entries({
    port: String(port),
    listen_addresses: "127.0.0.1",
    unix_socket_directories: sockets,
    unix_socket_permissions: "0700",
    shared_buffers: "128MB",
    max_connections: "100",
    fsync: "on",
    timezone: "UTC",
    log_timezone: "UTC",
    // Without the detail of an error, which quotes the row: an address that is taken belongs to a person.
    log_error_verbosity: "terse",
    ...more
  }).flatMap(([name, value]) => ["-c", `${name}=${value}`])

interface Launch {
  readonly cluster: Cluster
  readonly binaries: PostgresBinaries
  readonly dataDir: string
  readonly settings: Settings
}

const spawnPostmaster = (
  { binaries, cluster }: Launch,
  args: ReadonlyArray<string>,
  logFile: string
): Effect.Effect<number, EmbeddedPostgresFailed> =>
  Effect.callback((resume) => {
    const log = openSync(logFile, "a", 0o600)
    const child = spawn(binaries.postgres, ["-D", cluster.data, ...args], {
      ...spawnOptions({ as: cluster.as, libraries: binaries.libraries }),
      stdio: ["ignore", log, log],
      // Of its own session, so that Ctrl-C stops the service first and the service stops it.
      detached: true
    })
    closeSync(log)
    child.once("error", (error) => resume(Effect.fail(failed(`postgres cannot be started: ${error.message}`))))
    child.once("spawn", () =>
      resume(child.pid === undefined ? Effect.fail(failed("postgres has no pid")) : Effect.succeed(child.pid))
    )
    child.unref()
  })

// What an old server that is not quite gone, or a port taken this moment, makes PostgreSQL say.
const passes = (log: string) => /lock file|shared memory|could not bind|Address already in use/.test(log)

/** Waits while the server starts or recovers from a crash; a large database may take minutes for that. */
const untilReady = Effect.fnUntraced(function* (
  pid: number,
  data: string,
  died: Effect.Effect<EmbeddedPostgresFailed>
) {
  const check = Effect.gen(function* () {
    const found = yield* readPostmaster(data)
    if (Option.isSome(found) && found.value.pid === pid && found.value.status === "ready") return found
    if (!(yield* isServing(pid, data))) return yield* yield* died
    return Option.none()
  })
  const ready = yield* check.pipe(
    Effect.repeat({ until: Option.isSome, schedule: Schedule.spaced("25 millis") }),
    Effect.timeoutOption("10 minutes"),
    Effect.map(Option.flatten)
  )
  if (Option.isNone(ready)) return yield* failed(`PostgreSQL (pid ${pid}) is not ready after 10 minutes`)
  return ready.value.port
})

/** Starts a server, or adopts the one that a killed service left behind; it stops with the scope either way. */
const serve = Effect.fnUntraced(function* (launch: Launch) {
  const fs = yield* FileSystem.FileSystem
  const { data } = launch.cluster
  const stop = (pid: number) => Effect.orDie(stopPostmaster(pid, data))
  const found = yield* readPostmaster(data)
  if (Option.isSome(found) && (yield* isServing(found.value.pid, data))) {
    const { pid, status } = found.value
    if (status === "stopping") return yield* passing(`PostgreSQL (pid ${pid}) is still stopping`)
    yield* Effect.acquireRelease(Effect.succeed(pid), stop)
    yield* Effect.logInfo("running postgres adopted", { pid })
    return yield* untilReady(pid, data, Effect.succeed(passing("the adopted PostgreSQL ended")))
  }
  if (Option.isSome(found) && (yield* signal(found.value.pid, 0))) yield* disownPidFile(data)

  const port = yield* choosePort(launch.dataDir)
  const sockets = yield* prepareSocketFolder(launch.cluster, port)
  const logFile = path.join(launch.dataDir, "postgres.log")
  const logged = yield* rotateLog(logFile)
  const pid = yield* Effect.acquireRelease(
    spawnPostmaster(launch, settings(port, sockets, launch.settings), logFile),
    stop
  )
  const died = Effect.gen(function* () {
    const text = yield* Effect.orElseSucceed(fs.readFile(logFile), () => new Uint8Array())
    const said = Buffer.from(text).subarray(logged).toString().trim()
    return new EmbeddedPostgresFailed({
      message: `PostgreSQL ended while starting: ${said.split("\n").slice(-3).join(" ")}`,
      passing: passes(said)
    })
  })
  return yield* untilReady(pid, data, died)
})

const checkLogin = Effect.fnUntraced(function* (
  { database, host, password, port, username }: PostgresConnection,
  data: string
) {
  const sql = yield* PgClient.makeClient({ host, port, username, password, database, connectTimeout: "5 seconds" })
  const rows = yield* sql<{ readonly data_directory: string }>`SHOW data_directory`
  if (rows[0]?.data_directory !== data) return yield* failed(`port ${port} is served from a folder other than ${data}`)
}, Effect.scoped)

const describe = (error: PlatformError.PlatformError) => failed(error.message.replaceAll(/\s+/g, " "))

const prepare = Effect.fnUntraced(function* (dataDir: string) {
  const fs = yield* FileSystem.FileSystem
  const cluster = yield* findCluster(dataDir, yield* databaseUser)
  const binaries = yield* postgresBinaries(dataDir, cluster.as)
  const passwordFile = path.join(dataDir, "keys", "postgres-password")
  if ((yield* fs.exists(path.join(cluster.data, "PG_VERSION"))) && !(yield* fs.exists(passwordFile))) {
    return yield* failed(`${cluster.data} holds a database, but its password file ${passwordFile} is missing`)
  }
  const password = yield* keptSecret(passwordFile, newToken)
  yield* initialise(cluster, binaries, password)
  return { cluster, binaries, password }
})

/**
 * Runs PostgreSQL for this `dataDir` (an existing folder) until the scope closes, making the database on first use.
 * The caller holds the `ServiceLock` of the folder. Waits on the real clock, whatever the caller's clock is.
 */
const start = Effect.fn("EmbeddedPostgres.start")(
  function* (options: {
    readonly dataDir: string
    /** Instead of those above: a database that is thrown away need not survive the machine. */
    readonly settings?: Settings
  }) {
    const fs = yield* FileSystem.FileSystem
    const dataDir = yield* fs.realPath(options.dataDir)
    const launch = { ...(yield* prepare(dataDir)), dataDir, settings: options.settings ?? {} }
    const port = yield* serve(launch).pipe(
      // Killed servers hold their shared memory, and their number, a moment longer than they live.
      Effect.retry({
        while: (error) => error._tag === "EmbeddedPostgresFailed" && error.passing,
        schedule: Schedule.spaced("300 millis").pipe(Schedule.upTo({ duration: "15 seconds" }))
      })
    )
    const connection = connectionTo(port, launch.password)
    yield* checkLogin(connection, launch.cluster.data).pipe(
      Effect.retry({
        while: (error) => error._tag === "SqlError" && error.isRetryable,
        schedule: Schedule.spaced("300 millis").pipe(Schedule.upTo({ duration: "10 seconds" }))
      }),
      Effect.catchTag("SqlError", (error) =>
        failed(`the embedded PostgreSQL refused its own service (${error.reason._tag})`)
      ),
      Effect.provide(Reactivity.layer)
    )
    return connection
  },
  Effect.catchTag("PlatformError", describe),
  Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
)

export const EmbeddedPostgres = { start }
