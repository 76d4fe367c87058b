import { appSurface } from "@svc/contract/kernel/surfaces"
import { NotificationPreferencesApi, NotificationsApi } from "@svc/contract/notifications/api"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Notifications } from "./service.ts"

const OwnNotificationsHttp = HttpApiBuilder.group(
  appSurface.add(NotificationsApi),
  "notifications",
  Effect.fn(function* (handlers) {
    const notifications = yield* Notifications
    return handlers.handleAll({
      list: ({ query }) => notifications.list({ ...query, unreadOnly: query.unread === "true" }),
      read: ({ params }) => notifications.read(params.id),
      readAll: () => Effect.map(notifications.readAll, (read) => ({ success: true as const, read }))
    })
  })
)

const PreferencesHttp = HttpApiBuilder.group(
  appSurface.add(NotificationPreferencesApi),
  "notification-preferences",
  Effect.fn(function* (handlers) {
    const notifications = yield* Notifications
    return handlers.handleAll({
      show: () => notifications.preferences,
      update: ({ payload }) => notifications.choose(payload)
    })
  })
)

export const NotificationsHttp = Layer.mergeAll(OwnNotificationsHttp, PreferencesHttp)
