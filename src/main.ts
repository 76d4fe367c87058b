import "effect/schema/SchemaJITCompiler/enable"
import { NodeRuntime } from "@effect/platform-node"
import { Cause, Effect, Exit } from "effect"
import { serve } from "./serve.ts"

/** A failed start logs its reason in one line; a requested stop is a success. */
NodeRuntime.runMain(
  serve.pipe(
    Effect.catch((failure) =>
      Effect.sync(() => {
        process.stderr.write(`${failure.message}\n`)
        process.exitCode = 1
      })
    )
  ),
  {
    teardown: (exit, onExit) =>
      onExit(Exit.isSuccess(exit) ? Number(process.exitCode ?? 0) : Cause.hasInterruptsOnly(exit.cause) ? 0 : 1)
  }
)
