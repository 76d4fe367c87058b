import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { AnchorPage } from "../audit/files.ts"
import { behindSession } from "../kernel/behind.ts"
import { group, route } from "../kernel/route.ts"
import { SigningNotConfigured } from "./errors.ts"
import { AnchorsQuery, SigningKey } from "./schema.ts"

/** Anchors and the key that signs them (anchors-1, anchors-7). */
export class AuditAnchorsApi extends HttpApiGroup.make("audit-anchors")
  .add(
    HttpApiEndpoint.get("anchors", "/anchors", { query: AnchorsQuery, success: AnchorPage }).annotateMerge(
      route(
        { permission: "audit_view" },
        "List audit anchors",
        "The recorded heads of the audit chain, newest first: every hour when the head moved, every night and " +
          "with every archive. Each signature is Ed25519 over `signed_message` filled with the anchor's own " +
          "fields. Download them regularly and keep them elsewhere: they show later whether the chain was changed."
      )
    ),
    HttpApiEndpoint.get("signingKey", "/signing-key", {
      success: SigningKey,
      error: SigningNotConfigured
    }).annotateMerge(
      route(
        { permission: "audit_view" },
        "Get the signing key",
        "The public key for the signatures of exports, archives and anchors."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/audit-log")
  .annotateMerge(group("Audit anchors", "Signed heads of the audit chain")) {}
