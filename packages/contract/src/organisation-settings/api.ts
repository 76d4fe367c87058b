import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Requires } from "../kernel/access.ts"
import { behindSession } from "../kernel/behind.ts"
import { Organisation } from "../organisations/schema.ts"
import { DefaultJurisdictionUnknown, DeletionAlreadyScheduled, DeletionNotScheduled } from "./errors.ts"
import { Retention, UpdateSettings } from "./schema.ts"

/** The organisation of the session (settings-1). */
export class OrganisationSettingsApi extends HttpApiGroup.make("organisation")
  .add(
    HttpApiEndpoint.get("view", "/", { success: Schema.NullOr(Organisation) })
      .annotateMerge(
        OpenApi.annotations({
          summary: "View the organisation",
          description:
            "The organisation of the session, for every member. Null for a user who belongs to no organisation."
        })
      )
      .annotate(Requires, { open: true, withoutOrganisation: true }),
    HttpApiEndpoint.patch("update", "/", {
      payload: UpdateSettings,
      success: Organisation,
      error: DefaultJurisdictionUnknown
    })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Change the organisation",
          description:
            "For Super Admins. `name` is needed on every call; what else is left out stays as it is. A change of " +
            "`timezone` or `autoRevokeAtExit` reschedules the pending revocation of every open offboarding not yet " +
            "revoked: those with a time zone of their own keep it; switching it on schedules only those whose exit date " +
            "is still ahead; switching it off schedules none. A revocation that is running goes on."
        })
      )
      .annotate(Requires, { role: "superadmin" }),
    HttpApiEndpoint.get("retention", "/retention", { success: Retention })
      .annotateMerge(
        OpenApi.annotations({
          summary: "View how long closed offboardings are to be kept",
          description: "For Super Admins. In months after the closing; null is for ever."
        })
      )
      .annotate(Requires, { role: "superadmin" }),
    HttpApiEndpoint.put("setRetention", "/retention", { payload: Retention, success: Retention })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Set how long closed offboardings are to be kept",
          description:
            "For Super Admins. 6 to 120 months, or null for ever. The setting is stored and audited; nothing is " +
            "deleted by it in this release."
        })
      )
      .annotate(Requires, { role: "superadmin" }),
    HttpApiEndpoint.post("scheduleDeletion", "/deletion", { success: Organisation, error: DeletionAlreadyScheduled })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Schedule the deletion of the organisation",
          description:
            "For Super Admins. The organisation with everything in it is deleted after 30 days; until " +
            "then everything works as before and the deletion can be called off. Every Super Admin gets a mail. " +
            "`deletion_scheduled_at` is the moment at which it will be carried out."
        })
      )
      .annotate(Requires, { role: "superadmin", whileReadOnly: true }),
    HttpApiEndpoint.delete("cancelDeletion", "/deletion", { success: Organisation, error: DeletionNotScheduled })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Call off the deletion of the organisation",
          description: "For Super Admins. Possible until the deletion begins."
        })
      )
      .annotate(Requires, { role: "superadmin", whileReadOnly: true })
  )
  .pipe(behindSession)
  .prefix("/api/organizations/me")
  .annotateMerge(OpenApi.annotations({ title: "Organisation", description: "The organisation of the session" })) {}
