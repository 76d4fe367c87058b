import { OperatorClient } from "@svc/client/operator"
import { CreateUser, NewPassword } from "@svc/contract/accounts/schema"
import { Role } from "@svc/contract/kernel/permissions"
import { Effect, Redacted, Schema, SchemaIssue } from "effect"
import { Command, Flag } from "effect/cli"
import { connection } from "./connection.ts"
import { CommandFailed } from "./failure.ts"
import { organisationFlag } from "./organisation-flag.ts"
import { print } from "./output.ts"

const issues = SchemaIssue.makeFormatterStandardSchemaV1()

// Not by `Flag.withSchema`, whose message repeats the value.
const newPassword = (given: Redacted.Redacted) =>
  Schema.decodeEffect(NewPassword)(Redacted.value(given)).pipe(
    Effect.mapError(
      ({ issue }) =>
        new CommandFailed({
          error: `--password ${issues(issue)
            .issues.map((it) => it.message)
            .join("; ")}`
        })
    )
  )

const create = Command.make(
  "create",
  {
    orgId: organisationFlag,
    email: Flag.String("email").pipe(Flag.withSchema(CreateUser.fields.email)),
    fullName: Flag.String("name").pipe(Flag.withSchema(CreateUser.fields.fullName)),
    role: Flag.Literals("role", Role.literals),
    password: Flag.Redacted("password").pipe(Flag.withDescription("At least 8 characters; never printed"))
  },
  Effect.fn(function* ({ password, ...input }) {
    const client = yield* OperatorClient
    const { email, id, role } = yield* client["users.create"]({ ...input, password: yield* newPassword(password) })
    yield* print({ id, email, role })
  })
).pipe(Command.withDescription("Create a member whose e-mail address counts as verified"), Command.provide(connection))

/** `user …` (operator-5). */
export const users = Command.make("user").pipe(
  Command.withDescription("The people of an organisation"),
  Command.withSubcommands([create])
)
