import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Requires } from "../kernel/access.ts"
import { behindSession } from "../kernel/behind.ts"
import { says } from "../kernel/says.ts"
import { ChainReport } from "./schema.ts"

/** Whether the chain holds (verification-1). */
export class AuditVerificationApi extends HttpApiGroup.make("audit-verification")
  .add(
    HttpApiEndpoint.get("verify", "/verify", { success: ChainReport })
      .annotateMerge(
        says(
          "Verify the audit chain",
          "Recomputes every hash of the chain and compares it with its head, with the anchors recorded of it and " +
            "with those kept outside of the database. The check is recorded as an entry of its own."
        )
      )
      .annotate(Requires, {
        permission: "audit_view",
        feature: "tamperEvidentAudit",
        recording: true
      })
  )
  .pipe(behindSession)
  .prefix("/api/audit-log")
  .annotateMerge(
    OpenApi.annotations({ title: "Audit verification", description: "Whether the audit chain is as it was written" })
  ) {}
