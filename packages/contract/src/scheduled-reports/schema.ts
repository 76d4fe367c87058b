import { Schema } from "effect"
import { Timestamp } from "../kernel/dates.ts"
import { described } from "../kernel/described.ts"
import { examples } from "../kernel/examples.ts"
import { Uuid } from "../kernel/ids.ts"
import { EmailAddress, RequiredText, Text } from "../kernel/text.ts"
import { OffboardingStatus, SeparationType } from "../offboardings/schema.ts"
import { reportFlaw } from "./rules.ts"
import { ReportColumn, ReportDateRange, ReportGrouping, ReportSchedule, ReportType } from "./choices.ts"

export const ScheduledReportId = Uuid.pipe(Schema.brand("ScheduledReportId"))
export type ScheduledReportId = typeof ScheduledReportId.Type

export const DistributionListId = Uuid.pipe(Schema.brand("DistributionListId"))
export type DistributionListId = typeof DistributionListId.Type

/** Addresses of one report, and of one list. */
export const mostRecipients = 50

const Name = described(RequiredText(100), "Display name, 1 to 100 characters", {
  example: "Leavers of the week"
})

const Recipients = Schema.Array(EmailAddress).check(
  Schema.isMaxLength(mostRecipients, { message: `must be at most ${mostRecipients} email addresses` })
)

const columnNames: ReadonlySet<string> = new Set(ReportColumn.literals)

/** A column of any type; an unknown one is refused by its name. */
const KnownColumn = Schema.String.check(
  Schema.makeFilter<string>(
    (name) =>
      columnNames.has(name) ? undefined : `${JSON.stringify(name.slice(0, 100))} is not a column of any report`,
    { ...examples(ReportColumn.literals.join("|")), toJsonSchema: () => ({ enum: [...ReportColumn.literals] }) }
  )
).annotate({ identifier: "SelectedReportColumn" })

const Columns = Schema.Array(KnownColumn.pipe(Schema.decodeTo(ReportColumn))).check(
  Schema.isMaxLength(50, { message: "must be at most 50 columns" })
)

/** An omitted or empty filter selects everything. */
export const ReportFilters = Schema.Struct({
  status: Schema.optionalKey(described(Schema.Array(OffboardingStatus), "Offboardings in one of these stages")),
  department: Schema.optionalKey(
    described(
      Schema.Array(RequiredText(200)).check(Schema.isMaxLength(200, { message: "must be at most 200 departments" })),
      "People of one of these departments; exact match",
      { example: ["Research"] }
    )
  ),
  separation_type: Schema.optionalKey(described(Schema.Array(SeparationType), "Offboardings of one of these types"))
}).annotate({ identifier: "ReportFilters" })
export type ReportFilters = typeof ReportFilters.Type

const texts = {
  type: "Content of the report: offboardings, or for `overdue_tasks` the overdue tasks of open offboardings",
  schedule: "When it is sent: daily, weekly on Mondays, monthly on the 1st, all UTC",
  columns: "Columns of each row; default: those of the type; the two summaries have no rows",
  grouping: "Grouping of the figures; `assignee` for `overdue_tasks` only",
  date_range:
    "Period of the report: days of 24 hours up to now, or UTC calendar weeks, months, quarters and years; " +
    "`overdue_tasks` is always current",
  recipients:
    "Up to 50 email addresses; members with `offboardings_view` get rows and figures of their own records, anyone else totals",
  distribution_list_id: "A distribution list that also gets it",
  include_pdf: "Attach it as a PDF, with its signature if there is a signing key",
  delivery_webhook: "HTTPS URL on a public host: gets the totals by an unsigned POST",
  active: "False pauses it: nothing is sent, including retries"
} as const

/** What a report will contain when it is next sent. */
const NextRun = Schema.Struct({
  at: Timestamp,
  from: described(Schema.NullOr(Timestamp), "Start of the range; null for all time"),
  to: described(Timestamp, "End of the range, exclusive")
}).annotate({ identifier: "ScheduledReportNextRun" })

/** A scheduled report. */
export const ScheduledReport = Schema.Struct({
  id: described(ScheduledReportId, "The report"),
  name: described(Schema.String, "Display name", { example: "Leavers of the week" }),
  type: described(ReportType, texts.type),
  schedule: described(ReportSchedule, texts.schedule),
  columns: described(Schema.Array(ReportColumn), texts.columns),
  grouping: described(ReportGrouping, texts.grouping),
  date_range: described(ReportDateRange, texts.date_range),
  filters: ReportFilters,
  recipients: described(Schema.Array(Schema.String), texts.recipients, { example: ["ada@acme.example"] }),
  distribution_list_id: described(Schema.NullOr(DistributionListId), texts.distribution_list_id),
  include_pdf: described(Schema.Boolean, texts.include_pdf),
  delivery_webhook: described(Schema.NullOr(Schema.String), "Where the totals are posted, masked; null for none", {
    example: "https://example.com/****"
  }),
  active: described(Schema.Boolean, texts.active),
  next: described(Schema.NullOr(NextRun), "When it is next sent, apart from retries; null while paused"),
  last_run: described(Schema.NullOr(Timestamp), "When it was last sent to a recipient"),
  last_attempt_at: described(Schema.NullOr(Timestamp), "Last attempt"),
  last_error: described(Schema.NullOr(Schema.String), "Its error; null if it succeeded", {
    example: "1 of 3 emails could not be sent: SMTP failed: ECONNECTION"
  }),
  created_at: described(Timestamp, "When it was created"),
  updated_at: described(Timestamp, "When it was last changed")
}).annotate({ identifier: "ScheduledReport" })
export type ScheduledReport = typeof ScheduledReport.Type

