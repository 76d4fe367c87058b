import type { OrgId } from "@svc/contract/kernel/ids"
import { Topic } from "#platform/jobs/wakeups"

/** Entries were written into the organisation's log. */
export const entriesOf = (orgId: OrgId): Topic => Topic(`entries:${orgId}`)

/** Keys of persons were destroyed: whatever was opened with one is to be let go of. */
export const keysDestroyed: Topic = Topic("keys-destroyed")
