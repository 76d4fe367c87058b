import { Caller } from "@svc/contract/kernel/access"
import { CalendarDate } from "@svc/contract/kernel/dates"
import { described } from "@svc/contract/kernel/described"
import { EmployeeId, LeaverTestId, OffboardingId } from "@svc/contract/kernel/ids"
import { LeftBehindDisposition, LeftBehindKind } from "@svc/contract/left-behind/schema"
import { BoundedText, RequiredText, Text } from "@svc/contract/kernel/text"
import { InitiationSeparation } from "@svc/contract/initiations/schema"
import { OffboardingStatus } from "@svc/contract/offboardings/schema"
import { Schema } from "effect"
import { McpSchema, Tool, Toolkit } from "effect/ai"
import { ToolRefused, ToolResult } from "./quoting.ts"

const Id = described(OffboardingId, "The id of the offboarding, from list_offboardings")

const Apps = Schema.Array(RequiredText(100)).check(Schema.isBetweenLength(1, 50, { message: "must name 1 to 50 apps" }))

const Rows = Schema.optionalKey(
  described(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 50 })), "Maximum number of results; default: 20")
)

const Page = Schema.optionalKey(
  described(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000 })), "Page number; default: the first")
)

/** How a tool behaves, said to clients; what holds is that it has nothing to write with. */
const asking = <Name extends string, Parameters extends Schema.Constraint>(
  name: Name,
  description: string,
  parameters: Parameters
) =>
  Tool.make(name, {
    description,
    parameters,
    success: ToolResult,
    failure: ToolRefused,
    dependencies: [Caller, McpSchema.McpRequestContext]
  })
    .annotate(Tool.Readonly, true)
    .annotate(Tool.Destructive, false)
    .annotate(Tool.Idempotent, true)
    .annotate(Tool.OpenWorld, false)

const proposing = <Name extends string, Parameters extends Schema.Constraint>(
  name: Name,
  description: string,
  parameters: Parameters
) => asking(name, description, parameters).annotate(Tool.Readonly, false)

const FindPerson = asking(
  "find_person",
  "Finds people in the directory by part of their name, email address or number. Returns id, name, email address, job title, department, manager and whether they are active.",
  Schema.Struct({
    query: described(RequiredText(200), "Part of the name, email address or number; case-insensitive"),
    limit: Rows
  })
)

const ListOffboardings = asking(
  "list_offboardings",
  "Lists offboardings, newest first, page by page.",
  Schema.Struct({
    status: Schema.optionalKey(described(OffboardingStatus, "Only those in this stage")),
    department: Schema.optionalKey(described(Text(100), "Only this department; exact match")),
    page: Page,
    limit: Rows
  })
)

const GetOffboarding = asking(
  "get_offboarding",
  "Shows one offboarding: person, dates, stage, and its latest revocation runs with the result of each app.",
  Schema.Struct({ offboarding_id: Id })
)

const ExplainGate = asking(
  "explain_gate",
  "Explains why an offboarding cannot move to another stage or be completed: for each stage whether the move is allowed, and which apps, equipment, confirmations, and tasks are missing.",
  Schema.Struct({
    offboarding_id: Id,
    to: Schema.optionalKey(described(OffboardingStatus, "Only the move to this stage; default: all"))
  })
)

const PreviewRevocation = asking(
  "preview_revocation",
  "Shows what a revocation would call at each app of an offboarding, for the account and for each orphaned item that it would end or transfer. Nothing is sent.",
  Schema.Struct({
    offboarding_id: Id,
    apps: Schema.optionalKey(described(Apps, "Only these apps of the offboarding, by name"))
  })
)

const ResidualAccess = asking(
  "residual_access",
  "Lists accounts that were revoked and were active when the app was checked again, with the count for each app.",
  Schema.Struct({
    status: Schema.optionalKey(described(Schema.Literals(["open", "resolved", "all"]), "Default: open ones")),
    offboarding_id: Schema.optionalKey(Id),
    service: Schema.optionalKey(described(Text(100), "Only accounts of this app")),
    page: Page,
    limit: Rows
  })
)

const LeftBehind = asking(
  "left_behind",
  "Lists the orphaned items of leavers: keys, tokens, grants, forwarding, ownerships and agents, with risk, disposition, new owner and what blocks revocation. `on` is false if the organization has scanning turned off: an empty list means nothing then. With an offboarding, it also lists the kinds that are not visible, and why; such a kind is not empty.",
  Schema.Struct({
    offboarding_id: Schema.optionalKey(Id),
    disposition: Schema.optionalKey(
      described(
        Schema.Literals([...LeftBehindDisposition.literals, "all"]),
        "Default: pending ones, unless one offboarding is given"
      )
    ),
    kind: Schema.optionalKey(described(LeftBehindKind, "Only items of this kind")),
    service: Schema.optionalKey(described(Text(100), "Only items of this app")),
    page: Page,
    limit: Rows
  })
)

const LeaverTest = asking(
  "leaver_test",
  "Shows the figures of a leaver access test: how many leavers and removals were on time, late or open, by tier, app and cause. No names. Needs the scope compliance:read. Default: the newest finished test.",
  Schema.Struct({ id: Schema.optionalKey(described(LeaverTestId, "The id of a test")) })
)

const Verify = asking(
  "verify",
  "Verifies the audit log's hash chain. Records an entry in the log; at most twice a minute.",
  Tool.EmptyParams
)

const Reason = Schema.optionalKey(
  described(BoundedText(5, 500), "Why, 5 to 500 characters; stored encrypted with the proposal")
)

const approval =
  "Nothing happens until a person approves it in the app, with their password. Proposing the same again returns the pending proposal."

const ProposeOffboarding = proposing(
  "propose_offboarding",
  `Proposes to start the offboarding of a person in the directory. ${approval}`,
  Schema.Struct({
    employee_id: described(EmployeeId, "The id of the person, from find_person"),
    exit_date: described(CalendarDate, "The last working day, YYYY-MM-DD; not in the past"),
    separation_type: Schema.optionalKey(described(InitiationSeparation, "Default: `resignation`")),
    apps: Schema.optionalKey(described(Apps, "Connected apps whose access should end, by name")),
    no_apps: Schema.optionalKey(described(Schema.Boolean, "There is nothing to revoke; instead of apps")),
    reason: Reason
  })
)

const ProposeRevocation = proposing(
  "propose_revocation",
  `Proposes to revoke now the access that an offboarding would end later. ${approval}`,
  Schema.Struct({
    offboarding_id: Id,
    apps: Schema.optionalKey(
      described(Apps, "Only these apps of the offboarding; default: all that still have access")
    ),
    reason: Reason
  })
)

/** What an assistant can do: look, and propose. */
export const AssistantTools = Toolkit.make(
  FindPerson,
  ListOffboardings,
  GetOffboarding,
  ExplainGate,
  PreviewRevocation,
  ResidualAccess,
  LeftBehind,
  LeaverTest,
  Verify,
  ProposeOffboarding,
  ProposeRevocation
)