/** What each recipient would get if the report went out now. */
export const ScheduledReportPreview = Schema.Struct({
  recipients: described(
    Schema.Array(
      Schema.Struct({
        address: described(Schema.String, "The recipient", { example: "ada@acme.example" }),
        gets: described(
          Schema.Literals(["rows", "totals"]),
          "`rows` of people in their own record scope, or `totals` without people"
        ),
        records: described(
          Schema.NullOr(Schema.Literals(["all", "departments", "direct_reports"])),
          "The member whose figures and rows a member with `offboardings_view` gets; null for anyone else"
        )
      })
    ),
    "Its own recipients and those of its list"
  )
}).annotate({ identifier: "ScheduledReportPreview" })
export type ScheduledReportPreview = typeof ScheduledReportPreview.Type

const DeliveryWebhook = Schema.NullOr(Text(2048))

/** Body of POST /api/scheduled-reports. */
export const CreateScheduledReport = Schema.Struct({
  name: Name,
  type: described(ReportType, texts.type),
  schedule: described(ReportSchedule, texts.schedule),
  columns: Schema.optionalKey(described(Columns, texts.columns)),
  grouping: Schema.optionalKey(described(ReportGrouping, `${texts.grouping}. Default: \`none\``)),
  date_range: Schema.optionalKey(
    described(
      ReportDateRange,
      `${texts.date_range}. Default: as long as the schedule: 24 hours, 7 days or the last month`
    )
  ),
  filters: Schema.optionalKey(ReportFilters),
  recipients: Schema.optionalKey(described(Recipients, `${texts.recipients}; or a list`)),
  distribution_list_id: Schema.optionalKey(described(Schema.NullOr(DistributionListId), texts.distribution_list_id)),
  include_pdf: Schema.optionalKey(described(Schema.Boolean, `${texts.include_pdf}. Default: false`)),
  delivery_webhook: Schema.optionalKey(described(DeliveryWebhook, texts.delivery_webhook)),
  active: Schema.optionalKey(described(Schema.Boolean, `${texts.active}. Default: true`))
}).check(Schema.makeFilter(reportFlaw))
export type CreateScheduledReport = typeof CreateScheduledReport.Type

/** Body of PATCH /api/scheduled-reports/{id}: omitted fields are unchanged; the result is checked like a new one. */
export const UpdateScheduledReport = Schema.Struct({
  name: Schema.optionalKey(Name),
  type: Schema.optionalKey(described(ReportType, texts.type)),
  schedule: Schema.optionalKey(described(ReportSchedule, texts.schedule)),
  columns: Schema.optionalKey(described(Columns, texts.columns)),
  grouping: Schema.optionalKey(described(ReportGrouping, texts.grouping)),
  date_range: Schema.optionalKey(described(ReportDateRange, texts.date_range)),
  filters: Schema.optionalKey(ReportFilters),
  recipients: Schema.optionalKey(described(Recipients, texts.recipients)),
  distribution_list_id: Schema.optionalKey(described(Schema.NullOr(DistributionListId), texts.distribution_list_id)),
  include_pdf: Schema.optionalKey(described(Schema.Boolean, texts.include_pdf)),
  delivery_webhook: Schema.optionalKey(
    described(DeliveryWebhook, "A new URL; the masked URL keeps the stored one, null or empty removes it")
  ),
  active: Schema.optionalKey(described(Schema.Boolean, texts.active))
})
export type UpdateScheduledReport = typeof UpdateScheduledReport.Type

/** Addresses under a name, for several reports. */
export const DistributionList = Schema.Struct({
  id: described(DistributionListId, "The list"),
  name: described(Schema.String, "Display name", { example: "The board" }),
  recipients: described(Schema.Array(Schema.String), "Its email addresses", { example: ["ada@acme.example"] }),
  created_at: described(Timestamp, "When it was created"),
  updated_at: described(Timestamp, "When it was last changed")
}).annotate({ identifier: "DistributionList" })
export type DistributionList = typeof DistributionList.Type

const ListRecipients = described(
  Recipients.check(Schema.isMinLength(1, { message: "must have at least one email address" })),
  "1 to 50 addresses",
  { example: ["ada@acme.example"] }
)
const ListName = described(RequiredText(100), "Display name, 1 to 100 characters", { example: "The board" })

/** Body of POST /api/scheduled-reports/distribution-lists. */
export const CreateDistributionList = Schema.Struct({ name: ListName, recipients: ListRecipients })
export type CreateDistributionList = typeof CreateDistributionList.Type

/** Body of PATCH /api/scheduled-reports/distribution-lists/{id}: omitted fields are unchanged. */
export const UpdateDistributionList = Schema.Struct({
  name: Schema.optionalKey(ListName),
  recipients: Schema.optionalKey(ListRecipients)
})
export type UpdateDistributionList = typeof UpdateDistributionList.Type

export const ScheduledReportDeleted = Schema.Struct({ success: Schema.tag(true) })

/** Reports that used the list, and whether they have recipients left. */
export const DistributionListDeleted = Schema.Struct({
  success: Schema.tag(true),
  affectedReports: described(
    Schema.Array(
      Schema.Struct({
        id: ScheduledReportId,
        name: Schema.String,
        noRecipients: described(Schema.Boolean, "No recipients are left")
      })
    ),
    "The reports that used the list"
  )
})
export type DistributionListDeleted = typeof DistributionListDeleted.Type
