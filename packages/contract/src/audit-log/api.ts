import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { behindSession } from "../kernel/behind.ts"
import { group, route } from "../kernel/route.ts"
import { AuditLogPage, AuditLogQuery } from "./schema.ts"

/** The audit log as people read it (log-1). */
export class AuditLogApi extends HttpApiGroup.make("audit-log")
  .add(
    HttpApiEndpoint.get("list", "/", { query: AuditLogQuery, success: AuditLogPage }).annotateMerge(
      route(
        {
          permission: "audit_view"
        },
        "List audit entries",
        "Newest first. All filters apply together."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/audit-log")
  .annotateMerge(group("Audit log", "The hash-chained log of all changes")) {}
