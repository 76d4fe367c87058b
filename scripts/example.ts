import { NodeRuntime } from "@effect/platform-node"
import { Effect, Option } from "effect"
import path from "node:path"
import { startChild } from "./demo/child-process.ts"
import { DemoFailed } from "./demo/demo-failed.ts"
import { readDesk } from "./demo/desk.ts"
import { complain } from "./demo/printer.ts"
import { repository, settings as readSettings } from "./demo/settings.ts"
import { startDemo } from "./demo/started-demo.ts"

/** `npm run example`: `examples/leaver.ts` against the demo, whose service may call the example's receiver. */
const example = Effect.gen(function* () {
  const settings = yield* readSettings
  const running = yield* readDesk(settings)
  if (Option.isNone(running)) {
    complain("No demo is running. Starting one, which takes half a minute; it is stopped afterwards")
  }
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
