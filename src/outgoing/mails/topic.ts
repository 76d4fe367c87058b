import { Topic } from "#platform/jobs/wakeups"

/** Mails were queued. */
export const mailOutbox = Topic("mail-outbox")
