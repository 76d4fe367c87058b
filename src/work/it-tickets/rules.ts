import { DateTime } from "effect"
import type { NewTicket } from "./ticket-system.ts"

export const serviceName = "it-tickets"

/** Of one case; what a template adds beyond is for somebody to decide. */
export const maxTicketsOfCase = 10

/**
 * The mark by which a ticket is found again when the answer to its creation was lost: of letters and digits, and short
 * enough for every system (a tag of Freshservice has at most 32).
 */
const markOf = (ticketId: string) => `offb${ticketId.replaceAll("-", "").slice(0, 24)}`

/** Seconds before each further try. */
const ladder = [60, 300, 1_800, 7_200, 28_800]

/** When a call that did not succeed is tried again; null when it was the last time. */
export const nextTry = (attempts: number, now: DateTime.Utc): DateTime.Utc | null => {
  const seconds = ladder[attempts - 1]
  return seconds === undefined ? null : DateTime.add(now, { seconds })
}

/** Seconds until a ticket that could not be read is looked at again; the hourly round does so anyway. */
export const laterCheckSeconds = 600

const onOneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim()

/** What IT needs: who leaves, when, what is to be done, and where to see the rest. */
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
