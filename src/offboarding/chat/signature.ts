import { type DateTime, Duration, Redacted } from "effect"
import { createHmac, timingSafeEqual } from "node:crypto"

const tolerance = Duration.minutes(5)

export interface SlackSigned {
  /** `X-Slack-Request-Timestamp`: seconds since 1970. */
  readonly timestamp: string | undefined
  /** `X-Slack-Signature`: `v0=` and 64 hex digits. */
  readonly signature: string | undefined
  /** As it came, byte for byte. */
  readonly body: string
}

/** Signed in the last five minutes, so that a captured request cannot be replayed later. */
export const isFresh = ({ timestamp }: SlackSigned, now: DateTime.Utc): boolean =>
  timestamp !== undefined &&
  /^\d{1,12}$/.test(timestamp) &&
  Math.abs(now.epochMilliseconds - Number(timestamp) * 1000) <= Duration.toMillis(tolerance)

/** Slack's "Verifying requests": HMAC-SHA256 over `v0:timestamp:body`, compared in constant time. */
export const isSignedWith = ({ body, signature, timestamp }: SlackSigned, secret: Redacted.Redacted): boolean => {
  const given = /^v0=([0-9a-f]{64})$/.exec(signature ?? "")?.[1]
  if (given === undefined || Redacted.value(secret) === "") return false
  const due = createHmac("sha256", Redacted.value(secret)).update(`v0:${timestamp}:${body}`).digest()
  return timingSafeEqual(due, Buffer.from(given, "hex"))
}
