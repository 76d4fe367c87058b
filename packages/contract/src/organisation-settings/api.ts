import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { behindSession } from "../kernel/behind.ts"
import { group, route } from "../kernel/route.ts"
import { Organisation } from "../organisations/schema.ts"
import { DefaultJurisdictionUnknown, DeletionAlreadyScheduled, DeletionNotScheduled } from "./errors.ts"
import { Retention, RetentionPreview, RetentionPreviewQuery, RetentionSetting, UpdateSettings } from "./schema.ts"

/** The organisation of the session (settings-1). */
export class OrganisationSettingsApi extends HttpApiGroup.make("organisation")
  .add(
    HttpApiEndpoint.get("view", "/", { success: Schema.NullOr(Organisation) }).annotateMerge(
      route(
        { open: true, withoutOrganisation: true },
        "View the organisation",
        "The organisation of the session, for every member. Null for a user who belongs to no organisation."
      )
    ),
    HttpApiEndpoint.patch("update", "/", {
      payload: UpdateSettings,
      success: Organisation,
      error: DefaultJurisdictionUnknown
    }).annotateMerge(
      route(
        { role: "superadmin" },
        "Change the organisation",
        "For Super Admins. `name` is needed on every call; what else is left out stays as it is. A change of " +
          "`timezone` or `autoRevokeAtExit` reschedules the pending revocation of every open offboarding not yet " +
          "revoked: those with a time zone of their own keep it; switching it on schedules only those whose exit date " +
          "is still ahead; switching it off schedules none. A revocation that is running goes on. " +
          "`beginRevocationOnLastDay` and `advanceWhenReady` let offboardings change their stage without a person, with the " +
          "sources `schedule` and `automation`; `namesInNotifications` decides whether emails and chat messages name people."
      )
    ),
    HttpApiEndpoint.get("retention", "/retention", { success: RetentionSetting }).annotateMerge(
      route(
        { role: "superadmin" },
        "View how long closed offboardings are kept",
        "For Super Admins. In months after the closing; null is for ever. While a first or shorter retention has not " +
          "taken effect, `months_in_effect` is the former one and `applies_from` the moment at which it changes."
      )
    ),
    HttpApiEndpoint.put("setRetention", "/retention", { payload: Retention, success: RetentionSetting }).annotateMerge(
      route(
        { role: "superadmin" },
        "Set how long closed offboardings are kept",
        "For Super Admins. 6 to 120 months, or null for ever. Every night, offboardings that were completed or " +
          "canceled longer ago are deleted permanently, except those under legal hold. A first or shorter retention " +
          "takes effect after 30 days (`applies_from`); until then the former one applies, and setting that one again " +
          "takes the change back. A longer one, and null, takes effect at once. Every Super Admin gets an email when a " +
          "change waits and when it is taken back. The entry `organization_retention_changed` names when it applies."
      )
    ),
    HttpApiEndpoint.get("previewRetention", "/retention/preview", {
      query: RetentionPreviewQuery,
      success: RetentionPreview
    }).annotateMerge(
      route(
        { role: "superadmin" },
        "Preview what a retention would delete",
        "For Super Admins. Changes nothing. How many closed offboardings the first night would delete if this " +
          "retention were set now. Offboardings under legal hold are not counted, nor those that the retention in " +
          "effect deletes in the nights before."
      )
    ),
    HttpApiEndpoint.post("scheduleDeletion", "/deletion", {
      success: Organisation,
      error: DeletionAlreadyScheduled
    }).annotateMerge(
      route(
        { role: "superadmin", whileReadOnly: true },
        "Schedule the deletion of the organisation",
        "For Super Admins. The organisation with everything in it is deleted after 30 days; until " +
          "then everything works as before and the deletion can be called off. Every Super Admin gets a mail. " +
          "`deletion_scheduled_at` is the moment at which it will be carried out."
      )
    ),
    HttpApiEndpoint.delete("cancelDeletion", "/deletion", {
      success: Organisation,
      error: DeletionNotScheduled
    }).annotateMerge(
      route(
        { role: "superadmin", whileReadOnly: true },
        "Call off the deletion of the organisation",
        "For Super Admins. Possible until the deletion begins."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/organizations/me")
  .annotateMerge(group("Organisation", "The organisation of the session")) {}
