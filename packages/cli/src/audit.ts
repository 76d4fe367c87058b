import { OperatorClient } from "@svc/client/operator"
import { ChainReport } from "@svc/contract/audit-verification/schema"
import { Effect, Schema } from "effect"
import { Command } from "effect/cli"
import { connection } from "./connection.ts"
import { organisationFlag } from "./organisation-flag.ts"
import { print } from "./output.ts"

const encodeReport = Schema.encodeEffect(Schema.toCodecJson(ChainReport))

// A broken chain is a result, not a failure of the command: it exits 0 with `ok` false.
const verify = Command.make(
  "verify",
  { orgId: organisationFlag },
  Effect.fn(function* ({ orgId }) {
    const client = yield* OperatorClient
    const report = yield* client["audit.verify"]({ orgId })
    yield* print(yield* Effect.orDie(encodeReport(report)))
  })
).pipe(
  Command.withDescription("Verify the whole audit chain of an organization and report every broken link"),
  Command.provide(connection)
)

/** `audit …` (operator-7). */
export const audit = Command.make("audit").pipe(
  Command.withDescription("Audit chains"),
  Command.withSubcommands([verify])
)
