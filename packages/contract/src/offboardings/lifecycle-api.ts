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
  OwnerUnknown,
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
import { Assignees, ChangedOwners, ListAssignees, OffboardingOwner, SetOwner, SetOwners } from "./owner-schema.ts"
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
        "Same rules and gates as in the public API; `cancelled` needs a `reason` and is final. A Super Admin or " +
          "an Admin can complete an offboarding with open tasks by sending `override: true`. Completing the " +
          "offboarding of a member of the organization ends their membership, sessions and API keys; 409 " +
          "`member_handover` lists what they must hand over first. Moving back from `completed` does not restore " +
          "the membership."
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
        "Whether the departing person is a member of the organization, how many API keys they created, and what " +
          "must be handed over before completion."
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
        "Each offboarding is moved on its own; a refusal does not stop the others. The answer has a result for each."
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
        "Permanently, with its tasks, apps, revocation runs, documents and their files. The person stays in the " +
          "directory unchanged, and the audit log keeps its entries."
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
        "Each offboarding is deleted on its own; a refusal does not stop the others. The answer has a result for each."
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
        "Under legal hold and for 7 days after its release, nothing of the offboarding is deleted and its person " +
          "is not erased. Completed and canceled offboardings can be held too. Sending the current state changes " +
          "nothing."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/employees")
  .annotateMerge(group("Offboarding lifecycle", "Stages, deletion and legal hold")) {}

/** Who is responsible for a case. */
export class OwnersApi extends HttpApiGroup.make("owners")
  .add(
    HttpApiEndpoint.get("assignees", "/assignees", {
      query: ListAssignees,
      success: Assignees,
      error: OffboardingNotFound
    }).annotateMerge(
      route(
        { permission: "offboardings_view" },
        "List members who can be made responsible",
        "Members with the permission `offboardings_view`, by name. With `offboarding_id`, only those whose records " +
          "include that offboarding."
      )
    ),
    HttpApiEndpoint.put("setOwner", "/:id/owner", {
      params,
      payload: SetOwner,
      success: OffboardingOwner,
      error: [OffboardingNotFound, OwnerUnknown]
    }).annotateMerge(
      route(
        { permission: "offboardings_edit" },
        "Set the owner of an offboarding",
        "The owner is a member who can see the offboarding; null removes the owner. The new owner is notified unless " +
          "they did it themselves. When a membership ends, its offboardings become unassigned. Sending the current " +
          "owner changes nothing."
      )
    ),
    HttpApiEndpoint.post("setOwners", "/bulk-owner", { payload: SetOwners, success: ChangedOwners }).annotateMerge(
      route(
        { permission: "offboardings_edit" },
        "Set the owner of several offboardings",
        "In one transaction. An offboarding that the caller or the new owner cannot see is refused and does not stop " +
          "the others. The new owner is notified once. The answer has a result for each."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/employees")
  .annotateMerge(group("Offboarding owners", "Who is responsible for an offboarding")) {}
