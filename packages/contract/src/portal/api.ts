import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Decoding, OpenAccess, Requires } from "../kernel/access.ts"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { CaseCompleted, ReadOnly } from "../kernel/errors.ts"
import { AssetId, ChecklistItemId, OffboardingId } from "../kernel/ids.ts"
import { OffboardingCancelled, OffboardingNotFound } from "../offboardings/errors.ts"
import { PortalAddressMissing, PortalLinkInvalid, PortalRecordNotFound } from "./errors.ts"
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

/** The link to the page of a departing person. */
export class PortalLinksApi extends HttpApiGroup.make("portal-links")
  .add(
    HttpApiEndpoint.get("show", "/:id/portal-link", { params, success: PortalLinkState, error: OffboardingNotFound })
      .annotateMerge(
        OpenApi.annotations({
          summary: "See whether there is a portal link",
          description: "And until when it is good; its token was shown when it was made."
        })
      )
      .annotate(Requires, { permission: "offboardings_view" }),
    HttpApiEndpoint.post("create", "/:id/portal-link", {
      params,
      payload: [CreatePortalLink, HttpApiSchema.NoContent],
      success: CreatedPortalLink.pipe(HttpApiSchema.status(201)),
      error: [PortalAddressMissing, OffboardingNotFound, OffboardingCancelled]
    })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Make a portal link",
          description:
            "A page where the departing person sees their tasks, what they are to return and their documents. Good until " +
            "30 days after the exit date, at least 7 days; the one before stops working. `send` mails it to the person."
        })
      )
      .annotate(Requires, { permission: "offboardings_edit" }),
    HttpApiEndpoint.delete("revoke", "/:id/portal-link", {
      params,
      success: PortalLinkRevoked,
      error: OffboardingNotFound
    })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Revoke the portal link",
          description: "It stops working at once. Without one, nothing changes."
        })
      )
      .annotate(Requires, { permission: "offboardings_edit" })
  )
  .pipe(behindSession)
  .prefix("/api/employees")
  .annotateMerge(OpenApi.annotations({ title: "Portal links", description: "The departing person's own page" })) {}

const token = { token: PortalToken }

/** The page of whoever holds the link, without a session (portal-1). */
export class PortalApi extends HttpApiGroup.make("portal")
  .add(
    HttpApiEndpoint.get("page", "/:token", { params: token, success: PortalPage, error: PortalLinkInvalid })
      .annotateMerge(
        OpenApi.annotations({
          summary: "See one's own offboarding",
          description: "The person's tasks, what they still have to return, and their documents."
        })
      )
      .annotate(Requires, { open: true }),
    HttpApiEndpoint.patch("tick", "/:token/tasks/:id", {
      params: { ...token, id: described(ChecklistItemId, "The task") },
      payload: TickPortalTask,
      success: TickedPortalTask,
      error: [ReadOnly, PortalLinkInvalid, PortalRecordNotFound, CaseCompleted]
    })
      .annotateMerge(
        OpenApi.annotations({ summary: "Tick one's own task", description: "Or take the tick away again." })
      )
      .annotate(Requires, { open: true }),
    HttpApiEndpoint.patch("track", "/:token/assets/:id", {
      params: { ...token, id: described(AssetId, "The asset") },
      payload: TrackPortalAsset,
      success: TrackedPortalAsset,
      error: [ReadOnly, PortalLinkInvalid, PortalRecordNotFound, CaseCompleted]
    })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Tell how an asset is sent back",
          description: "The carrier's tracking number of the parcel."
        })
      )
      .annotate(Requires, { open: true })
  )
  .middleware(OpenAccess)
  .middleware(Decoding)
  .prefix("/api/portal")
  .annotateMerge(OpenApi.annotations({ title: "Portal", description: "The departing person's own page" })) {}
