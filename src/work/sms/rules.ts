import { DateTime } from "effect"

export const serviceName = "sms"

/** To one person in 24 hours: no button that is pressed again and again floods a phone, or runs up the account's bill. */
export const mostADay = 10

/** Names the key of the digests of phone numbers. */
export const phonePurpose = "sms-number"

export type SmsKind = "portal_link" | "asset_overdue"

/** Twilio's maximum. */
export const maxText = 1_600

/** What Twilio says of a number: opted out, and numbers that cannot be texted. */
export const optedOut = 21_610
const finalSentences: Readonly<Record<number, string>> = {
  [optedOut]: "The person opted out of messages",
  21_211: "The number is not valid",
  21_408: "Messages to this country are not allowed by the account",
  21_612: "This sender cannot reach the number",
  21_614: "The number cannot receive text messages",
  30_003: "The phone was not reachable",
  30_004: "The message was blocked",
  30_005: "The number is unknown",
  30_006: "The number is a landline or not reachable",
  30_007: "The carrier filtered the message"
}

/** The vendor's error number with our own sentence; none of its words. */
export const sentenceOf = (code: number | null): string =>
  code === null ? "Twilio refused the message" : `${finalSentences[code] ?? "Twilio refused the message"} (${code})`

/** Seconds before each further try of a message that is known not to have been sent. */
const ladder = [60, 300, 1_800, 7_200]

export const nextTry = (attempts: number, now: DateTime.Utc, wait: number): DateTime.Utc | null => {
  const seconds = ladder[attempts - 1]
  return seconds === undefined ? null : DateTime.add(now, { seconds: Math.max(seconds, wait) })
}

/** The state for Twilio's status; none for one that changes nothing. */
export const statusOf = (word: string): "sent" | "delivered" | "undelivered" | "failed" | undefined => {
  switch (word) {
    case "sent":
    case "delivered":
    case "undelivered":
    case "failed":
      return word
    case "read":
      return "delivered"
    default:
      return undefined
  }
}
