import { AuditLogApi } from "@svc/contract/audit-log/api"
import { AuditVerificationApi } from "@svc/contract/audit-verification/api"
import { clientOf } from "#platform/api.ts"
import { action, queryOne } from "#platform/atoms.ts"

const verification = clientOf(AuditVerificationApi)
const auditLog = clientOf(AuditLogApi)

/** Verifies the whole chain; the service records the run as an entry. */
export const verifyChain = action(
  (_nothing: void) => verification.verify({}),
  () => ["audit log"]
)

/** The latest verification run, from its entry. */
export const verifications = queryOne(
  () => auditLog.list({ query: { action: "audit_chain_verified", limit: 1, offset: 0 } }),
  ["audit log"]
)

/** Number of entries. */
export const chainLength = queryOne(() => auditLog.list({ query: { limit: 1, offset: 0 } }), ["audit log"])
