import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Requires } from "../kernel/access.ts"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { NotificationId } from "../kernel/ids.ts"
import { PageParams } from "../kernel/paging.ts"
import { says } from "../kernel/says.ts"
import { NotificationNotFound } from "./errors.ts"
import {
  AllRead,
  Notification,
  NotificationPage,
  NotificationPreferences,
  UnreadOnly,
  UpdateNotificationPreferences
} from "./schema.ts"

/** What the signed-in member was told in the app (notices-3). */
export class NotificationsApi extends HttpApiGroup.make("notifications")
  .add(
    HttpApiEndpoint.get("list", "/", {
      query: { ...PageParams, unread: Schema.optionalKey(UnreadOnly) },
      success: NotificationPage
    })
      .annotateMerge(
        says(
          "List notifications",
          "Your own in this organisation, newest first, page by page, and how many are unread."
        )
      )
      .annotate(Requires, { open: true }),
    HttpApiEndpoint.post("read", "/:id/read", {
      params: { id: described(NotificationId, "The notification") },
      success: Notification,
      error: NotificationNotFound
    })
      .annotateMerge(says("Mark a notification as read", "One that was read before keeps its moment."))
      .annotate(Requires, { open: true }),
    HttpApiEndpoint.post("readAll", "/read-all", { success: AllRead })
      .annotateMerge(
        says("Mark all notifications as read", "Your own in this organisation; answers how many were unread.")
      )
      .annotate(Requires, { open: true })
  )
  .pipe(behindSession)
  .prefix("/api/notifications")
  .annotateMerge(OpenApi.annotations({ title: "Notifications", description: "What you were told in the app" })) {}

/** What the signed-in member wants to be told, and how (notices-4). */
export class NotificationPreferencesApi extends HttpApiGroup.make("notification-preferences")
  .add(
    HttpApiEndpoint.get("show", "/", { success: NotificationPreferences })
      .annotateMerge(
        says(
          "View your notification preferences",
          "For each kind of notice whether it reaches you in the app and by mail. Mails about the security of " +
            "your account are always sent."
        )
      )
      .annotate(Requires, { open: true }),
    HttpApiEndpoint.patch("update", "/", {
      payload: UpdateNotificationPreferences,
      success: NotificationPreferences
    })
      .annotateMerge(
        says(
          "Change your notification preferences",
          "Only the kinds and ways that are sent change; they hold in this organisation."
        )
      )
      .annotate(Requires, { open: true, whileReadOnly: true })
  )
  .pipe(behindSession)
  .prefix("/api/auth/notification-preferences")
  .annotateMerge(
    OpenApi.annotations({ title: "Notification preferences", description: "What you are told, and how" })
  ) {}
