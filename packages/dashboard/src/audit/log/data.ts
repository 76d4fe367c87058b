import { AuditLogApi } from "@svc/contract/audit-log/api"
import type { AuditLogFilters } from "@svc/contract/audit-log/schema"
import { clientOf } from "#platform/api.ts"
import { query, queryOne } from "#platform/atoms.ts"

const auditLog = clientOf(AuditLogApi)

/** Latest entries, for the home page. */
export const latestEntries = queryOne(() => auditLog.list({ query: { limit: 8, offset: 0 } }), ["cases", "audit log"])

export const pageSize = 50

/** A page of matching entries, newest first. */
export const entryPage = query(
  ({ offset = 0, ...filters }: AuditLogFilters & { readonly offset?: number }) =>
    auditLog.list({ query: { ...filters, offset, limit: pageSize } }),
  { keys: () => ["audit log"] }
)
