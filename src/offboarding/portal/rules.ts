import { writable } from "@svc/contract/kernel/dates"
import { DateTime } from "effect"

/** Names the key of the digests of links' tokens. */
export const portalPurpose = "portal-link"

/** 32 bytes as base64url. */
export const isPortalToken = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)

/** 30 days after the exit date, and at least seven days from now. */
export const expiryOf = (exitDate: string, now: DateTime.Utc): DateTime.Utc => {
  const afterExit = DateTime.add(DateTime.makeUnsafe(`${exitDate}T00:00:00Z`), { days: 31 })
  const atLeast = DateTime.add(now, { days: 7 })
  return writable(DateTime.max(afterExit, atLeast))
}

interface Addresses {
  readonly employee_email: string | null
  readonly employee_personal_email: string | null
}

/** Where the link goes: the work address may be closed by the time that it is needed. */
export const recipientOf = (
  offboarding: Addresses
): { readonly to: string; readonly kind: "personal" | "work" } | null => {
  const { employee_email, employee_personal_email } = offboarding
  if (employee_personal_email !== null && employee_personal_email !== "") {
    return { to: employee_personal_email, kind: "personal" }
  }
  return employee_email === null || employee_email === "" ? null : { to: employee_email, kind: "work" }
}

const onOneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim()

/** What the departing person is mailed; `expiresOn` is a UTC day, `YYYY-MM-DD`. */
export const portalMail = (link: {
  readonly name: string
  readonly organisation: string
  readonly url: string
  readonly expiresOn: string
}) => ({
  subject: `Your offboarding at ${onOneLine(link.organisation)}`,
  paragraphs: [
    `Hello ${onOneLine(link.name)},`,
    `${onOneLine(link.organisation)} has made a page for you: what is left to do, what you are to return, and your documents.`
  ],
  action: { label: "Open your page", url: link.url },
  note: `The link is good until ${link.expiresOn} (UTC). Whoever has it sees the page, so do not pass it on.`
})
