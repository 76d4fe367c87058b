import { AuditLogApi } from "@svc/contract/audit-log/api"
import { AuditEntriesApi } from "@svc/contract/audit-log/entries-api"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AuditLog } from "./service.ts"

export const AuditLogHttp = HttpApiBuilder.group(
  appSurface.add(AuditLogApi),
  "audit-log",
  Effect.fn(function* (handlers) {
    const log = yield* AuditLog
    return handlers.handleAll({ list: ({ query }) => log.list(query) })
  })
)

export const AuditEntriesHttp = HttpApiBuilder.group(
  appSurface.add(AuditEntriesApi),
  "audit-entries",
  Effect.fn(function* (handlers) {
    const log = yield* AuditLog
    return handlers.handleAll({ get: ({ params }) => log.get(params.id) })
  })
)
