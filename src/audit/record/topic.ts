import type { OrgId } from "@svc/contract/kernel/ids"
import { Topic } from "#platform/jobs/wakeups"

/** New entries in the organization's log. */
export const entriesOf = (orgId: OrgId): Topic => Topic(`entries:${orgId}`)

/** Keys of persons were destroyed: everything decrypted with one must be released. */
export const keysDestroyed: Topic = Topic("keys-destroyed")
