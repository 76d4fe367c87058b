import { Schema } from "effect"
import { Refusal } from "../kernel/refusal.ts"

/** Also for another member's notification. */
export class NotificationNotFound extends Refusal<NotificationNotFound>()("NotificationNotFound", 404, {
  error: Schema.tag("Notification not found")
}) {}
