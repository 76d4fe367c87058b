import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Effect, Redacted } from "effect"
import { writeSync } from "node:fs"
import { EmbeddedPostgres } from "#platform/embedded-postgres/server"
import { ServiceLock } from "#platform/start/service-lock"

// Usage: hold-postgres.ts DATA_DIR. Says one line of JSON on stdout when it is up or refused, then stays until a signal.
const say = (value: unknown) => Effect.sync(() => void writeSync(1, `${JSON.stringify(value)}\n`))

Effect.gen(function* () {
  const dataDir = process.argv[2] ?? ""
  yield* ServiceLock.acquire(dataDir)
  const { password, port, url } = yield* EmbeddedPostgres.start({ dataDir })
  yield* say({ port, password: Redacted.value(password), url: Redacted.value(url), uid: process.getuid?.() })
  return yield* Effect.never
}).pipe(
  Effect.tapError((error) => say({ tag: error._tag, message: error.message })),
  Effect.scoped,
  Effect.provide(NodeServices.layer),
  NodeRuntime.runMain({ disableErrorReporting: true })
)
