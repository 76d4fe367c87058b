import type { NotificationId } from "@svc/contract/kernel/ids"
import { NotificationsApi } from "@svc/contract/notifications/api"
import { Effect } from "effect"
import { clientOf } from "#platform/api.ts"
import { action, query } from "#platform/atoms.ts"

const notifications = clientOf(NotificationsApi)

interface Filters {
  readonly page?: number
  readonly unread?: "true" | "false"
}

/** A page of notifications, newest first. */
export const notificationPage = query(
  ({ page = 1, ...unread }: Filters) => notifications.list({ query: { page, limit: 25, ...unread } }),
  { keys: () => ["notifications"] }
)

/** Unread count, polled while the app is open. */
export const unreadCount = query<"one", number, Effect.Error<ReturnType<typeof notifications.list>>>(
  () => Effect.map(notifications.list({ query: { page: 1, limit: 1 } }), ({ unread }) => unread),
  { keys: () => ["notifications"], every: "30 seconds" }
)("one")

export const read = action(
  (id: NotificationId) => notifications.read({ params: { id } }),
  () => ["notifications"]
)

export const readAll = action(
  (_nothing: void) => notifications.readAll({}),
  () => ["notifications"]
)
