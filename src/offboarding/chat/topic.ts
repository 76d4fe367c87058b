import { Topic } from "#platform/jobs/wakeups"

/** Messages to a channel were queued. */
export const chatMessages = Topic("chat-messages")
