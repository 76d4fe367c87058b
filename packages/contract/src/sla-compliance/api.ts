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
        "Report deadlines kept",
        "Tasks whose deadline lies in the range, by default the last 90 days, at most 2 years: done in time, late, or " +
          "still open past the deadline. Offboardings that were cancelled do not count."
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
        "A CSV with a row for each of these tasks, the earliest deadline first, at most 50,000: `X-Rows-Truncated` is " +
          "`true` when there are more. Cells that a spreadsheet could take for formulas begin with a tab. The headers " +
          "carry the SHA-256 of the file and its signature. It is recorded as `analytics.exported`; if it cannot be, " +
          "it is refused."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/reports/sla-compliance")
  .annotateMerge(group("SLA compliance", "Whether deadlines were kept")) {}
