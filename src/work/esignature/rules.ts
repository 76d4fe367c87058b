import type { ESignatureProvider, ESignatureStatus, SignatureSettings } from "@svc/contract/esignature/schema"
import type { ProviderName } from "@svc/contract/integrations/schema"
import { DateTime, Duration } from "effect"

/** Under which name a provider is connected. */
export const serviceOf = {
  docusign: "docusign",
  adobe_sign: "adobe-sign",
  dropbox_sign: "dropbox-sign"
} as const satisfies Readonly<Record<ESignatureProvider, ProviderName>>

/** The order of providers if none was requested and several are connected. */
export const preference: ReadonlyArray<ESignatureProvider> = ["docusign", "adobe_sign", "dropbox_sign"]

export const defaultSettings: SignatureSettings = { reminder_days: 3, expiry_days: 30 }

/** Longer than all calls of one request together may take. */
export const lease = Duration.minutes(5)

/** Seconds before each further try of what did not succeed; after the last of them again and again. */
const ladder = [10, 60, 300, 900, 3_600]

/** Backoff after a failed call. */
export const nextTry = (attempts: number, now: DateTime.Utc): DateTime.Utc =>
  DateTime.add(now, { seconds: ladder[Math.min(Math.max(attempts, 1), ladder.length) - 1] ?? 3_600 })

/** How often a request that the provider does not take is sent. */
export const mostSends = 5

const longestWait = Duration.hours(6)

/**
 * When a request without callbacks is read again: soon at first, then ever less often, never more often than the
 * provider allows, and when a reminder or the end is due.
 */
export const nextLook = (
  request: {
    readonly requested_at: DateTime.Utc
    readonly expires_at: DateTime.Utc
    readonly next_reminder_at: DateTime.Utc | null
  },
  lookEvery: Duration.Input,
  now: DateTime.Utc
): DateTime.Utc => {
  const age = Math.max(0, now.epochMilliseconds - request.requested_at.epochMilliseconds)
  const least = Duration.toMillis(Duration.fromInputUnsafe(lookEvery))
  const wait = Math.min(Math.max(age / 4, least), Duration.toMillis(longestWait))
  const stops = [request.expires_at, request.next_reminder_at]
    .flatMap((moment) => (moment === null ? [] : [moment.epochMilliseconds]))
    .filter((moment) => moment > now.epochMilliseconds)
  const at = Math.min(now.epochMilliseconds + wait, ...stops)
  return DateTime.makeUnsafe(Math.max(at, now.epochMilliseconds + Math.min(least, 60_000)))
}

/** `+49••••••••78`: enough to recognize a number (signing-5). */
export const maskedPhone = (phone: string): string =>
  `${phone.slice(0, 3)}${"•".repeat(Math.max(phone.length - 5, 1))}${phone.slice(-2)}`

/** The signature as a record names who made it. */
export const signedBy = (signer: { readonly name: string; readonly email: string }): string =>
  (signer.name === "" ? signer.email : `${signer.name} <${signer.email}>`).slice(0, 200)

/** The ends of a request without a signature; null while it is pending. */
export const endOf = (
  status: "pending" | "signed" | "declined" | "expired" | "voided"
): Extract<ESignatureStatus, "declined" | "expired" | "voided"> | null =>
  status === "declined" || status === "expired" || status === "voided" ? status : null

const onOneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim()

/** What the signer reads at the provider; longest titles there have 100 characters. */
export const titleOf = (name: string) => onOneLine(name).slice(0, 100).toWellFormed()

export const messageOf = (organisation: string) =>
  `${onOneLine(organisation)} asks you to sign this document before you leave. Your contact there can tell you more.`

export const cancelReason = "The document no longer needs a signature"

/** Names the key of the addresses that providers call. */
export const callbackPurpose = "esignature-callback"

/** What the token of an address stands for: a connection, or the operator's own account. */
export const callbackSubject = (provider: ESignatureProvider, connection: string) => `${provider}:${connection}`

export const operatorAccount = "operator"
