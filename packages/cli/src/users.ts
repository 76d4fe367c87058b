import { OperatorClient } from "@svc/client/operator"
import { CreateUser, NewPassword } from "@svc/contract/accounts/schema"
import { Role } from "@svc/contract/kernel/permissions"
import { DateTime, Effect, FileSystem, Option, Redacted, Schema, SchemaIssue, Stdio, Stream } from "effect"
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

// By the stream that is open: its name cannot be opened where another user opened it (systemd-run), nor where it is a socket.
const stdin = Effect.flatMap(Stdio.Stdio, (stdio) => stdio.stdin.pipe(Stream.decodeText, Stream.mkString))

const given = Effect.fnUntraced(function* (flag: Option.Option<Redacted.Redacted>, file: Option.Option<string>) {
  if (Option.isSome(flag) === Option.isSome(file)) {
    return yield* new CommandFailed({ error: "Give the password with either --password-file or --password" })
  }
  if (Option.isNone(file)) return yield* newPassword(Option.getOrThrow(flag))
  const fs = yield* FileSystem.FileSystem
  const text = yield* Effect.mapError(
    file.value === "/dev/stdin" ? stdin : fs.readFileString(file.value),
    () => new CommandFailed({ error: `--password-file ${file.value} cannot be read` })
  )
  return yield* newPassword(Redacted.make(text.replace(/\r?\n$/, "")))
})

const create = Command.make(
  "create",
  {
    orgId: organisationFlag,
    email: Flag.String("email").pipe(Flag.withSchema(CreateUser.fields.email)),
    fullName: Flag.String("name").pipe(Flag.withSchema(CreateUser.fields.fullName)),
    role: Flag.Literals("role", Role.literals),
    password: Flag.Redacted("password").pipe(
      Flag.withDescription("At least 8 characters; other users of this machine can see it while the command runs"),
      Flag.optional
    ),
    passwordFile: Flag.String("password-file").pipe(
      Flag.withMetavar("FILE"),
      Flag.withDescription("File with the password; use /dev/stdin for piped input"),
      Flag.optional
    )
  },
  Effect.fn(function* ({ password, passwordFile, ...input }) {
    const client = yield* OperatorClient
    const { email, id, role } = yield* client["users.create"]({
      ...input,
      password: yield* given(password, passwordFile)
    })
    yield* print({ id, email, role })
  })
).pipe(Command.withDescription("Create a member with a verified email address"), Command.provide(connection))

const passwordLink = Command.make(
  "password-link",
  { email: Flag.String("email").pipe(Flag.withSchema(CreateUser.fields.email)) },
  Effect.fn(function* ({ email }) {
    const client = yield* OperatorClient
    const { expires_at, url } = yield* client["users.passwordLink"]({ email })
    yield* print({ email, password_link: url, password_link_expires_at: DateTime.formatIso(expires_at) })
  })
).pipe(
  Command.withDescription("Print a link to set a new password; it works once, within 24 hours"),
  Command.provide(connection)
)

/** `user …` (operator-5). */
export const users = Command.make("user").pipe(
  Command.withDescription("People of an organization"),
  Command.withSubcommands([create, passwordLink])
)
