import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { behindSession } from "../kernel/behind.ts"
import { group, route } from "../kernel/route.ts"
import { ArchiveNotWritten, ArchiveStorageMissing } from "./errors.ts"
import {
  ArchiveRetention,
  ArchiveSkipped,
  AuditArchives,
  AuditRetention,
  CreatedArchive,
  SetArchiveRetention,
  SetAuditRetention
} from "./schema.ts"

const feature = "tamperEvidentAudit" as const

/** Archives and retention of the log (archives-1, retention-1). */
export class AuditArchivesApi extends HttpApiGroup.make("audit-archives")
  .add(
    HttpApiEndpoint.get("retention", "/retention", { success: AuditRetention }).annotateMerge(
      route(
        { role: "superadmin" },
        "View audit log retention",
        "For Super Admins. In months; null if not set: entries are kept indefinitely."
      )
    ),
    HttpApiEndpoint.put("setRetention", "/retention", {
      payload: SetAuditRetention,
      success: AuditRetention
    }).annotateMerge(
      route(
        { role: "superadmin", feature },
        "Set audit log retention",
        "For Super Admins. 3 to 120 months. Older entries are removed every night, oldest first; if archives are " +
          "possible, only after an archive holds them. None are removed while an offboarding is under legal hold. " +
          "Shortening a retention needs a recent step-up, else 428. A first or shorter retention removes nothing " +
          "for 30 days; setting the previous one again cancels the change. The entry `audit_retention_updated` " +
          "records when it applies."
      )
    ),
    HttpApiEndpoint.get("archiveRetention", "/archive-retention", { success: ArchiveRetention }).annotateMerge(
      route({ role: "superadmin" }, "View retention of audit log archives", "For Super Admins. In days.")
    ),
    HttpApiEndpoint.put("setArchiveRetention", "/archive-retention", {
      payload: SetArchiveRetention,
      success: ArchiveRetention
    }).annotateMerge(
      route(
        { role: "superadmin", feature },
        "Set retention of audit log archives",
        "For Super Admins. 365 to 36500 days, for archives written from now on. Archives are deleted after that, " +
          "unless an offboarding is under legal hold."
      )
    ),
    HttpApiEndpoint.get("list", "/archives", { success: AuditArchives }).annotateMerge(
      route({ permission: "audit_view", feature }, "List audit log archives", "The 50 newest, newest first.")
    ),
    HttpApiEndpoint.post("create", "/archive", {
      success: [CreatedArchive, ArchiveSkipped],
      error: [ArchiveStorageMissing, ArchiveNotWritten]
    }).annotateMerge(
      route(
        { permission: "audit_export", builtInRole: "superadmin", feature },
        "Archive the audit log",
        "Stores the entries written since the previous archive as one signed file; the first archive holds " +
          "everything. 4 an hour per organization. For Super Admins, and for custom roles with `audit_export`. " +
          "Archives are also written every night. More than 100,000 new entries are stored as several files; the " +
          "answer is the last one."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/audit-log")
  .annotateMerge(
    group("Audit archives and retention", "Copies of the audit log outside the database, and how long they are kept")
  ) {}
