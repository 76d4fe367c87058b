import type { ReportRange } from "@svc/contract/kernel/report-range"
import type { Summary } from "@svc/contract/reports/schema"
import { AsyncResult } from "effect/reactivity"
import { useMay } from "#access/data.ts"
import { PlaceTabs } from "#access/PlaceTabs.tsx"
import { assetSummary } from "#work/assets/data.ts"
import { RecoveryChart } from "#work/assets/RecoveryChart.tsx"
import { Banner } from "#design/Banner.tsx"
import { Button } from "#design/Button.tsx"
import { Card, Tile } from "#design/Card.tsx"
import { Text, Split, Tiles } from "#design/layout.tsx"
import { Skeleton } from "#design/Placeholder.tsx"
import { useWords } from "#languages/words.ts"
import { offboardings, reports } from "#platform/pages.ts"
import { useAction, useQuery } from "#platform/atoms.ts"
import { download } from "#platform/download.ts"
import { Refusal } from "#platform/failures.tsx"
import { dayFromToday, useFormat } from "#platform/format.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { useSearch } from "#platform/search.ts"
import { analyticsPdf } from "#reports/report-pdfs/data.ts"
import { toast } from "#frame/toasts.tsx"
import { Page } from "#frame/Page.tsx"
import { Bottlenecks } from "#reports/trends/Bottlenecks.tsx"
import { Comparison } from "#reports/trends/Comparison.tsx"
import { Course } from "#reports/trends/Course.tsx"
import { advanced, benchmarks } from "#reports/trends/data.ts"
import { Durations } from "#reports/trends/Durations.tsx"
import { Reasons } from "#reports/trends/Reasons.tsx"
import { Counts } from "./Counts.tsx"
import { Licences } from "./Licences.tsx"
import { Papers } from "./Papers.tsx"
import { Misfit } from "./Misfit.tsx"
import { fits, rangeFields, rangeOf } from "./range.ts"
import { RangeBar } from "./RangeBar.tsx"
import { ofDays } from "./range-data.ts"

const Figures = ({ avgCompletionDays, checklistStats, completedCount, overdueCount, stageCounts }: Summary) => {
  const words = useWords().reports
  const { number, percent } = useFormat()
  const { done, total } = checklistStats
  const open = stageCounts.reduce((sum, { count }) => sum + Number(count), 0)
  return (
    <Tiles>
      <Tile
        name={words.open}
        icon="users"
        figure={number(open)}
        beside={words.now}
        href={`${offboardings()}?open=true`}
      />
      <Tile
        name={words.overdue}
        icon="clock"
        figure={number(overdueCount)}
        beside={words.now}
        tone={overdueCount > 0 ? "bad" : undefined}
        href={`${offboardings()}?open=true&exit_date_to=${dayFromToday(-1)}`}
      />
      <Tile name={words.completed} icon="circle-check" figure={number(completedCount)} beside={words.inRange} />
      <Tile
        name={words.averageDays}
        icon="rotate-ccw-clock"
        figure={avgCompletionDays === null ? "–" : number(avgCompletionDays)}
        beside={avgCompletionDays === null ? words.noneCompleted : words.averageBeside}
      />
      <Tile
        name={words.tasksDone}
        icon="list-checks"
        figure={total === 0 ? "–" : percent((done / total) * 100)}
        beside={total === 0 ? words.noTasks : words.tasksBeside(number(done), number(total))}
      />
    </Tiles>
  )
}

const Recovery = () => {
  const words = useWords().home
  return (
    <Card title={words.recoveryTitle}>
      <Loaded of={assetSummary} skeleton={<Skeleton width={62} tall />}>
        {({ recoveryTimeline }) =>
          recoveryTimeline.every(({ count }) => count === 0) ? (
            <Text size="small" tone="3">
              {words.recoveryNoneText}
            </Text>
          ) : (
            <RecoveryChart recoveryTimeline={recoveryTimeline} />
          )
        }
      </Loaded>
    </Card>
  )
}

const Answers = ({ days, of }: { readonly days: ReportRange; readonly of: Summary }) => {
  const { cases, reports: words } = useWords()
  const { may } = useMay()
  const compared = useQuery(benchmarks)
  const skeleton = <Skeleton width={62} tall />
  return (
    <>
      <Figures {...of} />
      <Loaded of={advanced(days)} skeleton={skeleton}>
        {(trends) => (
          <>
            <Course {...trends} />
            <Durations {...trends} />
            <Split even>
              <Bottlenecks {...trends} />
              <Counts
                title={words.stages}
                about={words.stagesText}
                none={words.stagesNone}
                axis={cases.stage}
                counts={of.stageCounts.map(({ count, status }) => [cases.stages[status], Number(count)])}
              />
            </Split>
          </>
        )}
      </Loaded>
      <Split even>
        <Reasons {...of} others={AsyncResult.isSuccess(compared) ? compared.value : null} />
        <Counts
          title={words.departments}
          about={words.departmentsText}
          none={words.departmentsNone}
          axis={cases.plainTexts.employee_department}
          counts={of.deptBreakdown.map(({ count, department }) => [department || words.noDepartment, count])}
        />
      </Split>
      <Split even>
        <Counts
          title={words.apps}
          about={words.appsText}
          none={words.appsNone}
          axis={words.app}
          tone="good"
          counts={of.topServices.map(({ count, service }) => [service, count])}
        />
        <Licences of={of.licenseReclamation} />
      </Split>
      <Split even>
        {may("compliance_view") && <Papers />}
        {may("assets_view") && <Recovery />}
      </Split>
      <Loaded of={benchmarks} skeleton={skeleton}>
        {(all) => <Comparison of={all} />}
      </Loaded>
    </>
  )
}

const summary = ofDays((reports, query) => reports.summary({ query }))

const Told = ({ days }: { readonly days: ReportRange }) => {
  // Prefetched, so both requests run in parallel.
  useQuery(advanced(days))
  return (
    <Loaded of={summary(days)} skeleton={<Skeleton width={62} tall />}>
      {(answer) => <Answers days={days} of={answer} />}
    </Loaded>
  )
}

const years = 10

/** Analytics: volume, duration, bottlenecks, access, licenses, documents. */
export const Reports = () => {
  const words = useWords().reports
  const { may } = useMay()
  const range = rangeOf("last_12_months", useSearch(rangeFields))
  const { days } = range
  const pdf = useAction(analyticsPdf, {
    onDone: (bytes) => {
      download(bytes, words.pdfName(dayFromToday(0)), "application/pdf")
      toast(words.pdfDone)
    }
  })
  return (
    <Page
      title={words.title}
      about={words.about}
      help="reports"
      actions={
        may("analytics_export") && (
          <Button icon="download" busy={pdf.busy} onClick={() => pdf.start(days)}>
            {words.pdf}
          </Button>
        )
      }
    >
      <PlaceTabs current={reports()} />
      {pdf.busy && <Banner tone="accent" title={words.pdfAsked} />}
      <Refusal of={pdf.result} />
      <RangeBar range={range} years={years} />
      {fits(days, years) ? <Told days={days} /> : <Misfit years={years} />}
    </Page>
  )
}
