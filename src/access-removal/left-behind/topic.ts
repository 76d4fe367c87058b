import { Topic } from "#platform/jobs/wakeups"

/** A scan is due. */
export const leftBehindLooks = Topic("left-behind-looks")
