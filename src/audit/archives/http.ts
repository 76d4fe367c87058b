import { AuditArchivesApi } from "@svc/contract/audit-archives/api"
import { Caller } from "@svc/contract/kernel/access"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { RateLimits } from "#access/rate-limits"
import { withinLimit } from "#access/too-many-requests"
import { AuditArchives, creations } from "./service.ts"
import { RetentionSettings } from "./settings.ts"

export const AuditArchivesHttp = HttpApiBuilder.group(
  appSurface.add(AuditArchivesApi),
  "audit-archives",
  Effect.fn(function* (handlers) {
    const archives = yield* AuditArchives
    const settings = yield* RetentionSettings
    const limits = yield* RateLimits
    const create = Effect.flatMap(Caller, ({ orgId }) => {
      const creating = archives.create({ isAuto: false })
      // Where nothing can be archived, nothing counts.
      return archives.isConfigured
        ? withinLimit(limits, { key: `audit-archive:${orgId}`, ...creations }, creating)
        : creating
    })
    return handlers.handleAll({
      retention: () => settings.entries,
      setRetention: ({ payload }) => settings.setEntries(payload),
      archiveRetention: () => settings.archives,
      setArchiveRetention: ({ payload }) => settings.setArchives(payload),
      list: () => archives.list,
      create: () => create
    })
  })
)
