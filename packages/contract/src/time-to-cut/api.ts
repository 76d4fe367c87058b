import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { ListCsv, listExport } from "../audit-list-exports/schema.ts"
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
        "Report the time to revoke",
        "Time from the end of access to the removal of the last app, for offboardings that the caller sees whose " +
          "last day is in the range, by default the last 90 days, at most a year: by verified removals, and by any " +
          "evidence. Earlier removals count as 0; access that came back does not count as removed. Canceled " +
          "offboardings are not counted."
      )
    ),
    HttpApiEndpoint.get("export", "/export", {
      query: reportQuery(1, { evidence: CutEvidenceParam }),
      success: ListCsv
    }).annotateMerge(listExport({ permission: "analytics_view" }, "late revocations"))
  )
  .pipe(behindSession)
  .prefix("/api/reports/time-to-cut")
  .annotateMerge(group("Time to revoke", "How long access outlived the last day")) {}
