import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { ApprovalChainUnknown } from "../approval-chains/errors.ts"
import { InitiationSettings, UpdateInitiationSettings } from "../approval-chains/schema.ts"
import { ListCsv, listExport, wholeList } from "../audit-list-exports/schema.ts"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { PastExitDatePermission, PermissionDenied, StepUpRequired } from "../kernel/errors.ts"
import { InitiationId } from "../kernel/ids.ts"
import { group, route } from "../kernel/route.ts"
import { OffboardingDuplicate, UnknownApps } from "../offboardings/errors.ts"
import {
  ApprovalPastExitDate,
  AppsChoiceRequired,
  DelegationInvalid,
  InitiationEdited,
  InitiationNotFound,
  InitiationNotPending,
  ProposalChanged,
  StepActedOn
} from "./errors.ts"
import {
  ApproveInitiation,
  Delegated,
  DelegateStep,
  Initiation,
  InitiationDetails,
  InitiationPage,
  InitiationProposal,
  ListInitiations,
  RejectInitiation,
  SubmitInitiation,
  UpdateInitiation,
  Withdrawn
} from "./schema.ts"

const params = { id: described(InitiationId, "The request") }

const feature = "managerInitiation" as const
/** Whose initiation it is, or whose turn, decides in the service. */
const member = { open: true, feature } as const

/** Requests to begin an offboarding (initiations-1). */
export class InitiationsApi extends HttpApiGroup.make("initiations")
  .add(
    HttpApiEndpoint.get("settings", "/settings", { success: InitiationSettings }).annotateMerge(
      route(member, "View request settings", "Whether approval is required, and the default approval chain.")
    ),
    HttpApiEndpoint.patch("updateSettings", "/settings", {
      payload: UpdateInitiationSettings,
      success: InitiationSettings,
      error: ApprovalChainUnknown
    }).annotateMerge(
      route(
        { permission: "settings_manage", feature },
        "Change request settings",
        "Omitted fields are unchanged. Pending requests are not affected."
      )
    ),
    HttpApiEndpoint.post("submit", "/", {
      payload: SubmitInitiation,
      success: Initiation.pipe(HttpApiSchema.status(201)),
      error: [
        UnknownApps,
        AppsChoiceRequired,
        ApprovalChainUnknown,
        PastExitDatePermission,
        PermissionDenied,
        OffboardingDuplicate
      ]
    }).annotateMerge(
      route(
        { permission: "offboardings_create", feature },
        "Submit a request",
        "A request from HR or an admin is approved immediately and creates its offboarding; so is any request if " +
          "approval is not required. Every other request goes through the steps of its chain, or without a chain " +
          "to HR or an admin."
      )
    ),
    HttpApiEndpoint.get("list", "/", { query: ListInitiations, success: InitiationPage }).annotateMerge(
      route(
        member,
        "List requests",
        "Newest first: your own; for reviewers also those of the departments they see, or all; with " +
          "`view=to_decide` those whose current step is assigned or delegated to you, regardless of the person."
      )
    ),
    HttpApiEndpoint.get("export", "/export", { query: wholeList(ListInitiations), success: ListCsv }).annotateMerge(
      listExport(member, "requests")
    ),
    HttpApiEndpoint.get("get", "/:id", { params, success: InitiationDetails, error: InitiationNotFound }).annotateMerge(
      route(member, "View a request", "With `step_history`: the actor, time and delegate of each approval step.")
    ),
    HttpApiEndpoint.get("proposal", "/:id/proposal", {
      params,
      success: InitiationProposal,
      error: InitiationNotFound
    }).annotateMerge(
      route(
        member,
        "View an assistant's proposal",
        "For a request proposed by an assistant over MCP: the assistant, its API key, the plan, and what has " +
          "changed in the plan since."
      )
    ),
    HttpApiEndpoint.patch("update", "/:id", {
      params,
      payload: UpdateInitiation,
      success: Initiation,
      error: [
        UnknownApps,
        AppsChoiceRequired,
        PastExitDatePermission,
        PermissionDenied,
        InitiationNotFound,
        InitiationNotPending
      ]
    }).annotateMerge(
      route(
        member,
        "Edit a request",
        "Only while it is pending, by the requester, HR or an admin. Changing name, email address, last day or " +
          "apps resets the approvals: the request returns to the first step."
      )
    ),
    HttpApiEndpoint.post("approve", "/:id/approve", {
      params,
      payload: ApproveInitiation,
      success: Initiation,
      error: [
        UnknownApps,
        AppsChoiceRequired,
        ApprovalPastExitDate,
        PermissionDenied,
        InitiationNotFound,
        InitiationNotPending,
        InitiationEdited,
        StepActedOn,
        OffboardingDuplicate,
        ProposalChanged,
        StepUpRequired
      ]
    }).annotateMerge(
      route(
        member,
        "Approve a request",
        "Approves the current step of its chain, as its approver, a holder of its role or an active delegate; " +
          "without a chain as HR or an admin. The last approval creates the offboarding; if the last day has " +
          "passed it needs `access_revoke`, else 403 `past_exit_date_permission`. An assistant's proposal needs a " +
          "recent step-up, else 428, and is refused with `plan_changed` if its plan has changed."
      )
    ),
    HttpApiEndpoint.post("reject", "/:id/reject", {
      params,
      payload: RejectInitiation,
      success: Initiation,
      error: [PermissionDenied, InitiationNotFound, InitiationNotPending, InitiationEdited, StepActedOn]
    }).annotateMerge(
      route(member, "Reject a request", "By anyone who can approve it. Final: no offboarding is created.")
    ),
    HttpApiEndpoint.post("delegate", "/:id/delegate", {
      params,
      payload: DelegateStep,
      success: Delegated,
      error: [
        DelegationInvalid,
        PermissionDenied,
        InitiationNotFound,
        InitiationNotPending,
        InitiationEdited,
        StepActedOn
      ]
    }).annotateMerge(
      route(
        member,
        "Delegate an approval step",
        "By the designated approver of the current step, for this step only. The approver can still act. " +
          "Delegating again replaces the delegate."
      )
    ),
    HttpApiEndpoint.delete("withdraw", "/:id", {
      params,
      success: Withdrawn,
      error: [PermissionDenied, InitiationNotFound, InitiationNotPending]
    }).annotateMerge(
      route(
        member,
        "Withdraw a request",
        "Only while it is pending, by the requester, HR or an admin. The request is deleted."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/offboarding-initiations")
  .annotateMerge(group("Requests", "Requests for an offboarding")) {}
