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

/** Scheduled reports, and their distribution lists. */
export class ScheduledReportsApi extends HttpApiGroup.make("scheduled-reports")
  .add(
    HttpApiEndpoint.get("list", "/", { success: Schema.Array(ScheduledReport) }).annotateMerge(
      route(
        manage,
        "List scheduled reports",
        "All reports of the organization with the result of their last run, newest first."
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
        "A daily report is sent with the next hourly run, then once per UTC day; a weekly one on Mondays, a " +
          "monthly one on the 1st. The next hourly run retries a failed send. Members with `offboardings_view` get " +
          "rows and figures of the records that they see, anyone else totals only. A report with rows (columns, or " +
          "a type with default columns) needs `offboardings_view`, else 403. At most 100 reports. Audited as " +
          "`scheduled_report.created`."
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
        "Omitted fields are unchanged. Sending the masked webhook URL keeps the stored one; null or empty " +
          "removes it. A report that has rows, before or after the change, needs `offboardings_view`. Audited as " +
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
        "Preview what recipients get",
        "For each email address, whether it gets rows or totals, and from whose records, based on current " +
          "permissions. Decided again for every send."
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
        "Its unsent deliveries are deleted too. Audited as `scheduled_report.deleted`."
      )
    ),
    HttpApiEndpoint.get("lists", "/distribution-lists", { success: Schema.Array(DistributionList) }).annotateMerge(
      route(
        manage,
        "List distribution lists",
        "All lists of the organization with their email addresses, newest first."
      )
    ),
    HttpApiEndpoint.post("createList", "/distribution-lists", {
      payload: CreateDistributionList,
      success: DistributionList.pipe(HttpApiSchema.status(201)),
      error: [...outside, DistributionListLimit]
    }).annotateMerge(
      route(
        manage,
        "Create a distribution list",
        "Email addresses shared by several reports. At most 100 lists. Audited as `distribution_list.created`."
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
        "Omitted fields are unchanged. Members who see only some departments can change only lists of reports " +
          "within them. Audited as `distribution_list.updated`, unless nothing changes."
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
        "Its reports stay; the answer lists them, and those left without recipients. Audited as " +
          "`distribution_list.deleted`."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/scheduled-reports")
  .annotateMerge(group("Scheduled reports", "Reports by email, daily, weekly or monthly")) {}
