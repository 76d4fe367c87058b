import { Redacted } from "effect"
import { createHmac } from "node:crypto"

/**
 * The value of `X-Svc-Signature`: HMAC-SHA256 of the raw body keyed with the whole secret, `whsec_` included
 * (D1, Request headers on each delivery).
 */
export const signatureOf = (secret: Redacted.Redacted, body: string): string =>
  `sha256=${createHmac("sha256", Redacted.value(secret)).update(body).digest("hex")}`
