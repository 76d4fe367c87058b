import { DateTime } from "effect"
import type { NewTicket } from "./ticket-system.ts"

export const serviceName = "it-tickets"

/** Per case; a person decides about more. */
export const maxTicketsOfCase = 10

/**
 * The mark by which a ticket is found again when the answer to its creation was lost: of letters and digits, and short
 * enough for every system (a tag of Freshservice has at most 32).
 */
const markOf = (ticketId: string) => `offb${ticketId.replaceAll("-", "").slice(0, 24)}`

/** Seconds before each further try. */
const ladder = [60, 300, 1_800, 7_200, 28_800]

/** Backoff after a failed call; null after the last. */
export const nextTry = (attempts: number, now: DateTime.Utc): DateTime.Utc | null => {
  const seconds = ladder[attempts - 1]
  return seconds === undefined ? null : DateTime.add(now, { seconds })
}

/** Seconds until an unreadable ticket is read again; the hourly round does so anyway. */
export const laterCheckSeconds = 600

const onOneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim()

/** What IT needs: who leaves, when, what to do, and where to see the rest. */
export const contentOf = (ticket: {
  readonly id: string
  readonly task: string
  readonly employeeName: string
  readonly exitDate: string
  readonly dueDate: string | null
  readonly url: string
}): NewTicket => {
  const task = onOneLine(ticket.task)
  return {
    mark: markOf(ticket.id),
    // Jira takes at most 255 characters, ServiceNow 160.
    summary: `Offboarding of ${onOneLine(ticket.employeeName)}: ${task}`.slice(0, 160).toWellFormed(),
    lines: [
      task,
      `Last working day of ${onOneLine(ticket.employeeName)}: ${ticket.exitDate}`,
      ...(ticket.dueDate === null ? [] : [`Due: ${ticket.dueDate}`]),
      `Details: ${ticket.url}`,
      "When this ticket is resolved, its task in the Offboarding Service is completed."
    ]
  }
}
