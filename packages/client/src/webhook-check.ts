import { Timestamp } from "@svc/contract/kernel/dates"
import { Data, Option, Result, Schema } from "effect"
import {
  type Body,
  headerOf,
  isSignedBy,
  isStandardSignedBy,
  type Secret,
  type WebhookHeaders
} from "./webhook-signature.ts"

/**
 * Why a request to a webhook endpoint is not believed: `signature` (missing or wrong), `timestamp` (genuine, but sent
 * outside the tolerance: a replay, or a clock that is wrong), `payload` (genuine, but not of a form that this client
 * reads). Answer the first two with 401, the last with 400.
 */
export class WebhookRefused extends Data.TaggedError("WebhookRefused")<{
  readonly reason: "signature" | "timestamp" | "payload"
  readonly message: string
}> {}

export interface WebhookRequest {
  /** The raw request body, before any parsing. */
  readonly body: Body
  readonly headers: WebhookHeaders
  readonly secret: Secret
  /**
   * How far the moment of sending may be from now, 5 minutes unless given; `Infinity` asks for none. With `X-Svc-Signature`
   * alone it is the moment at which the event was recorded, so a retry counts as old: pass the `webhook-` headers on.
   */
  readonly toleranceSeconds?: number
  /** Milliseconds since 1970; the machine's clock unless given. */
  readonly now?: number
}

const readTimestamp = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({ timestamp: Timestamp })))

export const textOf = (body: Body) => (typeof body === "string" ? body : new TextDecoder().decode(body))

const refused = (reason: WebhookRefused["reason"], message: string) =>
  Result.fail(new WebhookRefused({ reason, message }))

interface Signed {
  readonly deliveryId: string
  /** Milliseconds since 1970, under the signature. */
  readonly sentAt: number
}

/** The signature of Standard Webhooks where there is one, for it covers id and time too; else `X-Svc-Signature`. */
const signed = ({ body, headers, secret }: WebhookRequest): Result.Result<Signed, WebhookRefused> => {
  const id = headerOf(headers, "webhook-id")
  const timestamp = headerOf(headers, "webhook-timestamp")
  const signature = headerOf(headers, "webhook-signature")
  if (id !== undefined && timestamp !== undefined && signature !== undefined) {
    return isStandardSignedBy(secret, body, { id, timestamp, signature }) && /^\d{1,12}$/.test(timestamp)
      ? Result.succeed({ deliveryId: id, sentAt: Number(timestamp) * 1000 })
      : refused("signature", "webhook-signature does not match the body, the headers and the secret")
  }
  if (!isSignedBy(secret, body, headerOf(headers, "x-svc-signature"))) {
    return refused("signature", "X-Svc-Signature is missing, or does not match the body and the secret")
  }
  const sent = readTimestamp(textOf(body))
  return Option.isNone(sent)
    ? refused("payload", "The body is not a JSON object with a timestamp")
    : Result.succeed({
        deliveryId: headerOf(headers, "x-svc-delivery") ?? "",
        sentAt: sent.value.timestamp.epochMilliseconds
      })
}

/** Whether the request is the service's, unchanged and recent. */
export const check = (request: WebhookRequest, now: number): Result.Result<Signed, WebhookRefused> =>
  Result.flatMap(signed(request), (found) =>
    Math.abs(now - found.sentAt) <= (request.toleranceSeconds ?? 300) * 1000
      ? Result.succeed(found)
      : refused("timestamp", "The request was sent too long ago, or the clocks of sender and receiver differ")
  )
