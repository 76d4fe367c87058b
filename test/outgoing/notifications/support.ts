import type { OrgId } from "@svc/contract/kernel/ids"
import { Effect, Layer } from "effect"
import * as NotificationsDomain from "#outgoing/notifications/index"
import { Outbox } from "#outgoing/outbox/service"
import { OffboardingsSurface } from "#test/offboarding/offboardings/support"
import { systemSql } from "#test/support/tables"

/** The routes whose events are told, with the reaction that tells them. */
export const NotificationsSurface = NotificationsDomain.reactions.pipe(Layer.provideMerge(OffboardingsSurface))

/** Hands out everything that the organisation's outbox holds. */
export const handOut = Effect.fnUntraced(function* (orgId: OrgId) {
  const outbox = yield* Outbox
  yield* Effect.repeat(outbox.dispatch(orgId), { until: (dispatched) => dispatched === 0 })
})

/** The notices of an organisation, by user, oldest first. */
export const noticesOf = (orgId: OrgId) =>
  systemSql<{
    user_id: string
    type: string
    title: string
    body: string
    data: { readonly [key: string]: unknown }
    read_at: Date | null
  }>`SELECT user_id, type, title, body, data, read_at FROM notifications
      WHERE org_id = ${orgId} ORDER BY created_at, type, user_id`
