import { NodeRuntime } from "@effect/platform-node"
import { Effect, Option, Schedule } from "effect"
import path from "node:path"
import { startChild } from "./demo/child-process.ts"
import { DemoFailed } from "./demo/demo-failed.ts"
import { readDesk } from "./demo/desk.ts"
import { complain } from "./demo/printer.ts"
import { repository, type Settings, settings as readSettings } from "./demo/settings.ts"

/** Starts a demo for this run alone; it is stopped with the scope. */
const startDemo = Effect.fnUntraced(function* (settings: Settings) {
  complain("No demo is running: one is started, which takes half a minute, and stopped afterwards")
  const demo = yield* startChild(path.join(repository, "scripts/demo.ts"), {
    env: process.env,
    stdio: ["ignore", "ignore", "inherit"]
  })
  return yield* readDesk(settings).pipe(
    Effect.flatMap((desk) => Effect.fromOption(desk)),
    Effect.retry(Schedule.spaced("200 millis")),
    Effect.raceFirst(Effect.flatMap(demo.ended, (end) => new DemoFailed({ message: `The demo ended: ${end}` })))
  )
})

/** `npm run example`: `examples/leaver.ts` against the demo, whose service may call the example's receiver. */
const example = Effect.gen(function* () {
  const settings = yield* readSettings
  const running = yield* readDesk(settings)
  const desk = Option.isSome(running) ? running.value : yield* startDemo(settings)
  const leaver = yield* startChild(path.join(repository, "examples/leaver.ts"), {
    env: { ...process.env, ...desk },
    stdio: ["ignore", "inherit", "inherit"]
  })
  const end = yield* leaver.ended
  if (end !== "exit code 0") yield* new DemoFailed({ message: `examples/leaver.ts ended: ${end}` })
})

NodeRuntime.runMain(
  example.pipe(
    Effect.scoped,
    Effect.tapError(({ message }) => Effect.sync(() => complain(message)))
  ),
  { disableErrorReporting: true }
)
