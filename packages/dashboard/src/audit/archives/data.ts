import { AuditArchivesApi } from "@svc/contract/audit-archives/api"
import type { SetArchiveRetention, SetAuditRetention } from "@svc/contract/audit-archives/schema"
import { clientOf } from "#platform/api.ts"
import { action, queryOne } from "#platform/atoms.ts"

const archivesOf = clientOf(AuditArchivesApi)

export const archives = queryOne(() => archivesOf.list({}), ["archives"])

/** Archives the entries since the previous archive. */
export const makeArchive = action(
  (_nothing: void) => archivesOf.create({}),
  () => ["archives", "anchors", "audit log"]
)

export const retention = queryOne(() => archivesOf.retention({}), ["retention"])

export const setRetention = action(
  (payload: SetAuditRetention) => archivesOf.setRetention({ payload }),
  () => ["retention", "audit log"]
)

export const archiveRetention = queryOne(() => archivesOf.archiveRetention({}), ["retention"])

export const setArchiveRetention = action(
  (payload: SetArchiveRetention) => archivesOf.setArchiveRetention({ payload }),
  () => ["retention", "audit log"]
)
