import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { type Requirement } from "../kernel/access.ts"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { ExportId } from "../kernel/ids.ts"
import { group, route } from "../kernel/route.ts"
import {
  ExportDownloadRefused,
  ExportInProgress,
  ExportNotFound,
  ExportStorageFull,
  ExportStorageMissing,
  ExportUnavailable
} from "./errors.ts"
import { ExportDownload, OrganisationExport, OrganisationExports } from "./schema.ts"

/** Super Admins and Admins hold both; a custom role needs both. */
const requirement: Requirement = { permissions: ["settings_manage", "audit_export"], whileReadOnly: true }

/** All data of the organization as one ZIP (organisation-exports-1). */
export class OrganisationExportsApi extends HttpApiGroup.make("organisation-exports")
  .add(
    HttpApiEndpoint.post("request", "/", {
      success: OrganisationExport.pipe(HttpApiSchema.status(202)),
      error: [ExportInProgress, ExportStorageMissing, ExportStorageFull]
    }).annotateMerge(
      route(
        requirement,
        "Request a data export",
        "Builds a ZIP of every record as JSON, every stored file and a manifest in the background. You get an " +
          "email when it is ready or has failed. One at a time, 5 a day per user; deleted 7 days after it is ready."
      )
    ),
    HttpApiEndpoint.get("list", "/", { success: OrganisationExports }).annotateMerge(
      route(requirement, "List data exports", "The 20 newest of the organization, newest first, from all members.")
    ),
    HttpApiEndpoint.get("download", "/:id/download", {
      params: { id: described(ExportId, "The export") },
      success: ExportDownload,
      error: [ExportNotFound, ExportUnavailable, ExportDownloadRefused]
    }).annotateMerge(
      route(
        { ...requirement, recording: true },
        "Download a data export",
        "A signed link to the ZIP of a ready export, valid for 10 minutes. The download is recorded in the audit " +
          "log first; if that fails, there is no link."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/account/org-export")
  .annotateMerge(group("Data export", "All data of the organization as one ZIP")) {}
