import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { LegalHoldInForce, PermissionDenied, ReasonRequired } from "../kernel/errors.ts"
import { OffboardingId } from "../kernel/ids.ts"
import { ReasonBody, ReasonQuery } from "../kernel/reasons.ts"
import { group, route } from "../kernel/route.ts"
import {
  CancelReasonRequired,
  CompletedNotCancellable,
  MemberHandover,
  OffboardingBeingRevoked,
  OffboardingCancelled,
  OffboardingDuplicate,
  OffboardingNotFound,
  StageGateClosed
} from "./errors.ts"
import {
  ChangedStatuses,
  ChangeStatus,
  ChangeStatuses,
  DeletedOffboardings,
  DeleteOffboardings,
  DepartingMembers,
  LegalHold,
  SetLegalHold
} from "./lifecycle-schema.ts"
import { UpdatedOffboarding } from "./schema.ts"

const params = { id: described(OffboardingId, "The offboarding") }

/** The life of a case in the app (cases-22, cases-23). */
export class LifecycleApi extends HttpApiGroup.make("lifecycle")
  .add(
    HttpApiEndpoint.patch("changeStatus", "/:id/status", {
      params,
      payload: ChangeStatus,
      success: UpdatedOffboarding,
      error: [
        CancelReasonRequired,
        PermissionDenied,
        OffboardingNotFound,
        StageGateClosed,
        MemberHandover,
        OffboardingDuplicate,
        OffboardingCancelled,
        CompletedNotCancellable
      ]
    }).annotateMerge(
      route(
        { permission: "offboardings_edit" },
        "Move an offboarding to a stage",
        "By the rules and gates of the public API; `cancelled` needs a `reason` and is final. A Super Admin or an " +
          "Admin completes an offboarding although tasks are open with `override: true`. Completing the offboarding of " +
          "a member of the organisation ends their membership, sessions and API keys; 409 `member_handover` names what " +
          "they have to hand over first. `completed` moved back gives no membership back."
      )
    ),
    HttpApiEndpoint.get("membership", "/:id/membership", {
      params,
      success: DepartingMembers,
      error: OffboardingNotFound
    }).annotateMerge(
      route(
        { permission: "offboardings_view" },
        "View the membership that completion ends",
        "Whether the departing person is a member of the organisation, how many API keys they created, and what has " +
          "to be handed over before the offboarding can be completed."
      )
    ),
    HttpApiEndpoint.post("changeStatuses", "/bulk-status", {
      payload: ChangeStatuses,
      success: ChangedStatuses,
      error: [CancelReasonRequired, PermissionDenied]
    }).annotateMerge(
      route(
        { permission: "offboardings_edit" },
        "Move several offboardings to a stage",
        "Each for itself: one that is refused holds up no other, and the answer tells of each."
      )
    ),
    HttpApiEndpoint.delete("remove", "/:id", {
      params,
      query: ReasonQuery,
      payload: ReasonBody,
      success: Schema.Struct({ success: Schema.tag(true) }),
      error: [ReasonRequired, OffboardingNotFound, LegalHoldInForce, OffboardingBeingRevoked]
    }).annotateMerge(
      route(
        { permission: "offboardings_delete" },
        "Delete an offboarding",
        "With its tasks, apps, revocation runs, documents and their files, for good. The person stays in the " +
          "directory as they are, and the audit log keeps what happened."
      )
    ),
    HttpApiEndpoint.post("removeAll", "/bulk-delete", {
      payload: DeleteOffboardings,
      success: DeletedOffboardings,
      error: ReasonRequired
    }).annotateMerge(
      route(
        { permission: "offboardings_delete" },
        "Delete several offboardings",
        "Each for itself: one that is refused holds up no other, and the answer tells of each."
      )
    ),
    HttpApiEndpoint.put("setLegalHold", "/:id/legal-hold", {
      params,
      payload: SetLegalHold,
      success: LegalHold,
      error: [ReasonRequired, OffboardingNotFound]
    }).annotateMerge(
      route(
        { permission: "legal_hold_manage" },
        "Set or release a legal hold",
        "While it is held and for 7 days after its release, nothing of the offboarding is deleted and its person is " +
          "not erased. Completed and cancelled offboardings can be held too. What it is already changes nothing."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/employees")
  .annotateMerge(group("Life of a case", "Stages, deletion and legal hold in the app")) {}
