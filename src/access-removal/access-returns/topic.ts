import { Topic } from "#platform/jobs/wakeups"

/** A return was approved. */
export const accessReturns = Topic("access-returns")
