import { Layer } from "effect"
import * as Outbox from "./outbox/index.ts"
import * as Mails from "./mails/index.ts"
import * as Webhooks from "./webhooks/index.ts"
import * as Siem from "./siem/index.ts"
import * as Live from "./live/index.ts"
import * as Notifications from "./notifications/index.ts"

/** Events and their recipients. Lowest last. */
export const services = Layer.mergeAll(Webhooks.services, Siem.services, Notifications.services).pipe(
  Layer.provideMerge(Live.services),
  Layer.provideMerge(Mails.services),
  Layer.provideMerge(Outbox.services)
)
export const http = Layer.mergeAll(Webhooks.http, Siem.http, Notifications.http, Live.http)
export const loops = Layer.mergeAll(Outbox.loops, Mails.loops, Webhooks.loops, Siem.loops)
export const reactions = Layer.mergeAll(Webhooks.reactions, Notifications.reactions)
