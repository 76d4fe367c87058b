import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { group, route } from "../kernel/route.ts"
import {
  DistributionListLimit,
  DistributionListNotFound,
  ReportOutsideScope,
  ReportsNotForDirectReports,
  ScheduledReportLimit,
  ScheduledReportNotFound,
  ScheduledReportRefused
} from "./errors.ts"
import {
  CreateDistributionList,
  CreateScheduledReport,
  DistributionList,
  DistributionListDeleted,
  DistributionListId,
  ScheduledReport,
  ScheduledReportDeleted,
  ScheduledReportId,
  ScheduledReportPreview,
  UpdateDistributionList,
  UpdateScheduledReport
} from "./schema.ts"

const manage = { permission: "settings_manage", feature: "scheduledReports" } as const

const outside = [ReportOutsideScope, ReportsNotForDirectReports] as const

const params = { id: described(ScheduledReportId, "The report") }
const listParams = { id: described(DistributionListId, "The list") }

/** Reports that go out by themselves, and the lists of addresses that they go to. */
export class ScheduledReportsApi extends HttpApiGroup.make("scheduled-reports")
  .add(
    HttpApiEndpoint.get("list", "/", { success: Schema.Array(ScheduledReport) }).annotateMerge(
      route(
        manage,
        "List scheduled reports",
        "Every report of the organisation with how its last run went, newest first."
      )
    ),
    HttpApiEndpoint.post("create", "/", {
      payload: CreateScheduledReport,
      success: ScheduledReport.pipe(HttpApiSchema.status(201)),
      error: [ScheduledReportRefused, ...outside, ScheduledReportLimit]
    }).annotateMerge(
      route(
        manage,
        "Create a scheduled report",
        "A daily report goes out with the next hourly run, then once per day of UTC; a weekly one on Mondays, a " +
          "monthly one on the 1st. What could not be sent is tried by the next hourly run. Members with " +
          "`offboardings_view` get rows and figures of the records that they see, anyone else totals only. A report " +
          "with rows (columns, or a type that has some by default) needs `offboardings_view`, else 403. At most 100 " +
          "reports. Audited as `scheduled_report.created`."
      )
    ),
    HttpApiEndpoint.patch("update", "/:id", {
      params,
      payload: UpdateScheduledReport,
      success: ScheduledReport,
      error: [ScheduledReportRefused, ...outside, ScheduledReportNotFound]
    }).annotateMerge(
      route(
        manage,
        "Change a scheduled report",
        "What is left out stays. The webhook's address as it is shown keeps the stored one; null or empty removes " +
          "it. A report that has rows, before or after, needs `offboardings_view`. Audited as " +
          "`scheduled_report.updated`, unless nothing changes."
      )
    ),
    HttpApiEndpoint.get("preview", "/:id/preview", {
      params,
      success: ScheduledReportPreview,
      error: ScheduledReportNotFound
    }).annotateMerge(
      route(
        manage,
        "Preview what each recipient gets",
        "For each address, whether it gets rows or totals, and whose records, by what it may read now. The same is " +
          "decided again when the report goes out."
      )
    ),
    HttpApiEndpoint.delete("remove", "/:id", {
      params,
      success: ScheduledReportDeleted,
      error: [...outside, ScheduledReportNotFound]
    }).annotateMerge(
      route(
        manage,
        "Delete a scheduled report",
        "What of it was not sent yet goes with it. Audited as `scheduled_report.deleted`."
      )
    ),
    HttpApiEndpoint.get("lists", "/distribution-lists", { success: Schema.Array(DistributionList) }).annotateMerge(
      route(manage, "List distribution lists", "Every list of the organisation with its addresses, newest first.")
    ),
    HttpApiEndpoint.post("createList", "/distribution-lists", {
      payload: CreateDistributionList,
      success: DistributionList.pipe(HttpApiSchema.status(201)),
      error: [...outside, DistributionListLimit]
    }).annotateMerge(
      route(
        manage,
        "Create a distribution list",
        "Addresses that several reports go to. At most 100 lists. Audited as `distribution_list.created`."
      )
    ),
    HttpApiEndpoint.patch("updateList", "/distribution-lists/:id", {
      params: listParams,
      payload: UpdateDistributionList,
      success: DistributionList,
      error: [...outside, DistributionListNotFound]
    }).annotateMerge(
      route(
        manage,
        "Change a distribution list",
        "What is left out stays. Who sees some departments only changes lists of reports within them. Audited as " +
          "`distribution_list.updated`, unless nothing changes."
      )
    ),
    HttpApiEndpoint.delete("removeList", "/distribution-lists/:id", {
      params: listParams,
      success: DistributionListDeleted,
      error: [...outside, DistributionListNotFound]
    }).annotateMerge(
      route(
        manage,
        "Delete a distribution list",
        "Its reports stay; the answer names them, and those that nobody is left to get. Audited as " +
          "`distribution_list.deleted`."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/scheduled-reports")
  .annotateMerge(group("Scheduled reports", "Reports by e-mail, daily, weekly or monthly")) {}
