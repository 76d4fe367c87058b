import { OperatorClient } from "@svc/client/operator"
import { TimeZoneName } from "@svc/contract/kernel/dates"
import { OrgId } from "@svc/contract/kernel/ids"
import { Plan, PlanStatus } from "@svc/contract/kernel/plans"
import { CreateOrganisation, Organisation } from "@svc/contract/organisations/schema"
import { Effect, Option, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { connection } from "./connection.ts"
import { print } from "./output.ts"

const encodeOrganisation = (organisation: Organisation) =>
  Effect.orDie(Schema.encodeEffect(Schema.toCodecJson(Organisation))(organisation))

const columns = ["id", "name", "plan", "plan_status", "suspended", "timezone"]

const organisationArgument = Argument.String("ORG").pipe(
  Argument.withSchema(OrgId),
  Argument.withDescription("The organisation's id")
)

const create = Command.make(
  "create",
  {
    name: Flag.String("name").pipe(Flag.withSchema(CreateOrganisation.fields.name)),
    plan: Flag.Literals("plan", Plan.literals),
    timezone: Flag.String("timezone").pipe(
      Flag.withSchema(TimeZoneName),
      Flag.withDescription("An IANA name, UTC unless given"),
      Flag.optional
    )
  },
  Effect.fn(function* ({ name, plan, timezone }) {
    const client = yield* OperatorClient
    const created = yield* client["organisations.create"]({
      name,
      plan,
      ...(Option.isSome(timezone) ? { timezone: timezone.value } : {})
    })
    yield* print(yield* encodeOrganisation(created))
  })
).pipe(Command.withDescription("Create an organisation"), Command.provide(connection))

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
).pipe(Command.withDescription("Change an organisation's plan, or suspend it"), Command.provide(connection))

const list = Command.make(
  "list",
  {},
  Effect.fn(function* () {
    const client = yield* OperatorClient
    yield* print(yield* Effect.forEach(yield* client["organisations.list"](undefined), encodeOrganisation), columns)
  })
).pipe(Command.withDescription("List every organisation"), Command.provide(connection))

const show = Command.make(
  "show",
  { orgId: organisationArgument },
  Effect.fn(function* ({ orgId }) {
    const client = yield* OperatorClient
    yield* print(yield* encodeOrganisation(yield* client["organisations.show"]({ orgId })))
  })
).pipe(Command.withDescription("Show one organisation"), Command.provide(connection))

/** `org …` (operator-4). */
export const organisations = Command.make("org").pipe(
  Command.withDescription("The organisations of this instance"),
  Command.withSubcommands([create, update, list, show])
)
