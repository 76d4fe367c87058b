import { Topic } from "#platform/jobs/wakeups"

/** An erasure was begun. */
export const erasures = Topic("erasures")
