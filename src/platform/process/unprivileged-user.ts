import { Data, Effect, FileSystem } from "effect"
import { spawn } from "node:child_process"

/** Whose name a child process runs under; undefined: this process's own. */
export type RunAs = { readonly uid: number; readonly gid: number } | undefined

/** Started as root on a machine that has neither of the two users that PostgreSQL could run as. */
class NoUnprivilegedUser extends Data.TaggedError("NoUnprivilegedUser")<{ readonly message: string }> {}

const candidates = ["postgres", "nobody"]

/**
 * PostgreSQL refuses uid 0, and initdb needs a passwd entry: as root the first of `postgres` and `nobody`, else the
 * current user.
 */
export const databaseUser: Effect.Effect<RunAs, NoUnprivilegedUser, FileSystem.FileSystem> = Effect.gen(function* () {
  if (process.getuid?.() !== 0) return undefined
  const fs = yield* FileSystem.FileSystem
  const passwd = yield* Effect.orDie(fs.readFileString("/etc/passwd"))
  const entries = passwd.split("\n").map((line) => line.split(":"))
  for (const name of candidates) {
    const entry = entries.find((fields) => fields[0] === name)
    const uid = Number(entry?.[2])
    const gid = Number(entry?.[3])
    if (uid > 0 && gid > 0) return { uid, gid }
  }
  return yield* new NoUnprivilegedUser({
    message: `PostgreSQL does not run as root, and this machine has no user ${candidates.join(" or ")}. Set DATABASE_URL`
  })
})

interface Finished {
  /** 0 is success; -1 when the program could not be started at all. */
  readonly code: number
  readonly output: string
}

// Nothing of the caller's environment: a PGHOST or PGDATA meant for psql must not reach this server.
const environment = (libraries: string | undefined): NodeJS.ProcessEnv => ({
  PATH: "/usr/local/bin:/usr/bin:/bin",
  TZ: "UTC",
  LC_MESSAGES: "C",
  ...(libraries === undefined ? {} : { LD_LIBRARY_PATH: libraries, DYLD_LIBRARY_PATH: libraries })
})

interface ChildOptions {
  readonly as: RunAs
  /** Folder of shared libraries of the program. */
  readonly libraries?: string
}

/** Spawn options for a child under that user: its own empty environment, and a working folder that everyone can enter. */
export const spawnOptions = ({ as, libraries }: ChildOptions) => ({ cwd: "/", env: environment(libraries), ...as })

/** Runs a program to its end under that user. What goes wrong is in the result. */
export const run = (command: string, args: ReadonlyArray<string>, options: ChildOptions): Effect.Effect<Finished> =>
  Effect.callback((resume) => {
    const child = spawn(command, args, { ...spawnOptions(options), stdio: ["ignore", "pipe", "pipe"] })
    let output = ""
    child.stdout.on("data", (bytes) => (output += String(bytes)))
    child.stderr.on("data", (bytes) => (output += String(bytes)))
    child.once("error", (error) => resume(Effect.succeed({ code: -1, output: error.message })))
    child.once("close", (code) => resume(Effect.succeed({ code: code ?? -1, output: output.trim() })))
    return Effect.sync(() => child.kill("SIGKILL"))
  })

/** Whether that user can enter the folder: tried, since modes, mounts and access lists all have a say. */
export const canEnter = (folder: string, as: RunAs): Effect.Effect<boolean> =>
  Effect.map(run("/bin/sh", ["-c", 'cd -- "$1"', "sh", folder], { as }), ({ code }) => code === 0)
