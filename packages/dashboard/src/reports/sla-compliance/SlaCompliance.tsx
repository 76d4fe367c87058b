import { mostSlaRows, type SlaCompliance as Kept, SlaPeriod } from "@svc/contract/sla-compliance/schema"
import { useMay } from "#access/data.ts"
import { PlaceTabs } from "#access/PlaceTabs.tsx"
import { Badge } from "#design/Badge.tsx"
import { Banner } from "#design/Banner.tsx"
import { Button } from "#design/Button.tsx"
import { Card, Tile } from "#design/Card.tsx"
import { FilterSelect } from "#design/Field.tsx"
import { Text, Split, Tiles, Titled } from "#design/layout.tsx"
import { Skeleton, Placeholder } from "#design/Placeholder.tsx"
import { RowLink, Table } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { useAssigneeNames } from "#records/assignees.ts"
import { offboardingTab, slaCompliance } from "#platform/pages.ts"
import { useAction } from "#platform/atoms.ts"
import { download } from "#platform/download.ts"
import { Refusal } from "#platform/failures.tsx"
import { dayFromToday, useFormat } from "#platform/format.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { useSearch } from "#platform/search.ts"
import { Misfit } from "#reports/reports/Misfit.tsx"
import { fits, rangeFields, rangeOf } from "#reports/reports/range.ts"
import { RangeBar } from "#reports/reports/RangeBar.tsx"
import { toast } from "#frame/toasts.tsx"
import { Page } from "#frame/Page.tsx"
import { kept, keptCsv } from "./data.ts"
import { Trend } from "./Trend.tsx"

const Figures = ({ breachedTotal, completedCount, notNeeded, onTime, overallRate, totalSlaTracked }: Kept) => {
  const words = useWords().slaCompliance
  const { number, percent } = useFormat()
  return (
    <Tiles>
      <Tile
        name={words.rate}
        icon="badge-check"
        figure={overallRate === null ? "–" : percent(overallRate)}
        beside={
          overallRate === null
            ? words.nothingDone
            : words.rateBeside(number(onTime), number(completedCount), number(notNeeded))
        }
      />
      <Tile name={words.tracked} icon="clock" figure={number(totalSlaTracked)} beside={words.trackedBeside} />
      <Tile
        name={words.late}
        icon="triangle-alert"
        figure={number(breachedTotal)}
        beside={words.lateBeside}
        tone={breachedTotal > 0 ? "bad" : undefined}
      />
    </Tiles>
  )
}

const Breakdown = ({
  first,
  rows,
  title
}: {
  readonly title: string
  readonly first: string
  readonly rows: ReadonlyArray<{ readonly name: string } & Omit<Kept["byDepartment"][number], "department">>
}) => {
  const words = useWords().slaCompliance
  const { number, percent } = useFormat()
  return (
    <Card title={title} flush>
      <Table
        label={title}
        rows={rows}
        keyOf={({ name }) => name}
        columns={[
          {
            name: first,
            cell: ({ name }) => (
              <Text as="div" oneLine>
                {name}
              </Text>
            ),
            align: "main"
          },
          { name: words.due, cell: ({ total }) => number(total), align: "end", wideOnly: true },
          { name: words.completed, cell: ({ completed }) => number(completed), align: "end", wideOnly: true },
          { name: words.notNeeded, cell: ({ notNeeded }) => number(notNeeded), align: "end", wideOnly: true },
          {
            name: words.late,
            cell: ({ breached }) => <Text tone={breached > 0 ? "bad" : "3"}>{number(breached)}</Text>,
            align: "end"
          },
          { name: words.rate, cell: ({ rate }) => (rate === null ? "–" : percent(rate)), align: "end" }
        ]}
      />
    </Card>
  )
}

