import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { OffboardingId } from "../kernel/ids.ts"
import { group, route } from "../kernel/route.ts"
import { OffboardingNotFound } from "../offboardings/errors.ts"
import { EvidenceRefused } from "./errors.ts"

/** What proves how one offboarding went, in one file that can be checked without the service. */
export class EvidenceApi extends HttpApiGroup.make("evidence")
  .add(
    HttpApiEndpoint.get("download", "/:id/evidence", {
      params: { id: described(OffboardingId, "The offboarding") },
      success: Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "application/zip" })),
      error: [OffboardingNotFound, EvidenceRefused]
    }).annotateMerge(
      route(
        {
          permissions: ["offboardings_view", "audit_export"],
          feature: "tamperEvidentAudit",
          recording: true
        },
        "Download the evidence package of an offboarding",
        "A signed ZIP: the offboarding and its confirmations, the result of every revocation and how it was " +
          "observed, checklist, equipment, document hashes, orphaned items if ever scanned, all audit entries " +
          "about it with the hashes that link them to a signed anchor, the public key, a signed manifest, and a " +
          "page that verifies everything in a browser without the service. The headers are those of an audit log " +
          "export, without the number of rows. 10 in 15 minutes per user. The download is recorded as " +
          "`evidence_exported`; if that fails, it is refused."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/employees")
  .annotateMerge(group("Evidence", "Evidence of how an offboarding was done")) {}
