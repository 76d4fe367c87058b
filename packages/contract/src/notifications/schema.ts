import { Schema } from "effect"
import { described } from "../kernel/described.ts"
import { Timestamp } from "../kernel/dates.ts"
import { NotificationId } from "../kernel/ids.ts"
import { pageFields } from "../kernel/paging.ts"

/** Kinds of notifications; each can be chosen for the app and for email. */
export const NotificationType = Schema.Literals([
  "offboarding.created",
  "offboarding.stage_changed",
  "offboarding.assigned",
  "revocation.failed",
  "checklist.sla_breached",
  "task.assigned",
  "task.due",
  "comment.mentioned",
  "comment.added",
  "asset.overdue",
  "asset.shipment_announced",
  "webhook.auto_disabled",
  "initiation.waiting",
  "initiation.decided",
  "integration.credential_refused",
  "residual_access.found",
  "left_behind.waiting",
  "scim.deprovision_skipped",
  "hris.review_waiting",
  "esignature.ended",
  "member.signed_out",
  "member.became_superadmin"
])
export type NotificationType = typeof NotificationType.Type

export const Notification = Schema.Struct({
  id: NotificationId,
  type: NotificationType,
  title: Schema.String,
  body: Schema.String,
  /** What it is about, for example `{ "offboardingId": "…" }`. */
  data: Schema.Record(Schema.String, Schema.String),
  created_at: Timestamp,
  read_at: Schema.NullOr(Timestamp)
})
export type Notification = typeof Notification.Type

export const NotificationPage = Schema.Struct({
  data: Schema.Array(Notification),
  meta: Schema.Struct({ ...pageFields, has_next: Schema.Boolean }),
  /** Of all pages, whatever was filtered. */
  unread: Schema.Int
})
export type NotificationPage = typeof NotificationPage.Type

export const AllRead = Schema.Struct({ success: Schema.tag(true), read: Schema.Int })

const ways = { in_app: Schema.Boolean, email: Schema.Boolean }

/** The ways in which a member is notified of each kind. */
export const NotificationPreferences = Schema.Struct({
  preferences: Schema.Record(NotificationType, Schema.Struct(ways))
})
export type NotificationPreferences = typeof NotificationPreferences.Type

const change = Schema.Struct({
  in_app: Schema.optionalKey(ways.in_app),
  email: Schema.optionalKey(ways.email)
})

/** Only what is named changes. */
export const UpdateNotificationPreferences = Schema.Struct({
  preferences: Schema.Struct({
    "offboarding.created": Schema.optionalKey(change),
    "offboarding.stage_changed": Schema.optionalKey(change),
    "offboarding.assigned": Schema.optionalKey(change),
    "revocation.failed": Schema.optionalKey(change),
    "checklist.sla_breached": Schema.optionalKey(change),
    "task.assigned": Schema.optionalKey(change),
    "task.due": Schema.optionalKey(change),
    "comment.mentioned": Schema.optionalKey(change),
    "comment.added": Schema.optionalKey(change),
    "asset.overdue": Schema.optionalKey(change),
    "asset.shipment_announced": Schema.optionalKey(change),
    "webhook.auto_disabled": Schema.optionalKey(change),
    "initiation.waiting": Schema.optionalKey(change),
    "initiation.decided": Schema.optionalKey(change),
    "integration.credential_refused": Schema.optionalKey(change),
    "residual_access.found": Schema.optionalKey(change),
    "left_behind.waiting": Schema.optionalKey(change),
    "scim.deprovision_skipped": Schema.optionalKey(change),
    "hris.review_waiting": Schema.optionalKey(change),
    "esignature.ended": Schema.optionalKey(change),
    "member.signed_out": Schema.optionalKey(change),
    "member.became_superadmin": Schema.optionalKey(change)
  })
})
export type UpdateNotificationPreferences = typeof UpdateNotificationPreferences.Type

export const UnreadOnly = described(Schema.Literals(["true", "false"]), "`true`: only unread ones")
