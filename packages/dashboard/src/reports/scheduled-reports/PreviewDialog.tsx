import type { CalendarDate } from "@svc/contract/kernel/dates"
import { CalendarDate as Day } from "@svc/contract/kernel/dates"
import type { DistributionList, ScheduledReport } from "@svc/contract/scheduled-reports/schema"
import { DateTime } from "effect"
import { useMay } from "#access/data.ts"
import { Banner } from "#design/Banner.tsx"
import { Button, LinkButton, Submit } from "#design/Button.tsx"
import { Dialog } from "#design/Dialog.tsx"
import { Facts, Row, Text, Stack } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { reports } from "#platform/pages.ts"
import { useAction } from "#platform/atoms.ts"
import { download } from "#platform/download.ts"
import { Refusal } from "#platform/failures.tsx"
import { dayFromToday, useFormat } from "#platform/format.ts"
import { analyticsPdf } from "#reports/report-pdfs/data.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { reportPreview } from "./data.ts"
import { recipientsOf } from "./parts.tsx"

type Next = NonNullable<ScheduledReport["next"]>

const dayOf = (at: DateTime.Utc): CalendarDate => Day.make(DateTime.formatIsoDateUtc(at))

/** Days of a period with an exclusive end; none for all time. */
const daysOf = ({ from, to }: Next) =>
  from === null ? {} : { from: dayOf(from), to: dayOf(DateTime.subtract(to, { milliseconds: 1 })) }

const Now = ({ next }: { readonly next: Next }) => {
  const { reports: of, scheduledReports: words } = useWords()
  const { may } = useMay()
  const days = daysOf(next)
  const pdf = useAction(analyticsPdf, {
    onDone: (bytes) => download(bytes, of.pdfName(dayFromToday(0)), "application/pdf")
  })
  const search =
    days.from === undefined ? "range=all_time" : new URLSearchParams({ from: days.from, to: days.to }).toString()
  return (
    <Stack gap={2}>
      <Text size="small" tone="3">
        {words.nowText}
      </Text>
      <Refusal of={pdf.result} />
      <Row gap={2}>
        <LinkButton href={`${reports()}?${search}`} size="small" icon="chart-column">
          {words.lookNow}
        </LinkButton>
        {may("analytics_export") && (
          <Button size="small" icon="download" busy={pdf.busy} onClick={() => pdf.start(days)}>
            {words.pdfNow}
          </Button>
        )}
      </Row>
    </Stack>
  )
}

/** Recipients, each with what it gets: rows it can see, or totals. */
const Recipients = ({ id, to }: { readonly id: ScheduledReport["id"]; readonly to: ReadonlyArray<string> }) => {
  const words = useWords().scheduledReports
  return (
    <Loaded of={reportPreview(id)} skeleton={to.join(", ")}>
      {({ recipients }) => (
        <Stack gap={1}>
          {recipients.map(({ address, gets, records }) => (
            <Text key={address}>{words.recipientGets(address, gets, records)}</Text>
          ))}
        </Stack>
      )}
    </Loaded>
  )
}

/** Preview: next send, recipients, and period. */
export const PreviewDialog = ({
  lists,
  onClose,
  report
}: {
  readonly report: ScheduledReport
  readonly lists: ReadonlyArray<DistributionList>
  readonly onClose: () => void
}) => {
  const { cases, scheduledReports: words } = useWords()
  const { may } = useMay()
  const { moment } = useFormat()
  const { date_range, delivery_webhook, filters, grouping, include_pdf, last_error, next, schedule, type } = report
  const { department = [], separation_type = [], status = [] } = filters
  const narrowed = [
    ...department,
    ...separation_type.map((one) => cases.separations[one]),
    ...status.map((one) => cases.stages[one])
  ]
  const to = recipientsOf(report, lists)
  return (
    <Dialog
      wide
      title={words.previewTitle(report.name)}
      why={words.types[type]}
      onClose={onClose}
      onSubmit={onClose}
      actions={<Submit>{words.close}</Submit>}
    >
      {last_error !== null && <Banner tone="bad" title={last_error} />}
      <Facts
        facts={[
          [words.goesOut, next === null ? words.pausedText : `${moment(next.at)} (${words.schedules[schedule]})`],
          [words.to, to.length === 0 ? words.nobody : <Recipients id={report.id} to={to} />],
          [
            words.range,
            type === "overdue_tasks"
              ? words.ofNow
              : next === null || next.from === null
                ? words.ranges[date_range]
                : `${words.ranges[date_range]}: ${moment(next.from)} – ${moment(next.to)}`
          ],
          [words.of, narrowed.length === 0 ? words.ofAll : narrowed.join(", ")],
          [words.grouping, words.groupings[grouping]],
          [words.attached, include_pdf ? words.withPdf : words.withoutPdf],
          ...(delivery_webhook === null ? [] : [[words.webhook, delivery_webhook] as const])
        ]}
      />
      <Text size="small" tone="3">
        {words.outsiders}
      </Text>
      {next !== null && type !== "overdue_tasks" && may("analytics_view") && <Now next={next} />}
    </Dialog>
  )
}
