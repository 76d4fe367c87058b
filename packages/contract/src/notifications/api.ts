import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { NotificationId } from "../kernel/ids.ts"
import { PageParams } from "../kernel/paging.ts"
import { group, route } from "../kernel/route.ts"
import { NotificationNotFound } from "./errors.ts"
import {
  AllRead,
  Notification,
  NotificationPage,
  NotificationPreferences,
  UnreadOnly,
  UpdateNotificationPreferences
} from "./schema.ts"

/** The signed-in member's notifications in the app (notices-3). */
export class NotificationsApi extends HttpApiGroup.make("notifications")
  .add(
    HttpApiEndpoint.get("list", "/", {
      query: { ...PageParams, unread: Schema.optionalKey(UnreadOnly) },
      success: NotificationPage
    }).annotateMerge(
      route(
        { open: true },
        "List notifications",
        "Your own notifications in this organization, newest first, page by page, with the number of unread ones."
      )
    ),
    HttpApiEndpoint.post("read", "/:id/read", {
      params: { id: described(NotificationId, "The notification") },
      success: Notification,
      error: NotificationNotFound
    }).annotateMerge(route({ open: true }, "Mark a notification as read", "Marking it again keeps the original time.")),
    HttpApiEndpoint.post("readAll", "/read-all", { success: AllRead }).annotateMerge(
      route(
        { open: true },
        "Mark all notifications as read",
        "Your own in this organization. Returns how many were unread."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/notifications")
  .annotateMerge(group("Notifications", "Your notifications in the app")) {}

/** The signed-in member's choice of notifications (notices-4). */
export class NotificationPreferencesApi extends HttpApiGroup.make("notification-preferences")
  .add(
    HttpApiEndpoint.get("show", "/", { success: NotificationPreferences }).annotateMerge(
      route(
        { open: true },
        "View your notification preferences",
        "Whether each kind of notification reaches you in the app and by email. Emails about the security of " +
          "your account are always sent."
      )
    ),
    HttpApiEndpoint.patch("update", "/", {
      payload: UpdateNotificationPreferences,
      success: NotificationPreferences
    }).annotateMerge(
      route(
        { open: true, whileReadOnly: true },
        "Change your notification preferences",
        "Only the kinds and channels sent are changed. Applies in this organization."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/auth/notification-preferences")
  .annotateMerge(group("Notification preferences", "Which notifications you get, and how")) {}
