import { NodeRuntime } from "@effect/platform-node"
import { Effect } from "effect"
import { prepareDatabase } from "#serve"

/** `npm run migrate`: brings the database up to date as a start does, and ends; for a release that is rolled out by steps. */
NodeRuntime.runMain(
  prepareDatabase.pipe(
    Effect.catch((failure) =>
      Effect.sync(() => {
        process.stderr.write(`${failure.message}\n`)
        process.exitCode = 1
      })
    )
  )
)
