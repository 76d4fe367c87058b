import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { behindSession } from "../kernel/behind.ts"
import { reportQuery } from "../kernel/report-range.ts"
import { group, route } from "../kernel/route.ts"
import { CutEvidenceParam, TimeToCut } from "./schema.ts"

/** How long access outlived the end of the last day. */
export class TimeToCutApi extends HttpApiGroup.make("time-to-cut")
  .add(
    HttpApiEndpoint.get("report", "/", {
      query: reportQuery(1, { evidence: CutEvidenceParam }),
      success: TimeToCut
    }).annotateMerge(
      route(
        { permission: "analytics_view" },
        "Report how long access outlived the last day",
        "From the moment at which access was to end to the removal of the last app, of the cases that the caller sees " +
          "whose last day lies in the range, by default the last 90 days, at most a year: by what was read back from the " +
          "apps, and by any evidence. What was removed before counts as 0; what came back is not removed. Cancelled " +
          "cases do not count."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/reports/time-to-cut")
  .annotateMerge(group("Time to cut", "How long access outlived the last day")) {}
