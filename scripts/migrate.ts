import { NodeServices, NodeRuntime } from "@effect/platform-node"
import { Effect, Redacted } from "effect"
import { migrate } from "#platform/migrations"
Effect.gen(function* () {
  console.log(yield* migrate(Redacted.make(process.env["DATABASE_URL"] ?? "")))
}).pipe(Effect.provide(NodeServices.layer), NodeRuntime.runMain)
