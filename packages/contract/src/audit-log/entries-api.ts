import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { Uuid } from "../kernel/ids.ts"
import { group, route } from "../kernel/route.ts"
import { AuditChainEntry } from "./entry-schema.ts"
import { AuditEntryNotFound } from "./errors.ts"

/** One entry of the log and its place in the chain (log-14). */
export class AuditEntriesApi extends HttpApiGroup.make("audit-entries")
  .add(
    HttpApiEndpoint.get("get", "/:id", {
      params: { id: described(Uuid, "The entry") },
      success: AuditChainEntry,
      error: AuditEntryNotFound
    }).annotateMerge(
      route(
        { permission: "audit_view" },
        "View an audit entry",
        "The entry in readable form and as stored and hashed, with its hashes, its neighbors in the chain and " +
          "its first anchor. Only `verify` checks the hashes."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/audit-log/entries")
  .annotateMerge(group("Audit entries", "An entry and its place in the audit chain")) {}
