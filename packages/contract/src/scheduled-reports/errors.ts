import { Schema } from "effect"
import { described } from "../kernel/described.ts"
import { Refusal } from "../kernel/refusal.ts"

/** A field that cannot be; the sentence begins with its name. */
export class ScheduledReportRefused extends Refusal<ScheduledReportRefused>("ScheduledReportRefused")(
  {
    error: described(Schema.String, "What was wrong and what to do", {
      example: "delivery_webhook: The address must start with https://"
    })
  },
  { httpApiStatus: 400 }
) {
  readonly _tag = "ScheduledReportRefused"
}

/** A report is made of everybody within its filters, so who sees some records only decides on those alone. */
export class ReportOutsideScope extends Refusal<ReportOutsideScope>("ReportOutsideScope")(
  {
    error: Schema.tag(
      "You see the records of some departments only: a report that you create, change or delete must filter by " +
        "departments of yours, and so must every report of a distribution list that you change or delete"
    )
  },
  { httpApiStatus: 403 }
) {
  readonly _tag = "ReportOutsideScope"
}

/** Whose records are those of their direct reports. */
export class ReportsNotForDirectReports extends Refusal<ReportsNotForDirectReports>("ReportsNotForDirectReports")(
  {
    error: Schema.tag(
      "You see the records of your direct reports only, so you can neither create nor change reports and distribution lists"
    )
  },
  { httpApiStatus: 403 }
) {
  readonly _tag = "ReportsNotForDirectReports"
}

export class ScheduledReportNotFound extends Refusal<ScheduledReportNotFound>("ScheduledReportNotFound")(
  { error: Schema.tag("Scheduled report not found") },
  { httpApiStatus: 404 }
) {
  readonly _tag = "ScheduledReportNotFound"
}

export class DistributionListNotFound extends Refusal<DistributionListNotFound>("DistributionListNotFound")(
  { error: Schema.tag("Distribution list not found") },
  { httpApiStatus: 404 }
) {
  readonly _tag = "DistributionListNotFound"
}

export class ScheduledReportLimit extends Refusal<ScheduledReportLimit>("ScheduledReportLimit")(
  { error: Schema.tag("An organisation can have at most 100 scheduled reports; delete one first") },
  { httpApiStatus: 409 }
) {
  readonly _tag = "ScheduledReportLimit"
}

export class DistributionListLimit extends Refusal<DistributionListLimit>("DistributionListLimit")(
  { error: Schema.tag("An organisation can have at most 100 distribution lists; delete one first") },
  { httpApiStatus: 409 }
) {
  readonly _tag = "DistributionListLimit"
}
