import { Topic } from "#platform/jobs/wakeups"

/** A request at an e-signature provider is due to be read. */
export const signatureRequests = Topic("esignature-requests")