const Worst = ({ worstItems }: Kept) => {
  const { nameOf } = useAssigneeNames()
  const words = useWords().slaCompliance
  const { moment, number } = useFormat()
  const span = (hours: number) =>
    hours < 72 ? words.hours(number(Math.round(hours))) : words.days(number(Math.round(hours / 24)))
  return (
    <Card title={words.worst} flush>
      {worstItems.length === 0 ? (
        <Placeholder small icon="circle-check" title={words.worstNone} text={words.worstNoneText} />
      ) : (
        <Table
          label={words.worst}
          rows={worstItems}
          keyOf={({ id }) => id}
          columns={[
            {
              name: words.task,
              cell: ({ employee_name, offboarding_id, task }) => (
                <Titled below={employee_name}>
                  <RowLink href={offboardingTab({ id: offboarding_id, tab: "tasks" })}>{task}</RowLink>
                </Titled>
              ),
              align: "main"
            },
            { name: words.assignee, cell: ({ assigned_to }) => nameOf(assigned_to), align: "tight", wideOnly: true },
            {
              name: words.deadline,
              cell: ({ sla_deadline }) => <Text tone="2">{moment(sla_deadline)}</Text>,
              align: "end",
              wideOnly: true
            },
            {
              name: words.state,
              cell: ({ completed_at }) => (
                <Badge tone={completed_at === null ? "bad" : "watch"}>
                  {completed_at === null ? words.stillOpen : words.doneLate}
                </Badge>
              ),
              align: "tight",
              wideOnly: true
            },
            { name: words.overdueBy, cell: ({ hoursOverdue }) => span(hoursOverdue), align: "end" }
          ]}
        />
      )}
    </Card>
  )
}

const Answer = ({ of, period }: { readonly of: Kept; readonly period: SlaPeriod }) => {
  const { reports, slaCompliance: words } = useWords()
  const { nameOf } = useAssigneeNames()
  if (of.totalSlaTracked === 0) return <Placeholder icon="clock" title={words.none} text={words.noneText} />
  return (
    <>
      <Figures {...of} />
      <Trend of={of} period={period} />
      <Split even>
        <Breakdown
          title={words.byDepartment}
          first={words.department}
          rows={of.byDepartment.map(({ department, ...counts }) => ({
            name: department || reports.noDepartment,
            ...counts
          }))}
        />
        <Breakdown
          title={words.byAssignee}
          first={words.assignee}
          rows={of.byAssignee.map(({ assignee, ...counts }) => ({ name: nameOf(assignee), ...counts }))}
        />
      </Split>
      <Worst {...of} />
    </>
  )
}

const years = 2

/** Task deadlines: on-time rate, trend, and the most overdue tasks. */
export const SlaCompliance = () => {
  const words = useWords().slaCompliance
  const { number } = useFormat()
  const { may } = useMay()
  const search = useSearch({ ...rangeFields, period: SlaPeriod })
  const range = rangeOf("last_90_days", search)
  const [{ period = "week" }, change] = search
  const { days } = range
  const csv = useAction(keptCsv, {
    onDone: (text) => {
      download(text, words.exportName(dayFromToday(0)), "text/csv")
      toast(words.exported)
    }
  })
  return (
    <Page
      title={words.title}
      about={words.about}
      help="reports"
      actions={
        may("analytics_export") && (
          <Button icon="download" busy={csv.busy} onClick={() => csv.start(days)}>
            {words.export}
          </Button>
        )
      }
    >
      <PlaceTabs current={slaCompliance()} />
      <Refusal of={csv.result} />
      <RangeBar range={range} years={years} without={["all_time"]}>
        <FilterSelect
          label={words.period}
          none={words.week}
          value={period === "week" ? undefined : period}
          choices={[["month", words.month]]}
          onChoose={(chosen) => change({ period: chosen })}
        />
      </RangeBar>
      {fits(days, years) ? (
        <Loaded of={kept({ ...days, period })} skeleton={<Skeleton width={62} tall />}>
          {(answer) => (
            <>
              {answer.totalSlaTracked > mostSlaRows && may("analytics_export") && (
                <Banner tone="watch" title={words.truncated(number(mostSlaRows))} />
              )}
              <Answer of={answer} period={period} />
            </>
          )}
        </Loaded>
      ) : (
        <Misfit years={years} />
      )}
    </Page>
  )
}
