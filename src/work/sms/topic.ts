import { Topic } from "#platform/jobs/wakeups"

/** Text messages were queued. */
export const smsMessages = Topic("sms-messages")
