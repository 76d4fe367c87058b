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
        "View trends",
        "Offboardings started and completed per month, duration by department and separation type, and the most " +
          "delayed tasks of open offboardings. Default: the last 12 months; at most 10 years."
      )
    ),
    HttpApiEndpoint.get("benchmarks", "/benchmarks", { success: Benchmarks }).annotateMerge(
      route(
        { permission: "analytics_view" },
        "View benchmarks",
        "Offboardings created in the last 12 months: the organization's own, all other organizations together " +
          "(cached for an hour, and only if at least 5 of them and 50 offboardings contribute to a figure), and " +
          "typical values."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/reports")
  .annotateMerge(group("Trends", "Offboardings over time, and benchmarks")) {}
