import { Timestamp } from "@svc/contract/kernel/dates"
import { PingPayload, WebhookPayload } from "@svc/contract/webhooks/payloads"
import { Clock, type DateTime, Effect, Result, Schema } from "effect"
import { machineNow } from "./verify-webhook.ts"
import { check, textOf, WebhookRefused, type WebhookRequest } from "./webhook-check.ts"

export { WebhookRefused, type WebhookRequest } from "./webhook-check.ts"

/**
 * An event that this version of the client does not know: an endpoint set to all events receives those added later. Its
 * `event` is `"unknown"`, so that the others are still told apart by theirs; `name` is what was sent. Answer it with 2xx.
 */
export interface UnknownEvent {
  readonly event: "unknown"
  readonly name: string
  readonly timestamp: DateTime.Utc
  readonly payload: { readonly [field: string]: Schema.Json }
}

/** What came, told apart by `event`, with the id that every try of the same delivery carries: note it to act once. */
export type ReceivedWebhook = (WebhookPayload | PingPayload | UnknownEvent) & { readonly deliveryId: string }

const Known = Schema.Union([...WebhookPayload.members, PingPayload])
const knownNames: ReadonlySet<string> = new Set(Known.members.map(({ fields }) => fields.event.literal))

const readObject = Schema.decodeUnknownResult(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json)))
const readHead = Schema.decodeUnknownResult(Schema.Struct({ event: Schema.String, timestamp: Timestamp }))
const readKnown = Schema.decodeUnknownResult(Schema.toCodecJson(Known))

const unreadable = ({ message }: Schema.SchemaError) =>
  new WebhookRefused({ reason: "payload", message: `The body has an unknown format: ${message}` })

const read = (body: string): Result.Result<WebhookPayload | PingPayload | UnknownEvent, WebhookRefused> =>
  Result.gen(function* () {
    const payload = yield* readObject(body)
    const { event: name, timestamp } = yield* readHead(payload)
    if (knownNames.has(name)) return yield* readKnown(payload)
    const unknown: UnknownEvent = { event: "unknown", name, timestamp, payload }
    return unknown
  }).pipe(Result.mapError(unreadable))

const receive = (request: WebhookRequest, now: number): Result.Result<ReceivedWebhook, WebhookRefused> =>
  Result.flatMap(check(request, now), ({ deliveryId }) =>
    Result.map(read(textOf(request.body)), (payload) => ({ ...payload, deliveryId }))
  )

/**
 * Checks a request to a webhook endpoint (signature and moment, as `verifyWebhook`) and reads it. It throws
 * `WebhookRefused`, and nothing else, for what is not to be believed. Needs nothing of Effect around it.
 *
 * `deliveryId` is under the signature when the request carries that of Standard Webhooks, as every real delivery does.
 */
export const receiveWebhook = (request: WebhookRequest): ReceivedWebhook =>
  Result.getOrThrow(receive(request, request.now ?? machineNow()))

/** The same as an Effect, by Effect's clock. */
export const receiveWebhookEffect = Effect.fn("receiveWebhook")(function* (request: WebhookRequest) {
  return yield* Effect.fromResult(receive(request, request.now ?? (yield* Clock.currentTimeMillis)))
})
