import type { DeliveryStatus } from "@svc/contract/webhooks/schema"
import type { Wrong } from "./signature-check.ts"
import { plurals } from "#languages/plural.ts"

const plural = plurals("en")

const deliveryStates: Readonly<Record<DeliveryStatus, string>> = {
  pending: "Pending",
  failed: "Retrying",
  delivered: "Delivered",
  dead: "Failed"
}

const wrong: Readonly<Record<Wrong, { readonly title: string; readonly text: string }>> = {
  secretMissing: {
    title: "The secret is missing",
    text: "It starts with whsec_ and was shown when you created the webhook."
  },
  secretCopied: {
    title: "The secret is wrong",
    text: "It matches without extra spaces and quotation marks, and with whsec_. Copy it exactly as shown, including whsec_."
  },
  secretOther: {
    title: "The secret is wrong",
    text: "The body is what the service sent. The secret belongs to another webhook, or was replaced by a rotation."
  },
  bodyMissing: { title: "The body is missing", text: "Paste it exactly as received, before any JSON parsing." },
  bodySpaces: {
    title: "The body is wrong",
    text: "It matches without the spaces or line breaks around it. Verify the bytes as received, not trimmed text."
  },
  bodyRewritten: {
    title: "The body is wrong",
    text: "It was parsed as JSON and written again: its compact form matches. Keep the raw body before a framework parses it."
  },
  bodyChanged: {
    title: "The body is wrong",
    text: "It is not what the service sent with this delivery. The secret matches what was sent, so something in between changed the body."
  },
  signatureMissing: {
    title: "The signature is missing",
    text: "Paste webhook-signature with webhook-id and webhook-timestamp, or X-Svc-Signature."
  },
  headersChanged: {
    title: "The headers are wrong",
    text: "Secret and body match. webhook-id, webhook-timestamp, or webhook-signature is not the one sent with them."
  },
  clockBehind: {
    title: "Clock: sent too long ago",
    text: "Secret and body match. The delivery is old, or the receiver’s clock is fast. Five minutes are tolerated."
  },
  clockAhead: {
    title: "Clock: sent in the future",
    text: "Secret and body match. The receiver’s clock is slow. Five minutes are tolerated."
  },
  secretOrBody: {
    title: "The secret or the body is wrong",
    text: "They do not match each other. Paste webhook-id as well to compare with what the service sent."
  }
}

const receiverFacts: ReadonlyArray<readonly [string, string]> = [
  ["Response", "2xx within 10 seconds. Anything else is retried, up to 7 attempts over a day and a half"],
  ["Duplicates", "A delivery can arrive twice. Recognize it by webhook-id, which stays the same"],
  ["Order", "Deliveries can arrive out of order. Sort by the timestamp in the body"],
  [
    "Signature",
    "HMAC-SHA256 over webhook-id.webhook-timestamp.body (Standard Webhooks). X-Svc-Signature covers only the body"
  ]
]

export const webhooks = {
  title: "Webhooks",
  about: "Send events to your own systems.",
  none: "No webhooks yet",
  notOnPlan: "Your plan does not include webhooks",
  notOnPlanText:
    "Nothing is sent, and pending deliveries are dropped. Your webhooks are kept and receive the next event after an upgrade.",
  noneText: "Add an endpoint to receive a signed message for each event you choose.",
  address: "Endpoint URL",
  events: "Events",
  health: "Health",
  lastDelivered: "Last delivered",
  all: "All events",
  someEvents: (count: number) => plural(count, { one: "# event", other: "# events" }),
  healthy: "Healthy",
  failing: (count: number) => plural(count, { one: "# failed in 24 h", other: "# failed in 24 h" }),
  paused: "Paused",
  never: "Never",
  back: "All webhooks",
  deliveries: "Deliveries",
  noDeliveries: "No deliveries yet",
  noDeliveriesText: "The next event for this webhook appears here.",
  event: "Event",
  status: "Status",
  anyStatus: "All statuses",
  states: deliveryStates,
  attempts: "Attempts",
  answer: "Response",
  at: "Created",
  noAnswer: "no response",
  redeliver: "Resend",
  redelivered: "Delivery queued again",
  ping: "Send test event",
  pinged: (status: number) => `Test event delivered: response ${status}`,
  pingFailed: (error: string) => `Test event failed: ${error}`,
  next: "Next attempt",
  create: "Create webhook",
  catalogue: "Event catalog",
  addressHelp: "A public https:// URL that accepts POST requests.",
  allText: "Including events added later.",
  allShort: "All",
  chosen: "Selected events",
  save: "Save",
  saved: "Webhook saved",
  editTitle: "Edit webhook",
  edit: "Edit",
  more: "More",
  secretTitle: "Signing secret",
  secretText: "Copy it now: it is shown only once. whsec_ is part of the secret.",
  secretNext:
    "Your receiver uses it to verify that a message comes from this service. The webhook’s page has sample receivers, a test event, and a signature check.",
  secretCopied: "I have copied it",
  rotate: "Rotate secret",
  rotateTitle: "Rotate secret?",
  rotateText:
    "The old secret stops working immediately. Deliveries that your receiver rejects in the meantime are retried.",
  pause: "Pause",
  resume: "Resume",
  pausedByHand: "This webhook is paused",
  pausedByUs: (when: string) => `Paused ${when} after too many consecutive failures`,
  skipped: (count: number) =>
    count === 0
      ? "Events are not sent while it is paused."
      : plural(count, { one: "# event was not sent since then.", other: "# events were not sent since then." }),
  delete: "Delete webhook",
  deleteTitle: (host: string) => `Delete webhook for ${host}?`,
  deleteText: "Deletes its secret and delivery history, and no more events are sent. The audit log keeps its entries.",
  deleted: "Webhook deleted",
  failed24h: "Failed in 24 hours",
  givenUp: "Consecutive failures",
  givenUpText: "since the last successful delivery",
  noneInState: (state: string) => `No deliveries with status “${state}”`,
  tabs: { deliveries: "Deliveries", check: "Signature check", receivers: "Receivers" },
  delivery: "Delivery",
  done: "Close",
  lastAttempt: "Last attempt",
  payload: "Body",
  headers: "Headers",
  headersText: "Two signatures made with the secret were also sent. The signature check shows them.",
  checkThis: "Check signature",
  checkTitle: "Received message",
  secret: "Signing secret",
  secretHelp: "Stays in this window: it is not sent or stored.",
  body: "Body",
  bodyHelp: "Exactly as received, before any JSON parsing.",
  headersHelp: "One per line, for example webhook-signature: v1,…",
  check: "Check",
  result: "Result",
  checkText:
    "Paste the signing secret, body, and headers of a message that your receiver rejected. The result shows whether the secret, body, headers, or clock is wrong, and what the signature should be.",
  genuine: "Genuine: secret, body, headers, and clock match",
  clockOff: (span: string) => `The difference is ${span}.`,
  expected: "With this secret and body, the signatures are:",
  notOfThis: "The headers name a delivery of another webhook, so the secret belongs to another one, too.",
  insecure: "Your browser can check signatures only over HTTPS.",
  wrong,
  receiversTitle: "Sample receiver",
  receiversText:
    "Ready to run, with only the language’s standard library. It verifies signature and time, processes each delivery once, and responds.",
  receiverFacts,
  language: "Language",
  download: (file: string) => `Download ${file}`
}
