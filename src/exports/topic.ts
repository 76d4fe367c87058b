import { Topic } from "#platform/jobs/wakeups"

/** An export was asked for. */
export const orgExports = Topic("org-exports")
