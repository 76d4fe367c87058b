import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { behindSession } from "../kernel/behind.ts"
import { group, route } from "../kernel/route.ts"
import { ChainReport } from "./schema.ts"

/** Whether the chain holds (verification-1). */
export class AuditVerificationApi extends HttpApiGroup.make("audit-verification")
  .add(
    HttpApiEndpoint.get("verify", "/verify", { success: ChainReport }).annotateMerge(
      route(
        {
          permission: "audit_view",
          feature: "tamperEvidentAudit",
          recording: true
        },
        "Verify the audit chain",
        "Recomputes every hash of the chain and compares it with the chain's head, its recorded anchors and the " +
          "anchors kept outside the database. Each check is recorded as an audit entry."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/audit-log")
  .annotateMerge(group("Audit verification", "Verifies that the audit chain is intact")) {}
