import { Schema } from "effect"
import { Refusal, sentence } from "../kernel/refusal.ts"

/** A field that cannot be; the sentence begins with its name. */
export class ScheduledReportRefused extends Refusal<ScheduledReportRefused>()("ScheduledReportRefused", 400, {
  error: sentence("delivery_webhook: The URL must start with https://")
}) {}

/**
 * A report covers everyone within its filters, so a member with limited records edits reports about those records only.
 */
export class ReportOutsideScope extends Refusal<ReportOutsideScope>()("ReportOutsideScope", 403, {
  error: Schema.tag(
    "You see the records of some departments only. Reports that you create, change or delete must filter by " +
      "these departments, and so must every report of a distribution list that you change or delete"
  )
}) {}

/** Whose records are those of their direct reports. */
export class ReportsNotForDirectReports extends Refusal<ReportsNotForDirectReports>()(
  "ReportsNotForDirectReports",
  403,
  {
    error: Schema.tag(
      "You see the records of your direct reports only, so you cannot create or change reports and distribution lists"
    )
  }
) {}

export class ScheduledReportNotFound extends Refusal<ScheduledReportNotFound>()("ScheduledReportNotFound", 404, {
  error: Schema.tag("Scheduled report not found")
}) {}

export class DistributionListNotFound extends Refusal<DistributionListNotFound>()("DistributionListNotFound", 404, {
  error: Schema.tag("Distribution list not found")
}) {}

export class ScheduledReportLimit extends Refusal<ScheduledReportLimit>()("ScheduledReportLimit", 409, {
  error: Schema.tag("An organization can have at most 100 scheduled reports. Delete one first")
}) {}

export class DistributionListLimit extends Refusal<DistributionListLimit>()("DistributionListLimit", 409, {
  error: Schema.tag("An organization can have at most 100 distribution lists. Delete one first")
}) {}
