import { OperatorClient } from "@svc/client/operator"
import { SeededDemo } from "@svc/contract/demo/rpc"
import { Effect, Schema } from "effect"
import { Command } from "effect/cli"
import { connection } from "./connection.ts"
import { print } from "./output.ts"

const encodeSeeded = Schema.encodeEffect(Schema.toCodecJson(SeededDemo))

const seed = Command.make(
  "seed",
  {},
  Effect.fn(function* () {
    const client = yield* OperatorClient
    const seeded = yield* client["demo.seed"]({})
    yield* print(yield* Effect.orDie(encodeSeeded(seeded)))
  })
).pipe(
  Command.withDescription("Make the demo organisation, once; later calls answer what is there"),
  Command.provide(connection)
)

/** `demo …` (decisions 3). */
export const demo = Command.make("demo").pipe(
  Command.withDescription("The demo organisation"),
  Command.withSubcommands([seed])
)
