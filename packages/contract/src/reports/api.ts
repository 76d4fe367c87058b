import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { behindSession } from "../kernel/behind.ts"
import { reportQuery } from "../kernel/report-range.ts"
import { group, route } from "../kernel/route.ts"
import { HomeFigures } from "./home-schema.ts"
import { ComplianceSummary, MyTasks, Summary, UpcomingExits, UpcomingExitsQuery } from "./schema.ts"

/** Figures about offboardings, counted when they are asked for. */
export class ReportsApi extends HttpApiGroup.make("reports")
  .add(
    HttpApiEndpoint.get("summary", "/summary", { query: reportQuery(10, {}), success: Summary }).annotateMerge(
      route(
        { permission: "analytics_view" },
        "Report the summary",
        "Offboardings, tasks and removed accesses of the days asked for, at most 10 years, or of all time. Days and " +
          "months are those of the organisation's time zone; stages, overdue offboardings and licences are of now. " +
          "All figures are as of this moment: reopening an offboarding takes its completion out of past months."
      )
    ),
    HttpApiEndpoint.get("upcomingExits", "/upcoming-exits", {
      query: UpcomingExitsQuery,
      success: UpcomingExits
    }).annotateMerge(
      route(
        { open: true },
        "List upcoming exits",
        "Open offboardings that the caller sees whose last day is today or in the days to come, soonest first."
      )
    ),
    HttpApiEndpoint.get("myTasks", "/my-tasks", { success: MyTasks }).annotateMerge(
      route(
        { open: true },
        "List the caller's tasks",
        "At most 50 tasks that are not done, of open offboardings that the caller sees, assigned to the caller's role " +
          "or to all; for Super Admins and Admins every such task. What is due first comes first."
      )
    ),
    HttpApiEndpoint.get("complianceSummary", "/compliance-summary", { success: ComplianceSummary }).annotateMerge(
      route(
        { permission: "compliance_view" },
        "Report compliance",
        "How many offboardings that the caller sees have their NDA, interview and documents; all of now."
      )
    ),
    HttpApiEndpoint.get("homeFigures", "/home", { success: HomeFigures }).annotateMerge(
      route(
        { open: true },
        "Count what Home shows",
        "In one request what the lists count, within the caller's record scope. Figures of lists that the caller may " +
          "not see are null. A helper route of the dashboard."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/reports")
  .annotateMerge(group("Reports", "Figures about offboardings")) {}
