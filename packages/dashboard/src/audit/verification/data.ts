import { AuditLogApi } from "@svc/contract/audit-log/api"
import { AuditVerificationApi } from "@svc/contract/audit-verification/api"
import { clientOf } from "#platform/api.ts"
import { action, queryOne } from "#platform/atoms.ts"

const verification = clientOf(AuditVerificationApi)
const auditLog = clientOf(AuditLogApi)

/** Walks the whole chain; the service writes down that it did. */
export const verifyChain = action(
  (_nothing: void) => verification.verify({}),
  () => ["audit log"]
)

/** How often it was done, and when last; each run is an entry. */
export const verifications = queryOne(
  () => auditLog.list({ query: { action: "audit_chain_verified", limit: 1, offset: 0 } }),
  ["audit log"]
)

/** How long the log is. */
export const chainLength = queryOne(() => auditLog.list({ query: { limit: 1, offset: 0 } }), ["audit log"])
