import type { DeliveryId } from "@svc/contract/kernel/ids"
import { DateTime, Redacted } from "effect"
import { createHmac, createSecretKey } from "node:crypto"

export interface SignedRequest {
  readonly id: DeliveryId
  /** What `X-Svc-Event` says. */
  readonly event: string
  readonly sentAt: DateTime.Utc
  readonly body: string
}

type SignatureHeaders = Readonly<
  Record<
    | "content-type"
    | "x-svc-signature"
    | "x-svc-event"
    | "x-svc-delivery"
    | "webhook-id"
    | "webhook-timestamp"
    | "webhook-signature",
    string
  >
>

/** Signs what one endpoint is sent. */
export interface Signer {
  /** The headers of a delivery or a ping, by their lower-case names. */
  readonly headersOf: (request: SignedRequest) => SignatureHeaders
}

/**
 * Two signatures with one secret. `X-Svc-Signature` is the HMAC-SHA256 of the raw body keyed with the whole secret,
 * `whsec_` included (deliveries-2). `webhook-signature` is that of Standard Webhooks 1.0.0,
 * over id, seconds and body, keyed with the bytes that the part after `whsec_` stands for in base64.
 */
export const signerOf = (secret: Redacted.Redacted): Signer => {
  const text = Redacted.value(secret)
  // Key objects are made once: a digest with the bare text costs several times as much.
  const whole = createSecretKey(text, "utf8")
  const standard = createSecretKey(text.replace(/^whsec_/, ""), "base64")
  return {
    headersOf: ({ body, event, id, sentAt }) => {
      const seconds = Math.floor(DateTime.toEpochMillis(sentAt) / 1000)
      return {
        "content-type": "application/json",
        "x-svc-signature": `sha256=${createHmac("sha256", whole).update(body).digest("hex")}`,
        "x-svc-event": event,
        "x-svc-delivery": id,
        "webhook-id": id,
        "webhook-timestamp": String(seconds),
        "webhook-signature": `v1,${createHmac("sha256", standard).update(`${id}.${seconds}.${body}`).digest("base64")}`
      }
    }
  }
}
