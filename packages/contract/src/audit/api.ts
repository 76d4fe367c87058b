import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Access, Decoding, Requires, SessionAuth } from "../kernel/access.ts"
import { AuditLogPage, AuditLogQuery, ChainReport } from "./schema.ts"

/** D2, "Audit log". */
export class AuditLogApi extends HttpApiGroup.make("audit-log")
  .add(
    HttpApiEndpoint.get("list", "/", { query: AuditLogQuery, success: AuditLogPage }).annotate(Requires, {
      permission: "audit_view"
    }),
    HttpApiEndpoint.get("verify", "/verify", { success: ChainReport }).annotate(Requires, {
      permission: "audit_view",
      feature: "tamperEvidentAudit"
    })
  )
  .middleware(Access)
  .middleware(SessionAuth)
  .middleware(Decoding)
  .prefix("/api/audit-log")
  .annotateMerge(OpenApi.annotations({ title: "Audit log", description: "The hash-chained log of every change" })) {}
