import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Requires } from "../kernel/access.ts"
import { behindPublicKey, behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { PermissionDenied, PlanLimitReached } from "../kernel/errors.ts"
import { Idempotent } from "../kernel/idempotency.ts"
import { IdempotencyKeys } from "../kernel/idempotency-key.ts"
import { OffboardingId } from "../kernel/ids.ts"
import { group, route, says } from "../kernel/route.ts"
import {
  AccessEndsAfterEmployment,
  AppsSelected,
  CancelReasonRequired,
  CompletedNotCancellable,
  EmploymentEndsBeforeExit,
  JurisdictionUnknown,
  ManagerIsEmployee,
  MemberHandover,
  OffboardingCancelled,
  OffboardingDuplicate,
  OffboardingNotFound,
  StageGateClosed,
  UnknownApps
} from "./errors.ts"
import {
  CreatedOffboarding,
  CreateOffboarding,
  ListOffboardings,
  OffboardingDetails,
  OffboardingPage,
  UpdatedOffboarding,
  UpdateOffboarding
} from "./schema.ts"

const params = { id: described(OffboardingId, "The offboarding") }

/** Offboardings as the public API works with them (cases-1 to cases-18). */
export class OffboardingsApi extends HttpApiGroup.make("offboardings")
  .add(
    HttpApiEndpoint.get("list", "/", { query: ListOffboardings, success: OffboardingPage }).annotateMerge(
      route(
        {
          scope: "offboardings:read"
        },
        "List offboardings",
        "The organization's offboardings, newest first, page by page."
      )
    ),
    HttpApiEndpoint.get("get", "/:id", {
      params,
      success: OffboardingDetails,
      error: OffboardingNotFound
    }).annotateMerge(
      route(
        { scope: "offboardings:read" },
        "View an offboarding",
        "The fields of the list, and when the offboarding was last changed."
      )
    ),
    HttpApiEndpoint.post("create", "/", {
      payload: CreateOffboarding,
      success: CreatedOffboarding.pipe(HttpApiSchema.status(201)),
      error: [
        UnknownApps,
        ManagerIsEmployee,
        JurisdictionUnknown,
        EmploymentEndsBeforeExit,
        AccessEndsAfterEmployment,
        PlanLimitReached,
        OffboardingDuplicate
      ]
    })
      .annotateMerge(
        says(
          "Create an offboarding",
          "Records a departing person; the offboarding starts `pending`. Admin and HR users are notified in the " +
            "app, and the event `offboarding.created` is sent with source `api`. A retry with the same " +
            "`Idempotency-Key` gets the first answer again; without one, if the `employee_email` already has an " +
            "open offboarding, the answer is 409 with the id of the open one. Access that ends before the end of " +
            "today is revoked automatically for at most a tenth of the active people a day, at least 5; beyond " +
            "that `revoke_at` is null and an admin starts the revocation."
        )
      )
      .middleware(IdempotencyKeys)
      .annotate(Requires, { scope: "offboardings:write" })
      // The 409 with the id is what a second one gets; a case without an address has no such guard.
      .annotate(Idempotent, { given: "employee_email" }),
    HttpApiEndpoint.patch("update", "/:id", {
      params,
      payload: UpdateOffboarding,
      success: UpdatedOffboarding,
      error: [
        ManagerIsEmployee,
        CancelReasonRequired,
        OffboardingNotFound,
        StageGateClosed,
        MemberHandover,
        OffboardingDuplicate,
        OffboardingCancelled,
        CompletedNotCancellable
      ]
    })
      .annotateMerge(
        route(
          { scope: "offboardings:write" },
          "Move an offboarding or change its manager",
          "Changes `status`, `manager_email` or both; nothing else can change. Any move among `pending`, " +
            "`notice_period`, `it_revocation` and `asset_recovery` is allowed, subject to the gates: past " +
            "`it_revocation` every selected app must be revoked or confirmed manually as removed, and for " +
            "`completed` every asset must be returned or lost, asset return confirmed, and every checklist task " +
            "done or not needed. A closed gate gives 409 `stage_gate` with what is missing; 409 `member_handover` " +
            "lists what a member must hand over before completion. `cancelled` needs a `reason` and is final. A " +
            "move from `completed` to an earlier stage reopens the offboarding. Sending the current status changes " +
            "nothing and sends nothing."
        )
      )
      .annotate(Idempotent, "always")
  )
  .pipe(behindPublicKey)
  .prefix("/api/v1/offboardings")
  .annotateMerge(group("Offboardings", "Departing people and their stages")) {}

const Confirmed = Schema.Struct({ success: Schema.tag(true) })

/** What a person confirms by hand so that a stage gate opens (stages-2, stages-3). */
export class ConfirmationsApi extends HttpApiGroup.make("confirmations")
  .add(
    HttpApiEndpoint.post("noApps", "/:id/confirm-no-apps", {
      params,
      success: Confirmed,
      error: [PermissionDenied, OffboardingNotFound, OffboardingCancelled, AppsSelected]
    }).annotateMerge(
      route(
        { permission: "offboardings_edit" },
        "Confirm that there is nothing to revoke",
        "Opens the gate past `it_revocation` for an offboarding without apps."
      )
    ),
    HttpApiEndpoint.post("assetReturn", "/:id/confirm-asset-return", {
      params,
      success: Confirmed,
      error: [OffboardingNotFound, OffboardingCancelled]
    }).annotateMerge(
      route(
        { permission: "offboardings_edit" },
        "Confirm the return of assets",
        "One of the conditions for `completed`."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/employees")
  .annotateMerge(group("Confirmations", "Confirmations that open the gates between stages")) {}
