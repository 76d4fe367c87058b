import { Topic } from "#platform/jobs/wakeups"

/** A key was revoked or replaced: calls in flight with it end. */
export const endedKeys = Topic("api-keys")
