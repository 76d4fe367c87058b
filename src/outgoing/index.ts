import { Layer } from "effect"
import * as Outbox from "#outgoing/outbox/index"
import * as Mails from "#outgoing/mails/index"
import * as Webhooks from "#outgoing/webhooks/index"
import * as Siem from "#outgoing/siem/index"
import * as Notifications from "#outgoing/notifications/index"

/** What happened, and whom it is told. Lowest last. */
export const services = Layer.mergeAll(Webhooks.services, Siem.services, Notifications.services).pipe(
  Layer.provideMerge(Mails.services),
  Layer.provideMerge(Outbox.services)
)
export const http = Layer.mergeAll(Webhooks.http, Siem.http, Notifications.http)
export const loops = Layer.mergeAll(Outbox.loops, Mails.loops, Webhooks.loops, Siem.loops)
export const reactions = Layer.mergeAll(Webhooks.reactions, Notifications.reactions)
