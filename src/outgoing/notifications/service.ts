import { Caller } from "@svc/contract/kernel/access"
import type { NotificationId } from "@svc/contract/kernel/ids"
import { pageMeta, type PageParams } from "@svc/contract/kernel/paging"
import { NotificationNotFound } from "@svc/contract/notifications/errors"
import {
  type Notification,
  type NotificationPage,
  type NotificationPreferences,
  NotificationType,
  type UpdateNotificationPreferences
} from "@svc/contract/notifications/schema"
import { Context, DateTime, Effect, Option } from "effect"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import type { Envelope } from "#outgoing/outbox/service"
import { Db, type Transaction } from "#platform/database/db"
import { layerOf } from "#platform/services/layer-of"
import { NotificationsRepo } from "./repo.ts"
import { chosenWays, defaultWays, waysChanged } from "./rules.ts"
import { makeTell } from "./telling.ts"

/** Members' notifications in the app and by email, and their choices. */
export class Notifications extends Context.Service<
  Notifications,
  {
    /** Writes the notices of an event, and queues their mails, in the transaction of its hand-out. */
    tell(envelope: Envelope): Effect.Effect<void, never, Transaction>
    /** The caller's own, newest first. */
    list(params: PageParams & { readonly unreadOnly: boolean }): Effect.Effect<NotificationPage, never, Caller>
    /** One that was read before keeps its moment. */
    read(id: NotificationId): Effect.Effect<Notification, NotificationNotFound, Caller>
    /** Answers how many were unread. */
    readonly readAll: Effect.Effect<number, never, Caller>
    readonly preferences: Effect.Effect<NotificationPreferences, never, Caller>
    /** Only the kinds and ways that are named change. */
    choose(changes: UpdateNotificationPreferences): Effect.Effect<NotificationPreferences, never, Caller>
  }
>()("svc/notifications/Notifications") {
  static readonly layerNoDeps = layerOf(Notifications, function* () {
    const db = yield* Db
    const repo = yield* NotificationsRepo
    const audit = yield* Audit

    const tell = yield* makeTell

    const me = Effect.gen(function* () {
      const { orgId, userId } = yield* Caller
      return userId === null ? yield* Effect.die("This verb needs a session") : { orgId, userId }
    })

    const list = Effect.fn("Notifications.list")(function* ({
      limit,
      page,
      unreadOnly
    }: PageParams & { readonly unreadOnly: boolean }) {
      const key = yield* me
      const { total, unread } = yield* repo.count(key)
      const data = yield* repo.page(key, { unreadOnly, limit, offset: (page - 1) * limit })
      return { data, meta: pageMeta({ page, limit }, unreadOnly ? unread : total), unread }
    }, db.transact)

    const read = Effect.fn("Notifications.read")(function* (id: NotificationId) {
      const found = yield* repo.markRead({ ...(yield* me), id }, yield* DateTime.now)
      if (Option.isNone(found)) return yield* new NotificationNotFound()
      return found.value
    }, db.transact)

    const readAll = Effect.gen(function* () {
      return yield* repo.markAllRead(yield* me, yield* DateTime.now)
    }).pipe(db.transact, Effect.withSpan("Notifications.readAll"))

    const preferences = Effect.gen(function* () {
      return { preferences: chosenWays(yield* repo.preferences(yield* me)) }
    }).pipe(db.transact, Effect.withSpan("Notifications.preferences"))

    const choose = Effect.fn("Notifications.choose")(function* (changes: UpdateNotificationPreferences) {
      const key = yield* me
      const before = chosenWays(yield* repo.preferences(key))
      for (const type of NotificationType.literals) {
        const change = changes.preferences[type]
        if (change === undefined) continue
        const { email = null, in_app = null } = change
        yield* repo.setPreference(key, { type, in_app, email, byDefault: defaultWays[type] })
      }
      const after = chosenWays(yield* repo.preferences(key))
      const changed = waysChanged(before, after)
      if (changed !== "") {
        yield* audit.record({
          action: "notification_preferences_updated",
          target: auditText`Notification preferences`,
          details: auditText`${changed}`
        })
      }
      return { preferences: after }
    }, db.transact)

    return Notifications.of({ tell, list, read, readAll, preferences, choose })
  })
}
