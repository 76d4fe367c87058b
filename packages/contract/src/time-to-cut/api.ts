import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Requires } from "../kernel/access.ts"
import { behindSession } from "../kernel/behind.ts"
import { reportQuery } from "../kernel/report-range.ts"
import { says } from "../kernel/says.ts"
import { CutEvidenceParam, TimeToCut } from "./schema.ts"

/** How long access outlived the end of the last day. */
export class TimeToCutApi extends HttpApiGroup.make("time-to-cut")
  .add(
    HttpApiEndpoint.get("report", "/", {
      query: reportQuery(1, { evidence: CutEvidenceParam }),
      success: TimeToCut
    })
      .annotateMerge(
        says(
          "Report how long access outlived the last day",
          "From the moment at which access was to end to the removal of the last app, of the cases that the caller sees " +
            "whose last day lies in the range, by default the last 90 days, at most a year: by what was read back from the " +
            "apps, and by any evidence. What was removed before counts as 0; what came back is not removed. Cancelled " +
            "cases do not count."
        )
      )
      .annotate(Requires, { permission: "analytics_view" })
  )
  .pipe(behindSession)
  .prefix("/api/reports/time-to-cut")
  .annotateMerge(OpenApi.annotations({ title: "Time to cut", description: "How long access outlived the last day" })) {}
