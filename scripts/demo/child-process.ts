import { Effect, type Scope } from "effect"
import { type ChildProcess, spawn, type StdioOptions } from "node:child_process"
import { repository } from "./settings.ts"

interface Child {
  readonly process: ChildProcess
  /** Resolves with what ended it: `exit code 1`, `signal SIGKILL`. */
  readonly ended: Effect.Effect<string>
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

const endOf = (child: ChildProcess): Effect.Effect<string> =>
  Effect.callback((resume) => {
    const done = () =>
      resume(Effect.succeed(child.signalCode === null ? `exit code ${child.exitCode}` : `signal ${child.signalCode}`))
    if (hasEnded(child)) return done()
    child.once("exit", done)
    return Effect.sync(() => child.off("exit", done))
  })

const stop = (child: ChildProcess) =>
  Effect.suspend(() => {
    if (hasEnded(child)) return Effect.void
    child.kill("SIGTERM")
    return endOf(child).pipe(
      Effect.timeoutOrElse({
        duration: "30 seconds",
        orElse: () =>
          Effect.suspend(() => {
            child.kill("SIGKILL")
            return endOf(child)
          })
      })
    )
  })

/** Runs a file of this repository; it gets SIGTERM and is waited for when the scope ends. */
export const startChild = (
  file: string,
  options: { readonly env: NodeJS.ProcessEnv; readonly stdio: StdioOptions }
): Effect.Effect<Child, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", file], {
        cwd: repository,
        // A group of its own: Ctrl-C reaches this process alone, which stops the others in order.
        detached: true,
        ...options
      })
      return { process: child, ended: endOf(child) }
    }),
    (child) => stop(child.process)
  )
