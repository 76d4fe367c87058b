import { writable } from "@svc/contract/kernel/dates"
import type { Permission } from "@svc/contract/kernel/permissions"
import { DateTime, type Redacted } from "effect"

/** Names the key of the digests of links' tokens. */
export const portalPurpose = "portal-link"

/** Names the key of the digests of mailboxes that links went to. */
export const mailboxPurpose = "portal-mailbox"

/** Names the key of the digests of the addresses that pages are viewed from. */
export const viewerPurpose = "portal-viewer"

/** The token of a link, and the IP address that it came from. */
export interface Visit {
  readonly token: Redacted.Redacted
  readonly address: string
}

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

interface Maker {
  readonly permissions: ReadonlyArray<Permission>
}

/**
 * Whether the link is texted as well (offboarding-145). A member who may enter phone numbers, but not handle documents, would
 * otherwise read and sign them by a phone of their own.
 */
export const mayText = ({ permissions }: Maker): boolean =>
  permissions.includes("compliance_manage") || !permissions.includes("employees_manage")

/**
 * Whether a sent link counts as delivered to the person's own mailbox (offboarding-144): its creator can see documents,
 * or it goes to the work email of the person the offboarding has been about since it was created. Otherwise a member
 * without access to documents could read them through an email that they enter.
 */
export const isPersonsMailbox = (
  kind: "personal" | "work",
  { identity }: { readonly identity: number },
  { permissions }: Maker
): boolean => permissions.includes("compliance_view") || (kind === "work" && identity === 1)
