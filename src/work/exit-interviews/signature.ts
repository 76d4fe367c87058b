import { type DateTime, Duration, Redacted } from "effect"
import { createHmac } from "node:crypto"
import { constantTimeEquals } from "#platform/crypto/constant-time"

export interface SignedCall {
  /** `Calendly-Webhook-Signature`: `t=<Unix seconds>,v1=<hex>`. */
  readonly signature: string | undefined
  /** As it came, byte for byte. */
  readonly body: Uint8Array
}

const tolerance = Duration.toMillis("5 minutes")

/** HMAC-SHA256 over `t.body`, compared in constant time; said at most five minutes from now. */
export const isSigned = ({ body, signature }: SignedCall, key: Redacted.Redacted, now: DateTime.Utc): boolean => {
  const parts = new Map(
    (signature ?? "").split(",", 10).map((part) => {
      const [name = "", ...value] = part.trim().split("=")
      return [name, value.join("=")] as const
    })
  )
  const at = parts.get("t") ?? ""
  if (!/^\d{10}$/.test(at) || Math.abs(Number(at) * 1000 - now.epochMilliseconds) > tolerance) return false
  const due = createHmac("sha256", Redacted.value(key)).update(`${at}.`).update(body).digest("hex")
  return constantTimeEquals((parts.get("v1") ?? "").toLowerCase(), due)
}
