import type { ExitInterviewId, ExitInterviewStatus } from "@svc/contract/exit-interviews/schema"
import type { DateTime } from "effect"

export const serviceName = "calendly"

/** The names of stored secrets. */
export const tokenName = "token"
export const signingKeyName = "webhook_signing_key"

interface Recipient {
  readonly to: string
  readonly kind: "personal" | "work"
}

/** The person's own address: the work address may be closed by the time that they book. */
export const recipientOf = (offboarding: {
  readonly employee_email: string | null
  readonly employee_personal_email: string | null
}): Recipient | null => {
  const { employee_email, employee_personal_email } = offboarding
  if (employee_personal_email !== null && employee_personal_email !== "") {
    return { to: employee_personal_email, kind: "personal" }
  }
  return employee_email === null || employee_email === "" ? null : { to: employee_email, kind: "work" }
}

/**
 * The link with a mark that Calendly returns with the booking (`tracking.utm_content`); null if it is not a web URL.
 */
export const marked = (bookingUrl: string, id: ExitInterviewId): string | null => {
  if (!URL.canParse(bookingUrl)) return null
  const url = new URL(bookingUrl)
  if (url.protocol !== "https:" && url.protocol !== "http:") return null
  url.searchParams.set("utm_content", id)
  return url.href
}

/** The last segment of an address of Calendly's API, by which it names a thing. */
export const idAt = (uri: string): string | undefined => /\/([A-Za-z0-9_-]{1,100})\/?$/.exec(uri)?.[1]

/** A booking as Calendly has it now. */
export interface Booking {
  readonly eventId: string
  readonly isActive: boolean
  readonly startsAt: DateTime.Utc | null
}

interface Standing {
  readonly status: ExitInterviewStatus
  readonly event_id: string | null
  readonly scheduled_for: DateTime.Utc | null
}

/**
 * What a booking makes of the interview; undefined when nothing changes. Callbacks come in any order and more than once:
 * what was canceled counts only while it is the booking that stands (a rescheduled one is another booking) (work-101).
 */
export const afterBooking = (
  interview: Standing,
  booking: Booking
): (Standing & { readonly status: "scheduled" | "canceled" }) | undefined => {
  if (interview.status === "completed") return undefined
  const isTheirs = interview.event_id === booking.eventId
  if (!booking.isActive) {
    return isTheirs && interview.status === "scheduled"
      ? { status: "canceled", event_id: booking.eventId, scheduled_for: null }
      : undefined
  }
  const sameTime = interview.scheduled_for?.epochMilliseconds === booking.startsAt?.epochMilliseconds
  if (isTheirs && interview.status === "scheduled" && sameTime) return undefined
  return { status: "scheduled", event_id: booking.eventId, scheduled_for: booking.startsAt }
}
