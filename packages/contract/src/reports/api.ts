import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { behindSession } from "../kernel/behind.ts"
import { reportQuery } from "../kernel/report-range.ts"
import { group, route } from "../kernel/route.ts"
import { ComplianceSummary, MyTasks, Summary, UpcomingExits, UpcomingExitsQuery } from "./schema.ts"

/** Figures about offboardings, counted when they are asked for. */
export class ReportsApi extends HttpApiGroup.make("reports")
  .add(
    HttpApiEndpoint.get("summary", "/summary", { query: reportQuery(10, {}), success: Summary }).annotateMerge(
      route(
        { permission: "analytics_view" },
        "View the summary report",
        "Offboardings, tasks and removed access in the range given, at most 10 years, or for all time. Days and " +
          "months are in the organization's time zone; stages, overdue offboardings and licenses are current. All " +
          "figures are current: reopening an offboarding removes its completion from past months."
      )
    ),
    HttpApiEndpoint.get("upcomingExits", "/upcoming-exits", {
      query: UpcomingExitsQuery,
      success: UpcomingExits
    }).annotateMerge(
      route(
        { open: true },
        "List upcoming exits",
        "Open offboardings that the caller sees whose last day is today or in the coming days, soonest first."
      )
    ),
    HttpApiEndpoint.get("myTasks", "/my-tasks", { success: MyTasks }).annotateMerge(
      route(
        { open: true },
        "List the caller's tasks",
        "At most 50 open tasks of open offboardings that the caller sees, whose owner is the caller, or assigned to " +
          "the caller's role or to all; for Super Admins and Admins all of them. Earliest due date first."
      )
    ),
    HttpApiEndpoint.get("complianceSummary", "/compliance-summary", { success: ComplianceSummary }).annotateMerge(
      route(
        { permission: "compliance_view" },
        "View the compliance summary",
        "How many offboardings that the caller sees have their NDA, interview, and documents, at present."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/reports")
  .annotateMerge(group("Reports", "Figures about offboardings")) {}
