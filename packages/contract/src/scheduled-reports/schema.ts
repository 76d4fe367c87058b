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

const Name = described(RequiredText(100), "What people call it, 1 to 100 characters", {
  example: "Leavers of the week"
})

const Recipients = Schema.Array(EmailAddress).check(
  Schema.isMaxLength(mostRecipients, { message: `must be at most ${mostRecipients} addresses` })
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

/** What is left out, or empty, filters nothing. */
export const ReportFilters = Schema.Struct({
  status: Schema.optionalKey(described(Schema.Array(OffboardingStatus), "Offboardings in one of these stages")),
  department: Schema.optionalKey(
    described(
      Schema.Array(RequiredText(200)).check(Schema.isMaxLength(200, { message: "must be at most 200 departments" })),
      "People of one of these departments, compared to the letter",
      { example: ["Research"] }
    )
  ),
  separation_type: Schema.optionalKey(described(Schema.Array(SeparationType), "Offboardings of one of these types"))
}).annotate({ identifier: "ReportFilters" })
export type ReportFilters = typeof ReportFilters.Type

const texts = {
  type: "What it tells of: offboardings, or of `overdue_tasks` the tasks of open offboardings that are past their time",
  schedule: "When it goes out: daily, weekly on Mondays, monthly on the 1st, all UTC",
  columns: "What is told of each row; by default those of the type, and of the two summaries no rows",
  grouping: "What the figures are grouped by; `assignee` for `overdue_tasks` only",
  date_range:
    "The time that is told of: days of 24 hours up to now, or calendar weeks, months, quarters and years of UTC; " +
    "`overdue_tasks` tells of now",
  recipients:
    "Up to 50 addresses; members with `offboardings_view` get rows and figures of their own records, anyone else totals",
  distribution_list_id: "A list whose addresses get it, too",
  include_pdf: "Attach it as a PDF, and with a signing key its signature",
  delivery_webhook: "HTTPS on a public host: gets the totals by an unsigned POST",
  active: "False while it is paused: nothing goes out, also nothing that could not be sent before"
} as const

/** What a report will tell of when it next goes out. */
const NextRun = Schema.Struct({
  at: Timestamp,
  from: described(Schema.NullOr(Timestamp), "From here on; null for all time"),
  to: described(Timestamp, "Up to here, and not this moment itself")
}).annotate({ identifier: "ScheduledReportNextRun" })

/** A report that goes out by itself. */
export const ScheduledReport = Schema.Struct({
  id: described(ScheduledReportId, "The report"),
  name: described(Schema.String, "What people call it", { example: "Leavers of the week" }),
  type: described(ReportType, texts.type),
  schedule: described(ReportSchedule, texts.schedule),
  columns: described(Schema.Array(ReportColumn), texts.columns),
  grouping: described(ReportGrouping, texts.grouping),
  date_range: described(ReportDateRange, texts.date_range),
  filters: ReportFilters,
  recipients: described(Schema.Array(Schema.String), texts.recipients, { example: ["ada@acme.example"] }),
  distribution_list_id: described(Schema.NullOr(DistributionListId), texts.distribution_list_id),
  include_pdf: described(Schema.Boolean, texts.include_pdf),
  delivery_webhook: described(
    Schema.NullOr(Schema.String),
    "Where the totals are posted, never in full; null for none",
    {
      example: "https://example.com/****"
    }
  ),
  active: described(Schema.Boolean, texts.active),
  next: described(Schema.NullOr(NextRun), "When it goes out next, tries of what failed aside; null while it is paused"),
  last_run: described(Schema.NullOr(Timestamp), "When it last went out to somebody"),
  last_attempt_at: described(Schema.NullOr(Timestamp), "When it was last tried"),
  last_error: described(Schema.NullOr(Schema.String), "What went wrong then; null when nothing did", {
    example: "1 of 3 e-mails could not be sent: SMTP failed: ECONNECTION"
  }),
  created_at: described(Timestamp, "When it was made"),
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
          "`rows` of people in their own record scope, or `totals` of no person"
        ),
        records: described(
          Schema.NullOr(Schema.Literals(["all", "departments", "direct_reports"])),
          "Whose figures and rows a member with `offboardings_view` gets; null for anyone else"
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
  grouping: Schema.optionalKey(described(ReportGrouping, `${texts.grouping}. \`none\` unless given`)),
  date_range: Schema.optionalKey(
    described(
      ReportDateRange,
      `${texts.date_range}. By default as long as the schedule: 24 hours, 7 days or the last month`
    )
  ),
  filters: Schema.optionalKey(ReportFilters),
  recipients: Schema.optionalKey(described(Recipients, `${texts.recipients}; or a list`)),
  distribution_list_id: Schema.optionalKey(described(Schema.NullOr(DistributionListId), texts.distribution_list_id)),
  include_pdf: Schema.optionalKey(described(Schema.Boolean, `${texts.include_pdf}. False unless given`)),
  delivery_webhook: Schema.optionalKey(described(DeliveryWebhook, texts.delivery_webhook)),
  active: Schema.optionalKey(described(Schema.Boolean, `${texts.active}. True unless given`))
}).check(Schema.makeFilter(reportFlaw))
export type CreateScheduledReport = typeof CreateScheduledReport.Type

/** Body of PATCH /api/scheduled-reports/{id}: what is left out stays; what comes of it is judged as a new one is. */
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
    described(DeliveryWebhook, "A new address; as it is shown keeps the stored one, null or empty removes it")
  ),
  active: Schema.optionalKey(described(Schema.Boolean, texts.active))
})
export type UpdateScheduledReport = typeof UpdateScheduledReport.Type

/** Addresses under a name, for several reports. */
export const DistributionList = Schema.Struct({
  id: described(DistributionListId, "The list"),
  name: described(Schema.String, "What people call it", { example: "The board" }),
  recipients: described(Schema.Array(Schema.String), "Its addresses", { example: ["ada@acme.example"] }),
  created_at: described(Timestamp, "When it was made"),
  updated_at: described(Timestamp, "When it was last changed")
}).annotate({ identifier: "DistributionList" })
export type DistributionList = typeof DistributionList.Type

const ListRecipients = described(
  Recipients.check(Schema.isMinLength(1, { message: "must have at least one address" })),
  "1 to 50 addresses",
  { example: ["ada@acme.example"] }
)
const ListName = described(RequiredText(100), "What people call it, 1 to 100 characters", { example: "The board" })

/** Body of POST /api/scheduled-reports/distribution-lists. */
export const CreateDistributionList = Schema.Struct({ name: ListName, recipients: ListRecipients })
export type CreateDistributionList = typeof CreateDistributionList.Type

/** Body of PATCH /api/scheduled-reports/distribution-lists/{id}: what is left out stays. */
export const UpdateDistributionList = Schema.Struct({
  name: Schema.optionalKey(ListName),
  recipients: Schema.optionalKey(ListRecipients)
})
export type UpdateDistributionList = typeof UpdateDistributionList.Type

export const ScheduledReportDeleted = Schema.Struct({ success: Schema.tag(true) })

/** Which reports went to the list, and whether anybody is left to get them. */
export const DistributionListDeleted = Schema.Struct({
  success: Schema.tag(true),
  affectedReports: described(
    Schema.Array(
      Schema.Struct({
        id: ScheduledReportId,
        name: Schema.String,
        noRecipients: described(Schema.Boolean, "Nobody is left to get it")
      })
    ),
    "The reports that went to the list"
  )
})
export type DistributionListDeleted = typeof DistributionListDeleted.Type
