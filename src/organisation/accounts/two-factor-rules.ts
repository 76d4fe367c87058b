import { Duration } from "effect"
import { Secret, TOTP } from "otpauth"

const issuer = "Offboarding Service"

/** What every authenticator app takes; RFC 6238 as it is used everywhere. */
const form = { algorithm: "SHA1", digits: 6, period: 30 } as const

/** Bytes of a shared secret: as many as SHA-1 yields (RFC 4226, 4). */
export const secretBytes = 20

/** How far the clocks of a telephone and a server may lie apart, in steps of 30 seconds either way (RFC 6238, 5.2). */
const drift = 1

/** How long the code may take after the password. */
export const challengeLifetime = Duration.minutes(5)

/** Codes that a challenge takes before it is dead. */
export const triesPerChallenge = 5

export const recoveryCodeCount = 10

/** A shared secret as an app takes it: in Base32, and in the URL of a QR code. */
export const sharedSecret = (
  bytes: Uint8Array,
  account: string
): { readonly secret: string; readonly otpauth_url: string } => {
  const secret = new Secret({ buffer: Uint8Array.from(bytes).buffer })
  return { secret: secret.base32, otpauth_url: new TOTP({ ...form, issuer, label: account, secret }).toString() }
}

/** The time step whose code this is, if it is one of those that are taken at this moment (milliseconds). */
export const stepOf = (secret: string, digits: string, now: number): number | null => {
  const delta = TOTP.validate({
    ...form,
    secret: Secret.fromBase32(secret),
    token: digits,
    timestamp: now,
    window: drift
  })
  return delta === null ? null : TOTP.counter({ period: form.period, timestamp: now }) + delta
}

/** Crockford's Base32: without letters that are read as digits. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"
const recoveryCodeLength = 12

/** Random bytes that a recovery code is made of. */
export const recoveryCodeBytes = recoveryCodeLength

/** 60 random bits, as `xxxx-xxxx-xxxx`: too many to guess, so a keyed digest keeps them as well as a slow hash would. */
export const recoveryCode = (bytes: Uint8Array): string =>
  Array.from(bytes.subarray(0, recoveryCodeLength), (byte) => alphabet.charAt(byte % 32))
    .join("")
    .replaceAll(/(.{4})(?=.)/g, "$1-")

type Code =
  | { readonly _tag: "App"; readonly digits: string }
  /** Without hyphens, in lower case: what the digest is made of. */
  | { readonly _tag: "Recovery"; readonly text: string }

/**
 * Parses typed input. White space is ignored, in a recovery code also case and hyphens, and letters that look like a
 * digit are that digit. Only ASCII digits count. Null: neither kind of code.
 */
export const readCode = (typed: string): Code | null => {
  const text = typed.replaceAll(/\s/g, "")
  if (/^[0-9]{6}$/.test(text)) return { _tag: "App", digits: text }
  const recovery = text.replaceAll("-", "").toLowerCase().replaceAll("o", "0").replaceAll(/[il]/g, "1")
  return recovery.length === recoveryCodeLength && /^[0-9a-hjkmnp-tv-z]+$/.test(recovery)
    ? { _tag: "Recovery", text: recovery }
    : null
}
