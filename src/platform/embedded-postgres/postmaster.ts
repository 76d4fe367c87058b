import { Effect, FileSystem, Option, Schedule } from "effect"
import path from "node:path"
import { run } from "#platform/process/unprivileged-user"

interface Postmaster {
  readonly pid: number
  readonly port: number
  /** As PostgreSQL writes it: starting, ready, standby, stopping. */
  readonly status: string
}

/** What `postmaster.pid` says; none without the file or before its first line is written. */
export const readPostmaster = Effect.fnUntraced(function* (data: string) {
  const fs = yield* FileSystem.FileSystem
  const text = yield* fs.readFileString(path.join(data, "postmaster.pid")).pipe(
    Effect.catchIf(
      (error) => error.reason._tag === "NotFound",
      () => Effect.succeed("")
    )
  )
  const lines = text.split("\n").map((line) => line.trim())
  const pid = Number(lines[0])
  return pid > 0
    ? Option.some<Postmaster>({ pid, port: Number(lines[3]), status: lines[7] ?? "" })
    : Option.none<Postmaster>()
})

/** Sends a signal; false when there is no such process. Signal 0 only asks. */
export const signal = (pid: number, name: NodeJS.Signals | 0): Effect.Effect<boolean> =>
  Effect.sync(() => {
    try {
      return process.kill(pid, name)
    } catch (error) {
      return error instanceof Error && "code" in error && error.code === "EPERM"
    }
  })

/**
 * Whether the process is the server of this data folder. After a crash a PID proves nothing: it may belong to another
 * process, or to a zombie.
 */
export const isServing = Effect.fnUntraced(function* (pid: number, data: string) {
  const fs = yield* FileSystem.FileSystem
  if (process.platform === "linux") {
    const command = yield* Effect.orElseSucceed(fs.readFileString(`/proc/${pid}/cmdline`), () => "")
    const words = command.split("\0")
    return path.basename(words[0] ?? "") === "postgres" && words.includes(data)
  }
  const { output } = yield* run("ps", ["-o", "command=", "-p", String(pid)], { as: undefined })
  return output.includes("postgres") && output.includes(data)
})

/**
 * A left-over `postmaster.pid` whose number now belongs to another process keeps PostgreSQL from starting. It trusts
 * the number of its own parent to be stale, so that is written there; the rest of the file stays, because PostgreSQL
 * reads from it which shared memory it must find unused.
 */
export const disownPidFile = Effect.fnUntraced(function* (data: string) {
  const fs = yield* FileSystem.FileSystem
  const file = path.join(data, "postmaster.pid")
  const draft = `${file}.${process.pid}`
  const [, ...rest] = (yield* fs.readFileString(file)).split("\n")
  const { gid, uid } = yield* fs.stat(data)
  yield* fs.remove(draft, { force: true })
  yield* fs.writeFileString(draft, [process.pid, ...rest].join("\n"), { flag: "wx", mode: 0o600 })
  if (process.getuid?.() === 0)
    yield* fs.chown(
      draft,
      Option.getOrElse(uid, () => 0),
      Option.getOrElse(gid, () => 0)
    )
  yield* fs.rename(draft, file)
})

const untilGone = Effect.fnUntraced(function* (pid: number, data: string, seconds: number) {
  const gone = Effect.map(isServing(pid, data), (serving) => !serving)
  return yield* gone.pipe(
    Effect.repeat({ until: (is) => is, schedule: Schedule.spaced("30 millis") }),
    Effect.timeoutOption(`${seconds} seconds`),
    Effect.map(Option.isSome)
  )
})

/**
 * Stops the server and waits for its end: 20 s for a clean shutdown, then an immediate one, which the next start
 * repairs.
 */
export const stopPostmaster = Effect.fn("Postmaster.stop")(function* (pid: number, data: string) {
  if (!(yield* isServing(pid, data))) return
  yield* signal(pid, "SIGINT")
  if (yield* untilGone(pid, data, 20)) return
  yield* Effect.logWarning("postgres did not stop within 20 seconds, forcing it", { pid })
  yield* signal(pid, "SIGQUIT")
  if (!(yield* untilGone(pid, data, 5))) yield* Effect.logError("postgres still running", { pid })
})
