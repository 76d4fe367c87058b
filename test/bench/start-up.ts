import { Effect, FileSystem } from "effect"
import path from "node:path"
import { benchFolder } from "./opponents.ts"
import { residentMegabytes } from "./processes.ts"
import { atMost } from "./report.ts"
import { figureOf, rounds } from "./rounds.ts"
import { startService } from "./service.ts"

const runs = Array.from({ length: rounds })

/** P13: from the start of the process to its first ready answer, on its embedded database, and its memory at rest. */
export const startUp = Effect.fn("Bench.startUp")(function* () {
  const fs = yield* FileSystem.FileSystem
  const dataDir = path.join(benchFolder, "service-start-up")
  const start = startService({ name: "service-start-up", dataDir })
  const remove = fs.remove(dataDir, { recursive: true, force: true })

  const onEmpty = Effect.andThen(remove, Effect.scoped(Effect.map(start, ({ readyAfter }) => readyAfter / 1000)))
  const onWarm = Effect.scoped(
    Effect.gen(function* () {
      const { pid, readyAfter } = yield* start
      yield* Effect.sleep("5 seconds")
      return { seconds: readyAfter / 1000, megabytes: yield* residentMegabytes(pid) }
    })
  )
  const empty = yield* Effect.forEach(runs, () => onEmpty)
  const warm = yield* Effect.forEach(runs, () => onWarm)
  yield* remove
  return [
    atMost("P13", "start to ready, warm data: seconds", figureOf(warm.map(({ seconds }) => seconds)), 2.5),
    atMost("P13", "start to ready, empty data: seconds", figureOf(empty), 5),
    atMost("P13", "resident memory at rest: MB", figureOf(warm.map(({ megabytes }) => megabytes)), 180)
  ]
})
