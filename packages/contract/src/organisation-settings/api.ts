import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { behindSession } from "../kernel/behind.ts"
import { group, route } from "../kernel/route.ts"
import { Organisation } from "../organisations/schema.ts"
import { DefaultJurisdictionUnknown, DeletionAlreadyScheduled, DeletionNotScheduled } from "./errors.ts"
import { Retention, RetentionPreview, RetentionPreviewQuery, RetentionSetting, UpdateSettings } from "./schema.ts"

/** The session's organization (settings-1). */
export class OrganisationSettingsApi extends HttpApiGroup.make("organisation")
  .add(
    HttpApiEndpoint.get("view", "/", { success: Schema.NullOr(Organisation) }).annotateMerge(
      route(
        { open: true, withoutOrganisation: true },
        "View the organization",
        "The session's organization, for all members. Null for a user without an organization."
      )
    ),
    HttpApiEndpoint.patch("update", "/", {
      payload: UpdateSettings,
      success: Organisation,
      error: DefaultJurisdictionUnknown
    }).annotateMerge(
      route(
        { role: "superadmin" },
        "Change the organization",
        "For Super Admins. `name` is required on every call; other omitted fields are unchanged. Changing " +
          "`timezone` or `autoRevokeAtExit` reschedules the pending revocation of all open offboardings not yet " +
          "revoked: those with their own time zone keep it; turning it on schedules only those whose exit date is " +
          "still ahead; turning it off unschedules all. A running revocation continues. `beginRevocationOnLastDay` " +
          "and `advanceWhenReady` change stages automatically, with the sources `schedule` and `automation`; " +
          "`namesInNotifications` decides whether emails and chat messages name people."
      )
    ),
    HttpApiEndpoint.get("retention", "/retention", { success: RetentionSetting }).annotateMerge(
      route(
        { role: "superadmin" },
        "View offboarding retention",
        "For Super Admins. In months after completion or cancellation; null: kept indefinitely. Until a first or " +
          "shorter retention takes effect, `months_in_effect` is the previous one and `applies_from` is when it " +
          "changes."
      )
    ),
    HttpApiEndpoint.put("setRetention", "/retention", { payload: Retention, success: RetentionSetting }).annotateMerge(
      route(
        { role: "superadmin" },
        "Set offboarding retention",
        "For Super Admins. 6 to 120 months, or null to keep offboardings indefinitely. Every night, offboardings " +
          "that were completed or canceled longer ago are deleted permanently, except those under legal hold. A " +
          "first or shorter retention takes effect after 30 days (`applies_from`); until then the previous one " +
          "applies, and setting it again cancels the change. A longer one, and null, takes effect immediately. " +
          "Every Super Admin gets an email when a change is scheduled and when it is canceled. The entry " +
          "`organization_retention_changed` records when it applies."
      )
    ),
    HttpApiEndpoint.get("previewRetention", "/retention/preview", {
      query: RetentionPreviewQuery,
      success: RetentionPreview
    }).annotateMerge(
      route(
        { role: "superadmin" },
        "Preview a retention",
        "For Super Admins. Changes nothing. How many closed offboardings the first night would delete if this " +
          "retention were set now. Excludes offboardings under legal hold and those that the current retention " +
          "deletes in the nights before."
      )
    ),
    HttpApiEndpoint.post("scheduleDeletion", "/deletion", {
      success: Organisation,
      error: DeletionAlreadyScheduled
    }).annotateMerge(
      route(
        { role: "superadmin", whileReadOnly: true },
        "Schedule the deletion of the organization",
        "For Super Admins. The organization and all its data are deleted after 30 days; until then everything " +
          "works as before and the deletion can be canceled. Every Super Admin gets an email. " +
          "`deletion_scheduled_at` is when the deletion will be carried out."
      )
    ),
    HttpApiEndpoint.delete("cancelDeletion", "/deletion", {
      success: Organisation,
      error: DeletionNotScheduled
    }).annotateMerge(
      route(
        { role: "superadmin", whileReadOnly: true },
        "Cancel the deletion of the organization",
        "For Super Admins. Possible until the deletion starts."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/organizations/me")
  .annotateMerge(group("Organisation", "The session's organization")) {}
