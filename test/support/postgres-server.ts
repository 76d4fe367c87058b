import { NodeServices } from "@effect/platform-node"
import { Clock, Effect, FileSystem, Redacted, Schedule } from "effect"
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { existsSync, globSync } from "node:fs"
import path from "node:path"
import { databaseUser, spawnOptions } from "#platform/process/unprivileged-user"
import { aFreePort } from "./free-port.ts"

/** The programs of a PostgreSQL that a distribution installed, the newest; the embedded one has no pg_basebackup. */
export const installedPostgres = globSync("/usr/lib/postgresql/*/bin")
  .filter((folder) => existsSync(path.join(folder, "pg_basebackup")))
  .toSorted()
  .at(-1)

/** Behind the title of a test that cannot run without it. */
export const unlessInstalled =
  installedPostgres === undefined ? " (SKIPPED: no PostgreSQL with pg_basebackup is installed on this machine)" : ""

interface PostgresServer {
  readonly port: number
  readonly data: string
  /** As its superuser. */
  readonly url: Redacted.Redacted
  /** Ends it without a word to its clients. */
  readonly kill: Effect.Effect<void>
  /** Runs one of its programs to its end; dies when that fails. */
  readonly run: (program: string, args: ReadonlyArray<string>) => Effect.Effect<void>
}

interface ServerOptions {
  readonly settings?: Readonly<Record<string, string>>
  /** Files beside its data. */
  readonly files?: Readonly<Record<string, string>>
  /** Makes the data; a new cluster otherwise. Answers the program's arguments. */
  readonly from?: { readonly program: string; readonly args: (data: string) => ReadonlyArray<string> }
}

/** A PostgreSQL server of these programs until the scope ends. */
export const aPostgresServer = Effect.fnUntraced(
  function* (bin: string, options: ServerOptions = {}) {
    const fs = yield* FileSystem.FileSystem
    const as = yield* databaseUser
    const folder = yield* fs.makeTempDirectoryScoped({ prefix: "svc-postgres-" })
    const data = path.join(folder, "data")
    if (as !== undefined) yield* fs.chown(folder, as.uid, as.gid)
    const run = (program: string, args: ReadonlyArray<string>) =>
      Effect.suspend(() => {
        const { status, stderr } = spawnSync(path.join(bin, program), args, {
          ...spawnOptions({ as }),
          encoding: "utf8"
        })
        return status === 0 ? Effect.void : Effect.die(`${program}: ${stderr}`)
      })
    const made = options.from ?? {
      program: "initdb",
      args: (data: string) => [
        "-D",
        data,
        "-U",
        "postgres",
        "-A",
        "trust",
        "--no-sync",
        "-E",
        "UTF8",
        "--locale=C.UTF-8"
      ]
    }
    yield* run(made.program, made.args(data))
    for (const [name, text] of Object.entries(options.files ?? {})) {
      const file = path.join(data, name)
      yield* fs.writeFileString(file, text)
      yield* fs.chmod(file, 0o600)
      if (as !== undefined) yield* fs.chown(file, as.uid, as.gid)
    }
    const port = yield* aFreePort
    const settings = {
      port: String(port),
      listen_addresses: "127.0.0.1",
      unix_socket_directories: "",
      ...options.settings
    }
    const child = spawn(
      path.join(bin, "postgres"),
      ["-D", data, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
      { ...spawnOptions({ as }), stdio: "ignore" }
    )
    const end = (signal: "SIGQUIT" | "SIGKILL") =>
      Effect.promise(async () => {
        if (child.exitCode !== null || child.signalCode !== null) return
        const exited = once(child, "exit")
        child.kill(signal)
        await exited
      })
    yield* Effect.addFinalizer(() => end("SIGQUIT"))
    const answers = Effect.sync(
      () => spawnSync(path.join(bin, "pg_isready"), ["-q", "-h", "127.0.0.1", "-p", String(port)]).status === 0
    )
    yield* Effect.repeat(answers, { until: (ready) => ready, schedule: Schedule.spaced("50 millis") })
    const server: PostgresServer = {
      port,
      data,
      url: Redacted.make(`postgres://postgres@127.0.0.1:${port}/postgres`),
      // SIGQUIT ends its children as well, without a checkpoint or a word to a standby.
      kill: end("SIGQUIT"),
      run
    }
    return server
  },
  Effect.provide(NodeServices.layer),
  Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
)
