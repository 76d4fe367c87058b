import type { Caller } from "@svc/contract/kernel/access"
import type { OrgId } from "@svc/contract/kernel/ids"

/**
 * The caller of background work: loops, jobs, and the operator. It has one organization and no permission; its audit
 * entries have no actor.
 */
export const systemCaller = (orgId: OrgId, source: "system" | "operator" = "system"): Caller["Service"] => ({
  orgId,
  source,
  userId: null,
  role: null,
  permissions: [],
  records: { _tag: "All" },
  apiKey: null,
  session: null,
  organisation: { plan: "enterprise", planStatus: "active", suspended: false }
})
