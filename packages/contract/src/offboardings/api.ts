import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Access, ApiAccess, ApiKeyAuth, Decoding, Requires, SessionAuth } from "../kernel/access.ts"
import { PermissionDenied, PlanLimitReached } from "../kernel/errors.ts"
import { Idempotent } from "../kernel/idempotency.ts"
import { OffboardingId } from "../kernel/ids.ts"
import {
  AppsSelected,
  CancelReasonRequired,
  CompletedNotCancellable,
  JurisdictionUnknown,
  ManagerIsEmployee,
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

const params = { id: OffboardingId }

/** D1, "Public offboardings". */
export class OffboardingsApi extends HttpApiGroup.make("offboardings")
  .add(
    HttpApiEndpoint.get("list", "/", { query: ListOffboardings, success: OffboardingPage }).annotate(Requires, {
      scope: "offboardings:read"
    }),
    HttpApiEndpoint.get("get", "/:id", {
      params,
      success: OffboardingDetails,
      error: OffboardingNotFound
    }).annotate(Requires, { scope: "offboardings:read" }),
    HttpApiEndpoint.post("create", "/", {
      payload: CreateOffboarding,
      success: CreatedOffboarding.pipe(HttpApiSchema.status(201)),
      error: [UnknownApps, ManagerIsEmployee, JurisdictionUnknown, PlanLimitReached, OffboardingDuplicate]
    })
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
        OffboardingDuplicate,
        OffboardingCancelled,
        CompletedNotCancellable
      ]
    })
      .annotate(Requires, { scope: "offboardings:write" })
      .annotate(Idempotent, "always")
  )
  .middleware(ApiAccess)
  .middleware(ApiKeyAuth)
  .middleware(Decoding)
  .prefix("/api/v1/offboardings")
  .annotateMerge(OpenApi.annotations({ title: "Offboardings", description: "Departing people and their stages" })) {}

const Confirmed = Schema.Struct({ success: Schema.tag(true) })

/** What a person confirms by hand so that a stage gate opens (decisions 4 and 7). */
export class ConfirmationsApi extends HttpApiGroup.make("confirmations")
  .add(
    HttpApiEndpoint.post("noApps", "/:id/confirm-no-apps", {
      params,
      success: Confirmed,
      error: [PermissionDenied, OffboardingNotFound, OffboardingCancelled, AppsSelected]
    }).annotate(Requires, { permission: "offboardings_edit" }),
    HttpApiEndpoint.post("assetReturn", "/:id/confirm-asset-return", {
      params,
      success: Confirmed,
      error: [OffboardingNotFound, OffboardingCancelled]
    }).annotate(Requires, { permission: "offboardings_edit" })
  )
  .middleware(Access)
  .middleware(SessionAuth)
  .middleware(Decoding)
  .prefix("/api/employees")
  .annotateMerge(OpenApi.annotations({ title: "Confirmations", description: "What opens the gates between stages" })) {}
