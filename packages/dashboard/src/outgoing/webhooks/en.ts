import type { DeliveryStatus } from "@svc/contract/webhooks/schema"
import type { Wrong } from "./signature-check.ts"
import { plurals } from "#languages/plural.ts"

const plural = plurals("en")

const deliveryStates: Readonly<Record<DeliveryStatus, string>> = {
  pending: "Pending",
  failed: "Will retry",
  delivered: "Delivered",
  dead: "Given up"
}

const wrong: Readonly<Record<Wrong, { readonly title: string; readonly text: string }>> = {
  secretMissing: {
    title: "The secret is missing",
    text: "It begins with whsec_ and was shown when the webhook was made."
  },
  secretCopied: {
    title: "The secret is wrong",
    text: "It fits once spaces, quotation marks or a missing whsec_ are mended. Copy it as it was shown, whsec_ included."
  },
  secretOther: {
    title: "The secret is wrong",
    text: "The body is what the service sent. The secret is that of another webhook, or from before a rotation."
  },
  bodyMissing: { title: "The body is missing", text: "Paste it as it came, before anything read it as JSON." },
  bodySpaces: {
    title: "The body is wrong",
    text: "It fits without the spaces or line breaks around it. Sign the bytes as they came, not a text that was tidied up."
  },
  bodyRewritten: {
    title: "The body is wrong",
    text: "It was read as JSON and written again: it fits in its compact form. Keep the raw body before a framework reads it."
  },
  bodyChanged: {
    title: "The body is wrong",
    text: "It is not what the service sent with this delivery. The secret fits what was sent: something in between changed the body."
  },
  signatureMissing: {
    title: "The signature is missing",
    text: "Paste webhook-signature with webhook-id and webhook-timestamp, or X-Svc-Signature."
  },
  headersChanged: {
    title: "The headers are wrong",
    text: "Secret and body fit. webhook-id, webhook-timestamp or webhook-signature is not what was sent with them."
  },
  clockBehind: {
    title: "The clock: it was sent too long ago",
    text: "Secret and body fit. It is an old delivery, or the clock of the receiver is ahead; five minutes are let pass."
  },
  clockAhead: {
    title: "The clock: it was sent in the future",
    text: "Secret and body fit. The clock of the receiver is behind; five minutes are let pass."
  },
  secretOrBody: {
    title: "The secret or the body is wrong",
    text: "They do not fit each other. Paste webhook-id too, and the service is asked what it sent."
  }
}

const receiverFacts: ReadonlyArray<readonly [string, string]> = [
  ["Answer", "2xx within 10 seconds; anything else is tried again, up to 7 attempts over a day and a half"],
  ["Again", "A delivery may come twice: tell it by webhook-id, which stays the same"],
  ["Order", "Deliveries may arrive out of order: go by the timestamp in the body"],
  [
    "Signed",
    "HMAC-SHA256 over webhook-id.webhook-timestamp.body, by Standard Webhooks; X-Svc-Signature covers the body alone"
  ]
]

export const webhooks = {
  title: "Webhooks",
  about: "Addresses of yours that are told what happens.",
  none: "No webhooks yet",
  notOnPlan: "Webhooks are off on this plan",
  notOnPlanText:
    "Nothing is sent while your plan has no webhooks, and deliveries that were still waiting are dropped. After an upgrade your webhooks are still here and receive the next event.",
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
  next: "Next attempt",
  create: "New webhook",
  catalogue: "Event catalogue",
  addressHelp: "Public and with https://. It is asked to take a POST.",
  allText: "Those that are added later too.",
  allShort: "All",
  chosen: "Some events",
  save: "Save",
  saved: "The webhook is saved",
  editTitle: "Edit the webhook",
  edit: "Edit",
  more: "More",
  secretTitle: "The secret of its signatures",
  secretText: "Copy it now: it is shown here and never again. The whole of it is the secret, whsec_ included.",
  secretNext:
    "Your receiver checks with it that a message is ours. On the webhook's page are receivers to copy, a test to send, and a check for when a signature does not fit.",
  secretCopied: "I have copied it",
  rotate: "Rotate the secret",
  rotateTitle: "Rotate the secret?",
  rotateText:
    "The old one ends at once: what is sent from now on is signed with the new one. What your receiver refuses meanwhile is tried again, so nothing is lost if it learns the new one soon.",
  pause: "Pause",
  resume: "Resume",
  pausedByHand: "This webhook is paused",
  pausedByUs: (when: string) => `Paused ${when}, as too many deliveries in a row were given up`,
  skipped: (count: number) =>
    count === 0
      ? "What happens meanwhile is not sent."
      : plural(count, { one: "# event was not sent since.", other: "# events were not sent since." }),
  delete: "Delete",
  deleteTitle: (host: string) => `Delete the webhook at ${host}?`,
  deleteText:
    "Its secret and the log of its deliveries go with it, and nothing is sent there any more. The audit log keeps that it was there.",
  deleted: "The webhook is deleted",
  failed24h: "Failed in 24 hours",
  givenUp: "Given up in a row",
  givenUpText: "since the last that arrived",
  noneInState: (state: string) => `No delivery is in the state “${state}”`,
  tabs: { deliveries: "Deliveries", check: "Check a signature", receivers: "Receivers" },
  delivery: "Delivery",
  done: "Close",
  lastAttempt: "Last attempt",
  payload: "Body",
  headers: "Headers",
  headersText: "With both signatures besides, which are made with the secret: check them to see them.",
  checkThis: "Check its signature",
  checkTitle: "What your receiver got",
  secret: "Secret",
  secretHelp: "It stays in this window: it is neither sent nor kept.",
  body: "Body",
  bodyHelp: "As it came, before anything read it as JSON.",
  headersHelp: "A line for each, such as webhook-signature: v1,…",
  check: "Check",
  result: "What is wrong with it",
  checkText:
    "Paste the secret, the body and the headers of a message that your receiver refused. You learn whether the secret, the body, the headers or the clock is at fault, and what the signature should be.",
  genuine: "Genuine: secret, body, headers and clock fit",
  clockOff: (span: string) => `It is ${span} off.`,
  expected: "With this secret and this body the signatures are:",
  notOfThis: "The delivery that the headers name is none of this webhook: the secret belongs to another one.",
  insecure: "Signatures are checked by the browser, which does so only on pages that came by https.",
  wrong,
  receiversTitle: "A receiver to start from",
  receiversText:
    "Complete as it stands, with nothing but the language's own library. It checks signature and time, takes each delivery once, and answers.",
  receiverFacts,
  language: "Language",
  download: (file: string) => `Download ${file}`
}
