import { Duration, Effect, FileSystem, Schedule } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { closeSync, openSync, readFileSync } from "node:fs"
import net from "node:net"
import path from "node:path"
import { BenchFailed, benchFolder, root } from "./opponents.ts"

/** A server under load, in a process of its own. */
export interface ServerProcess {
  readonly pid: number
  readonly port: number
  /** Milliseconds from its start to the first 200 of its ready path. */
  readonly readyAfter: number
}

interface Launch {
  /** Names the log under the bench folder. */
  readonly name: string
  /** From the root of the repository. */
  readonly file: string
  readonly env: Readonly<Record<string, string>>
  readonly readyPath: string
  /** Of Node. */
  readonly flags?: ReadonlyArray<string>
}

export const freePort: Effect.Effect<number> = Effect.callback((resume) => {
  const server = net.createServer()
  server.listen(0, "127.0.0.1", () => {
    const address = server.address()
    const port = address === null || typeof address === "string" ? 0 : address.port
    server.close(() => resume(Effect.succeed(port)))
  })
})

const ended = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

const exit = (child: ChildProcess): Effect.Effect<void> =>
  Effect.callback((resume) => {
    if (ended(child)) return resume(Effect.void)
    child.once("exit", () => resume(Effect.void))
  })

const stop = (child: ChildProcess) =>
  Effect.suspend(() => {
    child.kill("SIGTERM")
    return Effect.timeoutOption(exit(child), "40 seconds")
  }).pipe(
    Effect.tap(() => Effect.sync(() => child.kill("SIGKILL"))),
    Effect.andThen(exit(child))
  )

// With BENCH_PROFILE=on every server leaves a CPU profile when it stops.
const profiling = () =>
  process.env["BENCH_PROFILE"] === "on" ? ["--cpu-prof", `--cpu-prof-dir=${path.join(benchFolder, "profiles")}`] : []

const answers = (url: string) =>
  Effect.tryPromise(async () => {
    const response = await fetch(url)
    await response.arrayBuffer()
    return response.status === 200
  }).pipe(Effect.orElseSucceed(() => false))

/** Starts a Node process that listens on `PORT`, waits until it is ready, and stops it with the scope. */
export const startServer = Effect.fn("Bench.startServer")(function* (launch: Launch) {
  const fs = yield* FileSystem.FileSystem
  const logs = path.join(benchFolder, "logs")
  yield* fs.makeDirectory(logs, { recursive: true })
  const port = yield* freePort
  const started = performance.now()
  const child = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const log = openSync(path.join(logs, `${launch.name}.log`), "w")
      const flags = [
        "--disable-warning=ExperimentalWarning",
        ...(launch.flags ?? []),
        ...profiling(),
        path.resolve(root, launch.file)
      ]
      const made = spawn(process.execPath, flags, {
        cwd: root,
        stdio: ["ignore", log, log],
        env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...launch.env, PORT: String(port) }
      })
      closeSync(log)
      return made
    }),
    stop
  )
  const { pid } = child
  const failed = new BenchFailed({ message: `${launch.name} did not start, see ${path.join(logs, launch.name)}.log` })
  if (pid === undefined) return yield* failed
  const check = Effect.suspend(() =>
    ended(child) ? Effect.fail(failed) : answers(`http://127.0.0.1:${port}${launch.readyPath}`)
  )
  yield* check.pipe(
    Effect.repeat({ until: (ready) => ready, schedule: Schedule.spaced("10 millis") }),
    Effect.timeoutOrElse({ duration: "60 seconds", orElse: () => Effect.fail(failed) })
  )
  return { pid, port, readyAfter: performance.now() - started } satisfies ServerProcess
})

/** The kernel counts CPU time in hundredths of a second. */
const tick = Duration.toMillis("10 millis")

/** What the kernel tells of a process, from its state on (field 3). */
const statOf = (pid: number) =>
  // The command's name may hold spaces.
  readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ")

/** User and system time of a process and its threads so far, in microseconds (Linux). */
export const cpuMicroseconds = (pid: number): Effect.Effect<number> =>
  Effect.sync(() => {
    const fields = statOf(pid)
    return (Number(fields[11]) + Number(fields[12])) * tick * 1000
  })

/** Resident memory of a process in megabytes (Linux). */
export const residentMegabytes = (pid: number): Effect.Effect<number> =>
  Effect.sync(() => Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024)

/** The server process that a connection's own process belongs to. */
export const postmasterOf = (backend: number): Effect.Effect<number> => Effect.sync(() => Number(statOf(backend)[1]))

/** CPU time of a PostgreSQL server so far, that of ended connections included, in microseconds (Linux). */
export const postgresMicroseconds = (postmaster: number): Effect.Effect<number> =>
  Effect.sync(() => {
    const timeOf = (pid: string) => {
      try {
        const fields = statOf(Number(pid))
        return Number(fields[11]) + Number(fields[12])
      } catch {
        // It has just ended; the server counts its time from then on.
        return 0
      }
    }
    const own = statOf(postmaster)
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, "utf8").trim().split(" ")
    const ticks = [String(postmaster), ...children].reduce((sum, pid) => sum + timeOf(pid), 0)
    return (ticks + Number(own[13]) + Number(own[14])) * tick * 1000
  })
