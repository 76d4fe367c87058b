import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Requires } from "../kernel/access.ts"
import { behindSession } from "../kernel/behind.ts"
import { says } from "../kernel/says.ts"
import { AuditLogPage, AuditLogQuery } from "./schema.ts"

/** The audit log as people read it (log-1). */
export class AuditLogApi extends HttpApiGroup.make("audit-log")
  .add(
    HttpApiEndpoint.get("list", "/", { query: AuditLogQuery, success: AuditLogPage })
      .annotateMerge(says("List audit entries", "Newest first; the filters apply together."))
      .annotate(Requires, {
        permission: "audit_view"
      })
  )
  .pipe(behindSession)
  .prefix("/api/audit-log")
  .annotateMerge(OpenApi.annotations({ title: "Audit log", description: "The hash-chained log of every change" })) {}
