import { AuditLogApi } from "@svc/contract/audit-log/api"
import { clientOf } from "../platform/api.ts"
import { queryOne } from "../platform/atoms.ts"

const auditLog = clientOf(AuditLogApi)

/** What happened last. */
export const latestEntries = queryOne(() => auditLog.list({ query: { limit: 8, offset: 0 } }), ["cases", "audit log"])
