import { Redacted } from "effect"
import { createHmac, timingSafeEqual } from "node:crypto"

/**
 * Whether a webhook delivery was sent by the service and arrived unchanged (D1, Webhook signatures).
 *
 * `body` is the raw request body, before any parsing; `signature` is the header `X-Svc-Signature`, `sha256=<hex>`;
 * `secret` is the whole secret as it was returned, `whsec_` included. The comparison takes the same time wherever the
 * digests differ. A missing or malformed signature is false, never an exception.
 */
export const verifyWebhook = (delivery: {
  readonly body: string | Uint8Array
  readonly signature: string | null | undefined
  readonly secret: string | Redacted.Redacted
}): boolean => {
  const hex = /^sha256=([0-9a-f]{64})$/i.exec(delivery.signature ?? "")?.[1]
  if (hex === undefined) return false
  const secret = Redacted.isRedacted(delivery.secret) ? Redacted.value(delivery.secret) : delivery.secret
  return timingSafeEqual(Buffer.from(hex, "hex"), createHmac("sha256", secret).update(delivery.body).digest())
}
