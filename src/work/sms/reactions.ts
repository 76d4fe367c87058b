import { Effect, Layer } from "effect"
import { Outbox } from "#outgoing/outbox/service"
import { Sms } from "./service.ts"

/** Notifies the holders of overdue items. */
export const SmsReactions = Layer.effectDiscard(
  Effect.gen(function* () {
    const outbox = yield* Outbox
    const sms = yield* Sms
    yield* outbox.react(({ event, orgId }) =>
      event._tag === "asset.overdue" && event.employeeId !== null
        ? sms.assetOverdue({ orgId, employeeId: event.employeeId, offboardingId: null }, event)
        : Effect.void
    )
  })
)
