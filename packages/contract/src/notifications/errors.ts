import { Schema } from "effect"
import { Refusal } from "../kernel/refusal.ts"

/** Also for the notification of somebody else. */
export class NotificationNotFound extends Refusal<NotificationNotFound>()("NotificationNotFound", 404, {
  error: Schema.tag("Notification not found")
}) {}
