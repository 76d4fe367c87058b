import { Schema } from "effect"

/** Also for the notification of somebody else. */
export class NotificationNotFound extends Schema.Error<NotificationNotFound>("NotificationNotFound")(
  { error: Schema.tag("Notification not found") },
  { httpApiStatus: 404 }
) {
  readonly _tag = "NotificationNotFound"
}
