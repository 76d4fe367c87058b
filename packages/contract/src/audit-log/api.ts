import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Access, Decoding, Requires, SessionAuth } from "../kernel/access.ts"
import { AuditLogPage, AuditLogQuery } from "./schema.ts"

/** The audit log as people read it (log-1). */
export class AuditLogApi extends HttpApiGroup.make("audit-log")
  .add(
    HttpApiEndpoint.get("list", "/", { query: AuditLogQuery, success: AuditLogPage })
      .annotateMerge(
        OpenApi.annotations({ summary: "List audit entries", description: "Newest first; the filters apply together." })
      )
      .annotate(Requires, {
        permission: "audit_view"
      })
  )
  .middleware(Access)
  .middleware(SessionAuth)
  .middleware(Decoding)
  .prefix("/api/audit-log")
  .annotateMerge(OpenApi.annotations({ title: "Audit log", description: "The hash-chained log of every change" })) {}
