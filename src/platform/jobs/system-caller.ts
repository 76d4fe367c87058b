import type { Caller } from "@svc/contract/kernel/access"
import type { OrgId } from "@svc/contract/kernel/ids"

/**
 * The caller of work that nobody asked for just now: loops, jobs and the operator. It names one organisation and
 * holds no permission; its entries in the audit log have no actor.
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
