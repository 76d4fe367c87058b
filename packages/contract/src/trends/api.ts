import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { behindSession } from "../kernel/behind.ts"
import { reportQuery } from "../kernel/report-range.ts"
import { group, route } from "../kernel/route.ts"
import { Advanced, Benchmarks } from "./schema.ts"

/** How offboardings go over time, and compared with others. */
export class TrendsApi extends HttpApiGroup.make("trends")
  .add(
    HttpApiEndpoint.get("advanced", "/advanced", { query: reportQuery(10, {}), success: Advanced }).annotateMerge(
      route(
        { permission: "analytics_view" },
        "Report trends",
        "Started and completed offboardings a month, how long they took by department and separation type, and which " +
          "tasks of open offboardings wait. Without a range the last 12 months; at most 10 years."
      )
    ),
    HttpApiEndpoint.get("benchmarks", "/benchmarks", { success: Benchmarks }).annotateMerge(
      route(
        { permission: "analytics_view" },
        "Compare with others",
        "Offboardings created in the last 12 months: the organisation's, all other organisations' together (kept for " +
          "an hour, and only when at least 5 of them and 50 offboardings contribute to a figure), and what is typical."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/reports")
  .annotateMerge(group("Trends", "Offboardings over time and compared")) {}
