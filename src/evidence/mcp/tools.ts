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

const Id = described(OffboardingId, "The id of the offboarding, as list_offboardings answers it")

const Apps = Schema.Array(RequiredText(100)).check(Schema.isBetweenLength(1, 50, { message: "must name 1 to 50 apps" }))

const Rows = Schema.optionalKey(
  described(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 50 })), "How many at most; 20 when left out")
)

const Page = Schema.optionalKey(
  described(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000 })), "Which page; the first when left out")
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
  "Finds people of the directory by a part of their name, e-mail address or number. Answers id, name, address, job title, department, manager and whether they are active.",
  Schema.Struct({
    query: described(RequiredText(200), "A part of the name, address or number, without regard to case"),
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
  "Shows one offboarding: person, dates, stage, and its latest revocation runs with what became of each app.",
  Schema.Struct({ offboarding_id: Id })
)

const ExplainGate = asking(
  "explain_gate",
  "Explains why an offboarding cannot move to another stage or be completed: for each stage whether the move is allowed, and which apps, assets, confirmations and tasks are still missing.",
  Schema.Struct({
    offboarding_id: Id,
    to: Schema.optionalKey(described(OffboardingStatus, "Only the move to this stage; all of them when left out"))
  })
)

const PreviewRevocation = asking(
  "preview_revocation",
  "Shows what a revocation would call at each app of an offboarding, for the account and for each orphaned item that it would end or hand over. Nothing is sent.",
  Schema.Struct({
    offboarding_id: Id,
    apps: Schema.optionalKey(described(Apps, "Only these apps of the offboarding, by name"))
  })
)

const ResidualAccess = asking(
  "residual_access",
  "Lists accounts that were revoked and could be used when the app was asked again, with the count for each app.",
  Schema.Struct({
    status: Schema.optionalKey(
      described(Schema.Literals(["open", "resolved", "all"]), "Those that are open when left out")
    ),
    offboarding_id: Schema.optionalKey(Id),
    service: Schema.optionalKey(described(Text(100), "Only those of this app")),
    page: Page,
    limit: Rows
  })
)

const LeftBehind = asking(
  "left_behind",
  "Lists what leavers leave behind at their apps: keys, tokens, grants, forwardings, ownerships and agents, with risk, what becomes of each, who takes over and what stops the cut. `on` is false where the organization has the scan turned off: an empty list says nothing then. With an offboarding it also says which kinds could not be seen, and why; such a kind is not empty.",
  Schema.Struct({
    offboarding_id: Schema.optionalKey(Id),
    disposition: Schema.optionalKey(
      described(
        Schema.Literals([...LeftBehindDisposition.literals, "all"]),
        "Those that are pending when left out, unless one offboarding is asked for"
      )
    ),
    kind: Schema.optionalKey(described(LeftBehindKind, "Only those of this kind")),
    service: Schema.optionalKey(described(Text(100), "Only those of this app")),
    page: Page,
    limit: Rows
  })
)

const LeaverTest = asking(
  "leaver_test",
  "Shows the figures of a leaver test: how many leavers and removals were in time, late or open, by tier, app and cause. No names. Needs the scope compliance:read. The newest finished test when no id is given.",
  Schema.Struct({ id: Schema.optionalKey(described(LeaverTestId, "The id of a test")) })
)

const Verify = asking(
  "verify",
  "Walks the audit log's hash chain and says whether it is unbroken. Leaves an entry in that log; twice a minute at most.",
  Tool.EmptyParams
)

const Reason = Schema.optionalKey(
  described(BoundedText(5, 500), "Why, 5 to 500 characters; kept sealed with the proposal")
)

const approval =
  "Nothing happens until a person approves it in the app, with their password. To propose the same again answers the proposal that waits."

const ProposeOffboarding = proposing(
  "propose_offboarding",
  `Proposes that the offboarding of somebody of the directory begin. ${approval}`,
  Schema.Struct({
    employee_id: described(EmployeeId, "The id of the person, as find_person answers it"),
    exit_date: described(CalendarDate, "The last working day, YYYY-MM-DD; not in the past"),
    separation_type: Schema.optionalKey(described(InitiationSeparation, "`resignation` when left out")),
    apps: Schema.optionalKey(described(Apps, "Connected apps whose access is to end, by name")),
    no_apps: Schema.optionalKey(described(Schema.Boolean, "There is nothing to revoke; instead of apps")),
    reason: Reason
  })
)

const ProposeRevocation = proposing(
  "propose_revocation",
  `Proposes that access which an offboarding is to end be revoked now. ${approval}`,
  Schema.Struct({
    offboarding_id: Id,
    apps: Schema.optionalKey(
      described(Apps, "Only these apps of the offboarding; all that still have access when left out")
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
