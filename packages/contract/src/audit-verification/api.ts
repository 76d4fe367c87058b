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
        "Recomputes every hash of the chain and compares it with its head, with the anchors recorded of it and " +
          "with those kept outside of the database. The check is recorded as an entry of its own."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/audit-log")
  .annotateMerge(group("Audit verification", "Whether the audit chain is as it was written")) {}
