import { Topic } from "#platform/jobs/wakeups"

/** Calls to a ticket system were queued. */
export const itTicketCalls = Topic("it-ticket-calls")
