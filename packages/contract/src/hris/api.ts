import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Integration } from "../integrations/schema.ts"
import { Decoding, OpenAccess, Requires } from "../kernel/access.ts"
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
import { says } from "../kernel/says.ts"
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
    })
      .annotateMerge(
        says(
          "Connect an HR system",
          "`bamboohr` takes `subdomain` and `api_key`, `hibob` `service_user_id` and `token`, `personio` `client_id` " +
            "and `client_secret`, `merge` `api_key` and `account_token`. The credential is tried before it is kept."
        )
      )
      .annotate(Requires, { permission: "integrations_manage", stepUp: "first", feature: "hrisIntegration" }),
    HttpApiEndpoint.post("sync", "/hris/sync", {
      success: SyncReport,
      error: [SourceNotConnected, SyncRunning, SourceFailed]
    })
      .annotateMerge(
        says(
          "Sync with the HR system now",
          "Takes people over into the directory and begins the offboardings of those who leave. It also runs every hour."
        )
      )
      .annotate(Requires, { permission: "integrations_manage", feature: "hrisIntegration" }),
    HttpApiEndpoint.post("syncEntra", "/azure-ad/sync", {
      success: SyncReport,
      error: [SourceNotConnected, SyncRunning, SourceFailed]
    })
      .annotateMerge(
        says(
          "Sync with Entra ID now",
          "Takes members over into the directory. A disabled account becomes a review item."
        )
      )
      .annotate(Requires, { permission: "integrations_manage", feature: "azureAd" }),
    HttpApiEndpoint.get("reviews", "/hris/reviews", { query: ListHrisReviews, success: HrisReviewPage })
      .annotateMerge(says("List what a sync leaves to be decided", "Of people in the caller's scope, newest first."))
      .annotate(Requires, { permission: "offboardings_create" }),
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
    })
      .annotateMerge(
        says(
          "Act on a review item",
          "Begins the offboarding. Where the last day changed, an open offboarding is moved; where the person stays, it " +
            "is cancelled."
        )
      )
      .annotate(Requires, { permissions: ["offboardings_create", "offboardings_edit"] }),
    HttpApiEndpoint.post("dismissReview", "/hris/reviews/:id/dismiss", {
      params: review,
      payload: [DismissHrisReview, HttpApiSchema.NoContent],
      success: HrisReview,
      error: [HrisReviewNotFound, HrisReviewDecided]
    })
      .annotateMerge(says("Dismiss a review item", "Nothing else happens, and the same is not asked again."))
      .annotate(Requires, { permission: "offboardings_create" })
  )
  .pipe(behindSession)
  .prefix("/api/integrations")
  .annotateMerge(OpenApi.annotations({ title: "HR systems", description: "People as the HR system knows them" })) {}

/** The HR system's own calls. */
export class HrisWebhookApi extends HttpApiGroup.make("hrisWebhook")
  .add(
    HttpApiEndpoint.post("receive", "/hris/webhook/:id", {
      params: { id: described(HrisWebhookId, "The `webhook_id` of the connection") },
      success: HrisWebhookTaken,
      error: HrisSignatureInvalid
    })
      .annotateMerge(
        says(
          "Take a call of the HR system",
          "Signed by the provider with the connection's `webhook_secret` over the body as it is. What it says is not " +
            "believed: it makes a sync run soon, at most once a minute."
        )
      )
      .annotate(Requires, { open: true, callback: true })
  )
  .middleware(OpenAccess)
  .middleware(Decoding)
  .prefix("/api/integrations")
  .annotateMerge(OpenApi.annotations({ title: "HR systems' calls", description: "Signed by the provider" })) {}
