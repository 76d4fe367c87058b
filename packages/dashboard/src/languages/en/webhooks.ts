import type { DeliveryStatus } from "@svc/contract/webhooks/schema"
import { plurals } from "../plural.ts"

const plural = plurals("en")

const deliveryStates: Readonly<Record<DeliveryStatus, string>> = {
  pending: "Pending",
  failed: "Will retry",
  delivered: "Delivered",
  dead: "Given up"
}

export const webhooks = {
  title: "Webhooks",
  about: "Addresses of yours that are told what happens.",
  none: "No webhooks yet",
  noneText: "Add an address, and it receives a signed message for every event that you choose.",
  address: "Address",
  events: "Events",
  health: "Health",
  lastDelivered: "Last delivered",
  all: "All events",
  someEvents: (count: number) => plural(count, { one: "# event", other: "# events" }),
  healthy: "Healthy",
  failing: (count: number) => plural(count, { one: "# failed today", other: "# failed today" }),
  paused: "Paused",
  never: "never",
  back: "All webhooks",
  deliveries: "Deliveries",
  noDeliveries: "Nothing was sent yet",
  noDeliveriesText: "The next event that this webhook receives appears here.",
  event: "Event",
  status: "State",
  anyStatus: "Every state",
  states: deliveryStates,
  attempts: "Attempts",
  answer: "Answer",
  at: "When",
  noAnswer: "no answer",
  redeliver: "Send again",
  redelivered: "It is on its way again",
  ping: "Send a test",
  pinged: (status: number) => `The test was answered ${status}`,
  pingFailed: (error: string) => `The test failed: ${error}`,
  next: "next attempt"
}
