import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Integration } from "../integrations/schema.ts"
import { Decoding, OpenAccess } from "../kernel/access.ts"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import {
  ApprovalRequired,
  CaseCompleted,
  OutsideRecordScope,
  PastExitDatePermission,
  PlanLimitReached
} from "../kernel/errors.ts"
import { HrisReviewId, HrisWebhookId } from "../kernel/ids.ts"
import { group, route } from "../kernel/route.ts"
import {
  AccessEndsAfterEmployment,
  EmploymentEndsBeforeExit,
  OffboardingDuplicate,
  UnknownApps
} from "../offboardings/errors.ts"
import { CredentialRefused, VendorUnanswering } from "../integrations/errors.ts"
import {
  ExitDateRequired,
  HrisReviewDecided,
  HrisReviewNotFound,
  HrisSignatureInvalid,
  SourceFailed,
  SourceNotConnected,
  SyncRunning
} from "./errors.ts"
import {
  AcceptHrisReview,
  ConnectHris,
  DismissHrisReview,
  HrisReview,
  HrisReviewPage,
  HrisWebhookTaken,
  ListHrisReviews,
  SyncReport
} from "./schema.ts"

const review = { id: described(HrisReviewId, "The review item") }

/** HR systems, and the directory of Entra ID (hr-systems-1). */
export class HrisApi extends HttpApiGroup.make("hris")
  .add(
    HttpApiEndpoint.post("connect", "/hris/connect", {
      payload: ConnectHris,
      success: Integration.pipe(HttpApiSchema.status(201)),
      error: [CredentialRefused, VendorUnanswering]
    }).annotateMerge(
      route(
        { permission: "integrations_manage", stepUp: "first", feature: "hrisIntegration" },
        "Connect an HR system",
        "`bamboohr` takes `subdomain` and `api_key`, `hibob` `service_user_id` and `token`, `personio` " +
          "`client_id` and `client_secret`, `merge` `api_key` and `account_token`. The credential is tested before " +
          "it is saved."
      )
    ),
    HttpApiEndpoint.post("sync", "/hris/sync", {
      success: SyncReport,
      error: [SourceNotConnected, SyncRunning, SourceFailed]
    }).annotateMerge(
      route(
        { permission: "integrations_manage", feature: "hrisIntegration" },
        "Sync with the HR system now",
        "Updates people in the directory and starts the offboardings of people who leave. Also runs every hour."
      )
    ),
    HttpApiEndpoint.post("syncEntra", "/azure-ad/sync", {
      success: SyncReport,
      error: [SourceNotConnected, SyncRunning, SourceFailed]
    }).annotateMerge(
      route(
        { permission: "integrations_manage", feature: "azureAd" },
        "Sync with Entra ID now",
        "Updates members in the directory. A disabled account becomes a review item."
      )
    ),
    HttpApiEndpoint.get("reviews", "/hris/reviews", { query: ListHrisReviews, success: HrisReviewPage }).annotateMerge(
      route(
        { permission: "offboardings_create" },
        "List review items from syncs",
        "For people in the caller's record scope, newest first."
      )
    ),
    HttpApiEndpoint.post("acceptReview", "/hris/reviews/:id/accept", {
      params: review,
      payload: [AcceptHrisReview, HttpApiSchema.NoContent],
      success: HrisReview,
      error: [
        ApprovalRequired,
        ExitDateRequired,
        UnknownApps,
        EmploymentEndsBeforeExit,
        AccessEndsAfterEmployment,
        PlanLimitReached,
        PastExitDatePermission,
        OutsideRecordScope,
        HrisReviewNotFound,
        OffboardingDuplicate,
        CaseCompleted,
        HrisReviewDecided
      ]
    }).annotateMerge(
      route(
        { permissions: ["offboardings_create", "offboardings_edit"] },
        "Act on a review item",
        "Starts the offboarding. If the last day changed, updates the open offboarding; if the person stays, " +
          "cancels it."
      )
    ),
    HttpApiEndpoint.post("dismissReview", "/hris/reviews/:id/dismiss", {
      params: review,
      payload: [DismissHrisReview, HttpApiSchema.NoContent],
      success: HrisReview,
      error: [HrisReviewNotFound, HrisReviewDecided]
    }).annotateMerge(
      route(
        { permission: "offboardings_create" },
        "Dismiss a review item",
        "Changes nothing else, and the same finding does not come up again."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/integrations")
  .annotateMerge(group("HR systems", "People from the HR system")) {}

/** The HR system's own calls. */
export class HrisWebhookApi extends HttpApiGroup.make("hrisWebhook")
  .add(
    HttpApiEndpoint.post("receive", "/hris/webhook/:id", {
      params: { id: described(HrisWebhookId, "The `webhook_id` of the connection") },
      success: HrisWebhookTaken,
      error: HrisSignatureInvalid
    }).annotateMerge(
      route(
        { open: true, callback: true },
        "Receive an HR system's callback",
        "Signed by the provider with the connection's `webhook_secret` over the raw body. The content is not " +
          "trusted: the call starts a sync soon, at most once a minute."
      )
    )
  )
  .middleware(OpenAccess)
  .middleware(Decoding)
  .prefix("/api/integrations")
  .annotateMerge(group("HR system callbacks", "Signed callbacks from HR systems")) {}
