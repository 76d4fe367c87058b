import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { ApprovalChainUnknown } from "../approval-chains/errors.ts"
import { InitiationSettings, UpdateInitiationSettings } from "../approval-chains/schema.ts"
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

const params = { id: described(InitiationId, "The initiation") }

const feature = "managerInitiation" as const
/** Whose initiation it is, or whose turn, decides in the service. */
const member = { open: true, feature } as const

/** Requests to begin an offboarding (initiations-1). */
export class InitiationsApi extends HttpApiGroup.make("initiations")
  .add(
    HttpApiEndpoint.get("settings", "/settings", { success: InitiationSettings }).annotateMerge(
      route(
        member,
        "View the settings of initiations",
        "Whether approval is required, and the chain of initiations that name none."
      )
    ),
    HttpApiEndpoint.patch("updateSettings", "/settings", {
      payload: UpdateInitiationSettings,
      success: InitiationSettings,
      error: ApprovalChainUnknown
    }).annotateMerge(
      route(
        { permission: "settings_manage", feature },
        "Change the settings of initiations",
        "What is left out stays as it is; initiations that wait already are not touched."
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
        "Submit an initiation",
        "That of HR or an admin, or of anybody where approval is not required, is approved at once and has its " +
          "offboarding. Any other waits for the steps of its chain, or without a chain for HR or an admin."
      )
    ),
    HttpApiEndpoint.get("list", "/", { query: ListInitiations, success: InitiationPage }).annotateMerge(
      route(
        member,
        "List initiations",
        "Newest first: your own; as a reviewer also those of the departments that you see, or all; with " +
          "`view=to_decide` those whose current step is yours or was handed over to you, whoever they are about."
      )
    ),
    HttpApiEndpoint.get("get", "/:id", { params, success: InitiationDetails, error: InitiationNotFound }).annotateMerge(
      route(
        member,
        "View an initiation",
        "With `step_history`: who acted on which approval step, when, and to whom it was handed over."
      )
    ),
    HttpApiEndpoint.get("proposal", "/:id/proposal", {
      params,
      success: InitiationProposal,
      error: InitiationNotFound
    }).annotateMerge(
      route(
        member,
        "View what an assistant proposed",
        "Of an initiation that an assistant proposed over MCP: which, with which API key, the plan, and what of it " +
          "would be another by now."
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
        "Edit an initiation",
        "While it is pending, by whoever submitted it, HR or an admin. Another name, address, last day or choice of apps " +
          "takes back the approvals given so far: it goes back to the first step."
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
        "Approve an initiation",
        "The current step of its chain, by its approver, a holder of its role or an active delegate; without a chain " +
          "by HR or an admin. The last approval creates the offboarding; of a last day that is past it needs `access_revoke`, " +
          "else 403 `past_exit_date_permission`. What an assistant proposed needs a recent " +
          "step-up, else 428, and is refused with `plan_changed` where its plan would be another by now."
      )
    ),
    HttpApiEndpoint.post("reject", "/:id/reject", {
      params,
      payload: RejectInitiation,
      success: Initiation,
      error: [PermissionDenied, InitiationNotFound, InitiationNotPending, InitiationEdited, StepActedOn]
    }).annotateMerge(
      route(member, "Reject an initiation", "By whoever may approve it. Final; no offboarding is created.")
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
        "Hand an approval step over",
        "By the current step's designated approver, for this step only; whoever handed it over may still act. Handing " +
          "it over again replaces the delegate."
      )
    ),
    HttpApiEndpoint.delete("withdraw", "/:id", {
      params,
      success: Withdrawn,
      error: [PermissionDenied, InitiationNotFound, InitiationNotPending]
    }).annotateMerge(
      route(
        member,
        "Withdraw an initiation",
        "While it is pending, by whoever submitted it, HR or an admin. Nothing of it is kept."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/offboarding-initiations")
  .annotateMerge(group("Offboarding initiations", "Requests to begin an offboarding")) {}
