import { createHmac, timingSafeEqual } from "node:crypto"
import { bytesOf, type Collected, headerOf, isObject, mediaTypeOf } from "./collected.ts"
import type { LabAnswer, LabRequest, VendorDefinition } from "./vendor.ts"

interface SiemDelivery {
  readonly id: string
  readonly event: string
  /** The payload, or the line of CEF. */
  readonly content: Collected | string
}

export interface SiemWebhookState {
  readonly key: string
  /** Every request that was taken: a delivery that is sent again stands twice. */
  readonly deliveries: Array<SiemDelivery>
}

const maxBytes = 1_000_000

const refusing = (status: number, error: string): LabAnswer => ({ status, body: { error } })

const isSigned = (request: LabRequest, { key }: SiemWebhookState) => {
  const given = Buffer.from(headerOf(request, "x-svc-signature"))
  const due = Buffer.from(`sha256=${createHmac("sha256", key).update(request.body, "utf8").digest("hex")}`)
  return given.length === due.length && timingSafeEqual(given, due)
}

const envelope = ["event_type", "source", "org_id", "timestamp", "severity"]

const contentOf = (request: LabRequest): Collected | string | undefined => {
  const media = mediaTypeOf(request)
  if (media === "text/plain") return /^CEF:0\|[^\r\n]*$/.test(request.body) ? request.body : undefined
  const body = media === "application/json" ? request.json() : undefined
  return isObject(body) && envelope.every((name) => typeof body[name] === "string") ? body : undefined
}

/** A tenant's own collector, at any path: it takes what is signed with its key, as JSON or as one line of CEF. */
export const siemWebhook: VendorDefinition<SiemWebhookState> = {
  name: "siem-webhook",
  seed: () => ({ key: "lab-siem-signing-key", deliveries: [] }),
  handle: (request, state) => {
    if (request.method !== "POST") return refusing(405, "Only POST")
    if (!isSigned(request, state)) return siemWebhook.unauthorized()
    if (bytesOf(request) > maxBytes) return refusing(413, "Too large")
    const id = headerOf(request, "x-svc-delivery")
    const event = headerOf(request, "x-svc-event")
    if (id === "" || event === "") return refusing(400, "A header is missing")
    const content = contentOf(request)
    if (content === undefined) return refusing(422, "The body is neither an event nor a line of CEF")
    if (typeof content !== "string" && content["event_type"] !== event) return refusing(422, "Two events in one")
    state.deliveries.push({ id, event, content })
    return { status: 200 }
  },
  writes: ({ method }) => method === "POST",
  throttled: (seconds) => ({ status: 429, headers: seconds === undefined ? {} : { "retry-after": String(seconds) } }),
  unauthorized: () => refusing(401, "The signature is not right"),
  forbidden: () => refusing(403, "Forbidden")
}
