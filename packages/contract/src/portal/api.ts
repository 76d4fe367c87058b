import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Decoding, OpenAccess } from "../kernel/access.ts"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { CaseCompleted, PermissionDenied, ReadOnly } from "../kernel/errors.ts"
import { AssetId, ChecklistItemId, OffboardingId } from "../kernel/ids.ts"
import { group, route } from "../kernel/route.ts"
import { OffboardingCancelled, OffboardingNotFound } from "../offboardings/errors.ts"
import {
  LeaverMailsExceeded,
  PortalAddressMissing,
  PortalLinkInvalid,
  PortalReasonRequired,
  PortalRecordNotFound
} from "./errors.ts"
import {
  CreatedPortalLink,
  CreatePortalLink,
  PortalLinkRevoked,
  PortalLinkState,
  PortalPage,
  PortalToken,
  TickedPortalTask,
  TickPortalTask,
  TrackedPortalAsset,
  TrackPortalAsset
} from "./schema.ts"

const params = { id: described(OffboardingId, "The offboarding") }

/** The link to the page of a departing person, which belongs to that person (portal-1). */
export class PortalLinksApi extends HttpApiGroup.make("portal-links")
  .add(
    HttpApiEndpoint.get("show", "/:id/portal-link", {
      params,
      success: PortalLinkState,
      error: OffboardingNotFound
    }).annotateMerge(
      route(
        { permission: "offboardings_view" },
        "View the portal link",
        "How it was delivered and until when it is valid. The URL is never returned again."
      )
    ),
    HttpApiEndpoint.post("create", "/:id/portal-link", {
      params,
      payload: [CreatePortalLink, HttpApiSchema.NoContent],
      success: CreatedPortalLink.pipe(HttpApiSchema.status(201)),
      error: [
        PortalAddressMissing,
        PortalReasonRequired,
        PermissionDenied,
        OffboardingNotFound,
        OffboardingCancelled,
        LeaverMailsExceeded
      ]
    }).annotateMerge(
      route(
        { permission: "offboardings_edit" },
        "Send a portal link",
        "Emails the departing person a link to a page with their tasks, equipment and documents. Valid until 30 " +
          "days after the exit date, at least 7 days; the previous link stops working. The URL is returned only " +
          "with a `reason`, to holders of `compliance_manage`: a link that a member has seen opens no signing " +
          "page. Sent by a member without `compliance_view` to the personal email address, or after a change of " +
          "the person, it shows no documents. At most 5 emails an hour for an offboarding and 50 for an " +
          "organization, else 429 with `Retry-After`."
      )
    ),
    HttpApiEndpoint.delete("revoke", "/:id/portal-link", {
      params,
      success: PortalLinkRevoked,
      error: OffboardingNotFound
    }).annotateMerge(
      route(
        { permission: "offboardings_edit" },
        "Revoke the portal link",
        "The link stops working immediately. Without a link, nothing changes."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/employees")
  .annotateMerge(group("Portal links", "The employee portal of the departing person")) {}

const token = { token: PortalToken }

/** The employee portal for the link's holder, without a session (portal-1). */
export class PortalApi extends HttpApiGroup.make("portal")
  .add(
    HttpApiEndpoint.get("page", "/:token", {
      params: token,
      success: PortalPage,
      error: PortalLinkInvalid
    }).annotateMerge(
      route(
        { open: true },
        "View your offboarding",
        "The person's tasks, the equipment to return, and their documents."
      )
    ),
    HttpApiEndpoint.patch("tick", "/:token/tasks/:id", {
      params: { ...token, id: described(ChecklistItemId, "The task") },
      payload: TickPortalTask,
      success: TickedPortalTask,
      error: [ReadOnly, PortalLinkInvalid, PortalRecordNotFound, CaseCompleted]
    }).annotateMerge(route({ open: true }, "Complete a task", "Or mark it as open again.")),
    HttpApiEndpoint.patch("track", "/:token/assets/:id", {
      params: { ...token, id: described(AssetId, "The asset") },
      payload: TrackPortalAsset,
      success: TrackedPortalAsset,
      error: [ReadOnly, PortalLinkInvalid, PortalRecordNotFound, CaseCompleted]
    }).annotateMerge(
      route(
        { open: true },
        "Announce the return of an asset",
        "Carrier and tracking number of the parcel. The organization is notified once, and marks the parcel as " +
          "received when it arrives. An empty tracking number withdraws the announcement."
      )
    )
  )
  .middleware(OpenAccess)
  .middleware(Decoding)
  .prefix("/api/portal")
  .annotateMerge(group("Portal", "Employee portal")) {}
