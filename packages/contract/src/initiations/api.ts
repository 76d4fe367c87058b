import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ApprovalChainUnknown } from "../approval-chains/errors.ts"
import { InitiationSettings, UpdateInitiationSettings } from "../approval-chains/schema.ts"
import { Requires } from "../kernel/access.ts"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { PastExitDatePermission, PermissionDenied, StepUpRequired } from "../kernel/errors.ts"
import { InitiationId } from "../kernel/ids.ts"
import { says } from "../kernel/says.ts"
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
    HttpApiEndpoint.get("settings", "/settings", { success: InitiationSettings })
      .annotateMerge(
        says(
          "View the settings of initiations",
          "Whether approval is required, and the chain of initiations that name none."
        )
      )
      .annotate(Requires, member),
    HttpApiEndpoint.patch("updateSettings", "/settings", {
      payload: UpdateInitiationSettings,
      success: InitiationSettings,
      error: ApprovalChainUnknown
    })
      .annotateMerge(
        says(
          "Change the settings of initiations",
          "What is left out stays as it is; initiations that wait already are not touched."
        )
      )
      .annotate(Requires, { permission: "settings_manage", feature }),
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
    })
      .annotateMerge(
        says(
          "Submit an initiation",
          "That of HR or an admin, or of anybody where approval is not required, is approved at once and has its " +
            "offboarding. Any other waits for the steps of its chain, or without a chain for HR or an admin."
        )
      )
      .annotate(Requires, { permission: "offboardings_create", feature }),
    HttpApiEndpoint.get("list", "/", { query: ListInitiations, success: InitiationPage })
      .annotateMerge(
        says(
          "List initiations",
          "Newest first: your own; as a reviewer also those of the departments that you see, or all; with " +
            "`view=to_decide` those whose current step is yours or was handed over to you, whoever they are about."
        )
      )
      .annotate(Requires, member),
    HttpApiEndpoint.get("get", "/:id", { params, success: InitiationDetails, error: InitiationNotFound })
      .annotateMerge(
        says(
          "View an initiation",
          "With `step_history`: who acted on which approval step, when, and to whom it was handed over."
        )
      )
      .annotate(Requires, member),
    HttpApiEndpoint.get("proposal", "/:id/proposal", {
      params,
      success: InitiationProposal,
      error: InitiationNotFound
    })
      .annotateMerge(
        says(
          "View what an assistant proposed",
          "Of an initiation that an assistant proposed over MCP: which, with which API key, the plan, and what of it " +
            "would be another by now."
        )
      )
      .annotate(Requires, member),
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
    })
      .annotateMerge(
        says(
          "Edit an initiation",
          "While it is pending, by whoever submitted it, HR or an admin. Another name, address, last day or choice of apps " +
            "takes back the approvals given so far: it goes back to the first step."
        )
      )
      .annotate(Requires, member),
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
    })
      .annotateMerge(
        says(
          "Approve an initiation",
          "The current step of its chain, by its approver, a holder of its role or an active delegate; without a chain " +
            "by HR or an admin. The last approval creates the offboarding; of a last day that is past it needs `access_revoke`, " +
            "else 403 `past_exit_date_permission`. What an assistant proposed needs a recent " +
            "step-up, else 428, and is refused with `plan_changed` where its plan would be another by now."
        )
      )
      .annotate(Requires, member),
    HttpApiEndpoint.post("reject", "/:id/reject", {
      params,
      payload: RejectInitiation,
      success: Initiation,
      error: [PermissionDenied, InitiationNotFound, InitiationNotPending, InitiationEdited, StepActedOn]
    })
      .annotateMerge(says("Reject an initiation", "By whoever may approve it. Final; no offboarding is created."))
      .annotate(Requires, member),
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
    })
      .annotateMerge(
        says(
          "Hand an approval step over",
          "By the current step's designated approver, for this step only; whoever handed it over may still act. Handing " +
            "it over again replaces the delegate."
        )
      )
      .annotate(Requires, member),
    HttpApiEndpoint.delete("withdraw", "/:id", {
      params,
      success: Withdrawn,
      error: [PermissionDenied, InitiationNotFound, InitiationNotPending]
    })
      .annotateMerge(
        says(
          "Withdraw an initiation",
          "While it is pending, by whoever submitted it, HR or an admin. Nothing of it is kept."
        )
      )
      .annotate(Requires, member)
  )
  .pipe(behindSession)
  .prefix("/api/offboarding-initiations")
  .annotateMerge(
    OpenApi.annotations({ title: "Offboarding initiations", description: "Requests to begin an offboarding" })
  ) {}
