import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Requires } from "../kernel/access.ts"
import { behindSession } from "../kernel/behind.ts"
import { reportQuery } from "../kernel/report-range.ts"
import { says } from "../kernel/says.ts"
import { Advanced, Benchmarks } from "./schema.ts"

/** How offboardings go over time, and compared with others. */
export class TrendsApi extends HttpApiGroup.make("trends")
  .add(
    HttpApiEndpoint.get("advanced", "/advanced", { query: reportQuery(10, {}), success: Advanced })
      .annotateMerge(
        says(
          "Report trends",
          "Started and completed offboardings a month, how long they took by department and separation type, and which " +
            "tasks of open offboardings wait. Without a range the last 12 months; at most 10 years."
        )
      )
      .annotate(Requires, { permission: "analytics_view" }),
    HttpApiEndpoint.get("benchmarks", "/benchmarks", { success: Benchmarks })
      .annotateMerge(
        says(
          "Compare with others",
          "Offboardings created in the last 12 months: the organisation's, all other organisations' together (kept for " +
            "an hour, and only when at least 5 of them and 50 offboardings contribute to a figure), and what is typical."
        )
      )
      .annotate(Requires, { permission: "analytics_view" })
  )
  .pipe(behindSession)
  .prefix("/api/reports")
  .annotateMerge(OpenApi.annotations({ title: "Trends", description: "Offboardings over time and compared" })) {}
