import type { OrgId } from "@svc/contract/kernel/ids"
import { Topic } from "#platform/jobs/wakeups"

/** Entries were written into the organisation's log. */
export const entriesOf = (orgId: OrgId): Topic => Topic(`entries:${orgId}`)
