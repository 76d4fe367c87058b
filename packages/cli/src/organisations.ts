import { OperatorClient } from "@svc/client/operator"
import { TimeZoneName } from "@svc/contract/kernel/dates"
import { CreateUser, PasswordLink } from "@svc/contract/accounts/schema"
import { OrgId } from "@svc/contract/kernel/ids"
import { Plan, PlanStatus } from "@svc/contract/kernel/plans"
import { CreateOrganisation, Organisation } from "@svc/contract/organisations/schema"
import { EmailAddress } from "@svc/contract/kernel/text"
import { Effect, Option, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { connection } from "./connection.ts"
import { CommandFailed } from "./failure.ts"
import { print } from "./output.ts"

const encodeOrganisation = (organisation: Organisation) =>
  Effect.orDie(Schema.encodeEffect(Schema.toCodecJson(Organisation))(organisation))

const columns = ["id", "name", "plan", "plan_status", "suspended", "timezone"]

const organisationArgument = Argument.String("ORG").pipe(
  Argument.withSchema(OrgId),
  Argument.withDescription("Organization id")
)

const WithAdmin = Schema.Struct({
  ...Organisation.fields,
  superadmin: EmailAddress,
  password_link: PasswordLink.fields.url,
  password_link_expires_at: PasswordLink.fields.expires_at
})
const encodeWithAdmin = (made: typeof WithAdmin.Type) =>
  Effect.orDie(Schema.encodeEffect(Schema.toCodecJson(WithAdmin))(made))

const isOwn = Schema.is(Schema.Struct({ error: Schema.String }))

/** The first administrator, and the link at which they choose their password: no secret is typed here. */
const firstAdmin = Effect.fnUntraced(function* (orgId: OrgId, email: EmailAddress, fullName: string) {
  const client = yield* OperatorClient
  yield* client["users.create"]({ orgId, email, fullName, role: "superadmin" })
  const { expires_at, url } = yield* client["users.passwordLink"]({ email })
  return { superadmin: email, password_link: url, password_link_expires_at: expires_at }
})

const create = Command.make(
  "create",
  {
    name: Flag.String("name").pipe(Flag.withSchema(CreateOrganisation.fields.name)),
    plan: Flag.Literals("plan", Plan.literals).pipe(
      Flag.withDescription("Default: enterprise, with every feature and no limits"),
      Flag.withDefault("enterprise")
    ),
    timezone: Flag.String("timezone").pipe(
      Flag.withSchema(TimeZoneName),
      Flag.withDescription("IANA time zone; default: UTC"),
      Flag.optional
    ),
    email: Flag.String("superadmin").pipe(
      Flag.withSchema(CreateUser.fields.email),
      Flag.withMetavar("EMAIL"),
      Flag.withDescription("Also create its first Super Admin, and print the link to set the password"),
      Flag.optional
    ),
    fullName: Flag.String("superadmin-name").pipe(
      Flag.withSchema(CreateUser.fields.fullName),
      Flag.withDescription("Name of the Super Admin; required with --superadmin"),
      Flag.optional
    )
  },
  Effect.fn(function* ({ email, fullName, name, plan, timezone }) {
    if (Option.isSome(email) !== Option.isSome(fullName)) {
      return yield* new CommandFailed({
        error: "--superadmin and --superadmin-name must be given together"
      })
    }
    const client = yield* OperatorClient
    const created = yield* client["organisations.create"]({
      name,
      plan,
      ...(Option.isSome(timezone) ? { timezone: timezone.value } : {})
    })
    if (Option.isNone(email) || Option.isNone(fullName)) return yield* print(yield* encodeOrganisation(created))
    const admin = yield* firstAdmin(created.id, email.value, fullName.value).pipe(
      // An organization without members is still useful, with another email.
      Effect.catchIf(isOwn, ({ error }) =>
        Effect.fail(
          new CommandFailed({
            error: `The organization ${created.id} was created, but its Super Admin was not: ${error}. Continue with user create --org ${created.id}`
          })
        )
      )
    )
    yield* print(yield* encodeWithAdmin({ ...created, ...admin }))
  })
).pipe(Command.withDescription("Create an organization"), Command.provide(connection))

const update = Command.make(
  "update",
  {
    orgId: organisationArgument,
    plan: Flag.Literals("plan", Plan.literals).pipe(Flag.optional),
    planStatus: Flag.Literals("plan-status", PlanStatus.literals).pipe(Flag.optional),
    suspended: Flag.Literals("suspended", ["true", "false"]).pipe(Flag.optional)
  },
  Effect.fn(function* ({ orgId, plan, planStatus, suspended }) {
    const client = yield* OperatorClient
    const updated = yield* client["organisations.update"]({
      orgId,
      ...(Option.isSome(plan) ? { plan: plan.value } : {}),
      ...(Option.isSome(planStatus) ? { planStatus: planStatus.value } : {}),
      ...(Option.isSome(suspended) ? { suspended: suspended.value === "true" } : {})
    })
    yield* print(yield* encodeOrganisation(updated))
  })
).pipe(Command.withDescription("Change an organization's plan, or suspend it"), Command.provide(connection))

const list = Command.make(
  "list",
  {},
  Effect.fn(function* () {
    const client = yield* OperatorClient
    yield* print(yield* Effect.forEach(yield* client["organisations.list"](undefined), encodeOrganisation), columns)
  })
).pipe(Command.withDescription("List all organizations"), Command.provide(connection))

const show = Command.make(
  "show",
  { orgId: organisationArgument },
  Effect.fn(function* ({ orgId }) {
    const client = yield* OperatorClient
    yield* print(yield* encodeOrganisation(yield* client["organisations.show"]({ orgId })))
  })
).pipe(Command.withDescription("Show an organization"), Command.provide(connection))

/** `org …` (operator-4). */
export const organisations = Command.make("org").pipe(
  Command.withDescription("Organizations of this instance"),
  Command.withSubcommands([create, update, list, show])
)
