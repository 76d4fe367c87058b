import { OperatorClient } from "@svc/client/operator"
import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { connection } from "./connection.ts"
import { organisationFlag } from "./organisation-flag.ts"
import { print } from "./output.ts"

const list = Command.make(
  "list",
  {},
  Effect.fn(function* () {
    const client = yield* OperatorClient
    yield* print(yield* client["jobs.list"](undefined), ["name", "trigger"])
  })
).pipe(Command.withDescription("List the background jobs and when they run"), Command.provide(connection))

const run = Command.make(
  "run",
  { name: Argument.String("NAME"), orgId: organisationFlag.pipe(Flag.optional) },
  Effect.fn(function* ({ name, orgId }) {
    const client = yield* OperatorClient
    yield* print(yield* client["jobs.run"]({ name, ...(Option.isSome(orgId) ? { orgId: orgId.value } : {}) }))
  })
).pipe(Command.withDescription("Run a job now and wait until it ends"), Command.provide(connection))

/** `job …` (operator-6). */
export const jobs = Command.make("job").pipe(
  Command.withDescription("Background jobs"),
  Command.withSubcommands([list, run])
)
