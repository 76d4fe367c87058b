import { Topic } from "#platform/jobs/wakeups"

/** A sync was asked for. */
export const hrisRequests = Topic("hris-requests")
