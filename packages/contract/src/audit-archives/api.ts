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
        "View how long audit entries are kept",
        "For Super Admins. In months; null until one is chosen: entries are kept for ever."
      )
    ),
    HttpApiEndpoint.put("setRetention", "/retention", {
      payload: SetAuditRetention,
      success: AuditRetention
    }).annotateMerge(
      route(
        { role: "superadmin", feature },
        "Set how long audit entries are kept",
        "For Super Admins. 3 to 120 months. Older entries are removed every night, oldest first; where archives are " +
          "possible, not before an archive holds them. While an offboarding is under legal hold none are removed. " +
          "Making a chosen retention shorter needs a recent step-up, else 428. A shorter one, and the first one chosen, " +
          "removes nothing for 30 days; setting the former one again undoes it. The entry `audit_retention_updated` " +
          "names when it applies."
      )
    ),
    HttpApiEndpoint.get("archiveRetention", "/archive-retention", { success: ArchiveRetention }).annotateMerge(
      route({ role: "superadmin" }, "View how long archives of the audit log are kept", "For Super Admins. In days.")
    ),
    HttpApiEndpoint.put("setArchiveRetention", "/archive-retention", {
      payload: SetArchiveRetention,
      success: ArchiveRetention
    }).annotateMerge(
      route(
        { role: "superadmin", feature },
        "Set how long archives of the audit log are kept",
        "For Super Admins. 365 to 36500 days, for archives written from now on. Archives are deleted then, unless an " +
          "offboarding is under legal hold."
      )
    ),
    HttpApiEndpoint.get("list", "/archives", { success: AuditArchives }).annotateMerge(
      route({ permission: "audit_view", feature }, "List archives of the audit log", "The 50 newest, newest first.")
    ),
    HttpApiEndpoint.post("create", "/archive", {
      success: [CreatedArchive, ArchiveSkipped],
      error: [ArchiveStorageMissing, ArchiveNotWritten]
    }).annotateMerge(
      route(
        { permission: "audit_export", builtInRole: "superadmin", feature },
        "Archive the audit log",
        "Stores the entries written since the previous archive as one signed file; the first archive holds " +
          "everything. 4 an hour per organisation. For Super Admins, and for own roles that hold audit_export. Archives " +
          "are also written every night. A log of more than 100,000 new entries makes several files, one after the " +
          "other; the answer is the last one."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/audit-log")
  .annotateMerge(
    group("Audit archives and retention", "Copies of the audit log outside of the database, and how long it is kept")
  ) {}
