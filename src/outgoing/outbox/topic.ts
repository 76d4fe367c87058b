import { Topic } from "#platform/jobs/wakeups"

/** Events were written into the outbox. */
export const outboxRows = Topic("outbox")
