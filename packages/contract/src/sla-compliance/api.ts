import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { behindSession } from "../kernel/behind.ts"
import { reportQuery } from "../kernel/report-range.ts"
import { group, route } from "../kernel/route.ts"
import { SlaExportRefused } from "./errors.ts"
import { SlaCompliance, SlaPeriodParam } from "./schema.ts"

/** Whether tasks were done by their deadlines. */
export class SlaComplianceApi extends HttpApiGroup.make("sla-compliance")
  .add(
    HttpApiEndpoint.get("report", "/", {
      query: reportQuery(2, { period: SlaPeriodParam }),
      success: SlaCompliance
    }).annotateMerge(
      route(
        { permission: "analytics_view", feature: "slaComplianceDashboard" },
        "View deadline compliance",
        "Tasks whose deadline is in the range, by default the last 90 days, at most 2 years: done on time, late, " +
          "or open and overdue. Canceled offboardings are not counted."
      )
    ),
    HttpApiEndpoint.get("export", "/export", {
      query: reportQuery(2, {}),
      success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/csv" })),
      error: SlaExportRefused
    }).annotateMerge(
      route(
        {
          permissions: ["analytics_view", "analytics_export"],
          feature: "slaComplianceDashboard",
          recording: true
        },
        "Export tasks with their deadlines",
        "A CSV with one row for each of these tasks, earliest deadline first, at most 50,000: `X-Rows-Truncated` " +
          "is `true` if there are more. Cells that a spreadsheet could read as formulas start with a tab. The " +
          "headers carry the SHA-256 of the file and its signature. The export is recorded as " +
          "`analytics.exported`; if that fails, it is refused."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/reports/sla-compliance")
  .annotateMerge(group("Deadline compliance", "Tasks on time and overdue")) {}
