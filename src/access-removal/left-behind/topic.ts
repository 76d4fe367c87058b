import { Topic } from "#platform/jobs/wakeups"

/** A look is due. */
export const leftBehindLooks = Topic("left-behind-looks")
