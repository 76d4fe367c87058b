import { Effect, Schedule } from "effect"
import path from "node:path"
import { startChild } from "./child-process.ts"
import { DemoFailed } from "./demo-failed.ts"
import { readDesk } from "./desk.ts"
import { repository, type Settings } from "./settings.ts"

/** Starts a demo, and answers where it is once it is ready; it is stopped with the scope. */
export const startDemo = Effect.fnUntraced(function* (settings: Settings) {
  const demo = yield* startChild(path.join(repository, "scripts/demo.ts"), {
    env: { ...process.env, DATA_DIR: settings.dataDir },
    stdio: ["ignore", "ignore", "inherit"]
  })
  return yield* readDesk(settings).pipe(
    Effect.flatMap((desk) => Effect.fromOption(desk)),
    Effect.retry(Schedule.spaced("200 millis")),
    Effect.raceFirst(Effect.flatMap(demo.ended, (end) => new DemoFailed({ message: `The demo ended: ${end}` })))
  )
})
