import { connection, serviceUrl } from "@svc/cli/connection"
import { print } from "@svc/cli/output"
import { Effect, Schema } from "effect"
import { Command } from "effect/cli"

const seed = Command.make(
  "seed",
  {},
  Effect.fn(function* () {
    // Loaded when it is asked for: the other commands need none of it.
    const { seedDemo, SeededDemo } = yield* Effect.promise(() => import("./seed.ts"))
    const seeded = yield* seedDemo({ baseUrl: yield* serviceUrl })
    yield* print(yield* Effect.orDie(Schema.encodeEffect(Schema.toCodecJson(SeededDemo))(seeded)))
  })
).pipe(
  Command.withDescription("Create the demo organization once; later calls return the existing one"),
  Command.provide(connection)
)

/** `admin demo …`. */
export const demo = Command.make("demo").pipe(
  Command.withDescription("Demo organization"),
  Command.withSubcommands([seed])
)
