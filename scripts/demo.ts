import { NodeRuntime } from "@effect/platform-node"
import { Cause, Effect, Exit } from "effect"
import { demo } from "./demo/demo.ts"
import { complain } from "./demo/printer.ts"

// A closed terminal, or a pipe that nobody reads any more, ends the demo like Ctrl-C.
let ending = false
const end = () => {
  if (ending) return
  ending = true
  process.kill(process.pid, "SIGTERM")
}
process.on("SIGHUP", end)
process.stdout.on("error", end)

/** `npm run demo`: the service with a seeded organisation, and its main job played step by step. `--once` ends then. */
NodeRuntime.runMain(
  demo.pipe(
    Effect.scoped,
    Effect.tapCause((cause) =>
      Effect.sync(() => {
        if (Cause.hasInterruptsOnly(cause)) return
        const failure = Cause.squash(cause)
        complain(`
The demo ended: ${failure instanceof Error ? failure.message : String(failure)}`)
      })
    )
  ),
  {
    disableErrorReporting: true,
    teardown: (exit, onExit) => onExit(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1)
  }
)
