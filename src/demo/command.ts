import { connection, serviceUrl } from "@svc/cli/connection"
import { print } from "@svc/cli/output"
import { Effect, Schema } from "effect"
import { Command } from "effect/cli"
import { seedDemo, SeededDemo } from "./seed.ts"

const encodeSeeded = Schema.encodeEffect(Schema.toCodecJson(SeededDemo))

const seed = Command.make(
  "seed",
  {},
  Effect.fn(function* () {
    const seeded = yield* seedDemo({ baseUrl: yield* serviceUrl })
    yield* print(yield* Effect.orDie(encodeSeeded(seeded)))
  })
).pipe(
  Command.withDescription("Make the demo organisation, once; later calls answer what is there"),
  Command.provide(connection)
)

/** `admin demo …`. */
export const demo = Command.make("demo").pipe(
  Command.withDescription("The demo organisation"),
  Command.withSubcommands([seed])
)
