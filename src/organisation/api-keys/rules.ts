import type { ApiKey, RotationGrace } from "@svc/contract/api-keys/schema"
import { DateTime, Duration } from "effect"

/** Maximum active keys per organization (keys-7). */
export const activeKeyLimit = 20

/** What the stored digest of a key is an HMAC for. */
export const digestPurpose = "api-key"

/** `old_live_` keys were issued before a rename and stay valid indefinitely (keys-1). */
const keyForm = /^(?:svc|old)_live_[0-9a-f]{32}$/

/** Whether a text can be a key at all; whether it is one, only the digest tells. */
export const isKeyForm = (text: string): boolean => keyForm.test(text)

/** A new key of 128 random bits, given as 32 hex characters. */
export const keyFrom = (hex: string): string => `svc_live_${hex}`

/** What is kept of a key for display. */
export const prefixOf = (key: string): string => key.slice(0, 12)

/** How long each grace lasts. */
export const graceDuration: Readonly<Record<RotationGrace, Duration.Duration>> = {
  "0": Duration.zero,
  "1h": Duration.hours(1),
  "24h": Duration.hours(24),
  "7d": Duration.days(7)
}

/** Retention of daily totals, and of the network of an unused key. */
export const usageKept = Duration.days(30)

/** The UTC day of an instant, `YYYY-MM-DD`. */
export const utcDay = (instant: DateTime.Utc): string => DateTime.formatIsoDateUtc(instant)

/** A stored key with its last seven days, as the list reads it. */
export interface StoredKey extends Omit<ApiKey, "usage"> {
  readonly last_status: number | null
  readonly last_seen_from: string | null
  readonly calls7d: ReadonlyArray<number>
  readonly errors7d: number
}

const isAfter = (instant: DateTime.Utc | null, now: DateTime.Utc) =>
  instant !== null && DateTime.isGreaterThan(instant, now)

/** The list representation (keys-4): what of the previous secret still works, and usage never absent. */
export const present = (key: StoredKey, now: DateTime.Utc): ApiKey => {
  const expired = key.expires_at !== null && !isAfter(key.expires_at, now)
  const previousWorks = key.revoked_at === null && !expired && isAfter(key.previous_valid_until, now)
  const usedLately = isAfter(key.last_used_at, DateTime.subtractDuration(now, usageKept))
  return {
    id: key.id,
    name: key.name,
    key_prefix: key.key_prefix,
    scopes: key.scopes,
    last_used_at: key.last_used_at,
    expires_at: key.expires_at,
    revoked_at: key.revoked_at,
    created_at: key.created_at,
    created_by_name: key.created_by_name,
    rotated_at: key.rotated_at,
    previous_key_prefix: previousWorks ? key.previous_key_prefix : null,
    previous_valid_until: previousWorks ? key.previous_valid_until : null,
    usage: {
      calls7d: key.calls7d,
      callsTotal7d: key.calls7d.reduce((total, calls) => total + calls, 0),
      errors7d: key.errors7d,
      lastStatus: key.last_status,
      lastSeenFrom: usedLately ? key.last_seen_from : null
    }
  }
}
