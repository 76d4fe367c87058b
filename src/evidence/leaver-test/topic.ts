import { Topic } from "#platform/jobs/wakeups"

/** A leaver test was asked for. */
export const leaverTests = Topic("leaver-tests")
