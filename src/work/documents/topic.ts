import { Topic } from "#platform/jobs/wakeups"

/** Stored files have lost their document. */
export const documentFiles = Topic("document-files")
