import { rows } from "@svc/charts/rows"
import { CutEvidence, type CutFigures, type TimeToCut as Report } from "@svc/contract/time-to-cut/schema"
import { PlaceTabs } from "#access/PlaceTabs.tsx"
import { Card, Tile } from "#design/Card.tsx"
import { Chart } from "#design/Chart.tsx"
import { FilterSelect } from "#design/Field.tsx"
import { Row, Text, Split, Stack, Tiles } from "#design/layout.tsx"
import { Skeleton, Placeholder } from "#design/Placeholder.tsx"
import { TableSkeleton } from "#design/Table.tsx"
import { daysOf, Period, PeriodChoice } from "#evidence/evidence-readiness/period.tsx"
import { useWords } from "#languages/words.ts"
import { timeToCut } from "#platform/pages.ts"
import { useFormat } from "#platform/format.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { useSearch } from "#platform/search.ts"
import { ExportCsv } from "#frame/ExportCsv.tsx"
import { Page } from "#frame/Page.tsx"
import { AppOutcomes } from "./AppOutcomes.tsx"
import { CutCurve } from "./CutCurve.tsx"
import { cutReport, exportLate } from "./data.ts"
import { LateCases } from "./LateCases.tsx"
import { useHours } from "./parts.tsx"

/** Minimum sample for percentiles and a curve. */
const enough = 5

const Figures = ({ cases, figures }: { readonly cases: number; readonly figures: CutFigures }) => {
  const words = useWords().timeToCut
  const { number, percent } = useFormat()
  const hours = useHours()
  const percentile = (value: number | null) =>
    cases < enough ? words.tooFew : value === null ? words.notYet : value === 0 ? words.atOnce : hours(value)
  const share = ({ share }: CutFigures["within_1_hour"]) => (share === null ? words.tooFew : percent(share))
  const { before_end, cut, median_hours, open, p90_hours, p99_hours, within_1_hour, within_24_hours } = figures
  return (
    <>
      <Tiles>
        <Tile name={words.median} icon="clock" figure={percentile(median_hours)} beside={words.medianText} />
        <Tile name={words.p90} icon="clock" figure={percentile(p90_hours)} beside={words.p90Text} />
        <Tile name={words.p99} icon="clock" figure={percentile(p99_hours)} beside={words.p99Text} />
      </Tiles>
      <Tiles>
        <Tile
          name={words.within1}
          icon="circle-check"
          figure={share(within_1_hour)}
          beside={words.of(within_1_hour.cut, within_1_hour.of)}
        />
        <Tile
          name={words.within24}
          icon="circle-check"
          figure={share(within_24_hours)}
          beside={words.of(within_24_hours.cut, within_24_hours.of)}
        />
        <Tile
          name={words.open}
          icon="triangle-alert"
          figure={number(open)}
          beside={words.cutBeside(cut, before_end)}
          tone={open > 0 ? "bad" : undefined}
        />
      </Tiles>
    </>
  )
}

/** Causes of late revocation, open and closed. */
const Causes = ({ causes }: Pick<Report, "causes">) => {
  const words = useWords().timeToCut
  const { number } = useFormat()
  const series = [
    { name: words.stillOpen, tone: "bad" },
    { name: words.wasLate, tone: "watch" }
  ] as const
  if (causes.length === 0) return <Text tone="3">{words.lateNone}</Text>
  return (
    <Chart
      label={words.why}
      legend={series}
      draw={(width) =>
        rows(
          {
            axis: words.cause,
            series,
            groups: causes.map(({ cause, late, open }) => ({ name: words.causes[cause], values: [open, late] })),
            say: number,
            gap: "–"
          },
          { width, left: 168 }
        )
      }
    />
  )
}

const Answer = ({ evidence, report }: { readonly report: Report; readonly evidence: CutEvidence }) => {
  const words = useWords().timeToCut
  const { any, cases, causes, not_ended, outcomes, read_back, without_apps } = report
  const notCounted = (
    <Text tone="3" size="small">
      {words.notCounted(not_ended, without_apps)}
    </Text>
  )
  if (cases === 0) {
    return (
      <Placeholder icon="clock" title={words.none} text={words.noneText}>
        {notCounted}
      </Placeholder>
    )
  }
  return (
    <>
      <Figures cases={cases} figures={evidence === "any" ? any : read_back} />
      <Card title={words.curve}>
        <Stack gap={3}>
          <Text tone="2">{cases < enough ? words.curveFew(cases) : words.curveText(cases)}</Text>
          {cases >= enough && <CutCurve any={any} read_back={read_back} />}
          {notCounted}
        </Stack>
      </Card>
      <Split even>
        <Card title={words.outcomes}>
          <AppOutcomes outcomes={outcomes} />
        </Card>
        <Card title={words.why}>
          <Causes causes={causes} />
        </Card>
      </Split>
      <LateCases {...report} />
    </>
  )
}

/** Time to revoke: how long access outlived its end, and why. */
export const TimeToCut = () => {
  const words = useWords().timeToCut
  const [{ evidence = "read_back", period }, change] = useSearch({ evidence: CutEvidence, period: Period })
  return (
    <Page
      title={words.title}
      about={words.about}
      help="reports"
      actions={<ExportCsv name={words.title} of={exportLate} query={{ ...daysOf(period), evidence }} />}
    >
      <PlaceTabs current={timeToCut()} />
      <Row gap={2}>
        <PeriodChoice value={period} onChoose={(period) => change({ period })} />
        <FilterSelect
          label={words.evidence}
          none={words.counted.read_back}
          value={evidence === "any" ? evidence : undefined}
          choices={[["any", words.counted.any]]}
          onChoose={(evidence) => change({ evidence })}
        />
      </Row>
      <Loaded
        of={cutReport({ ...daysOf(period), evidence })}
        skeleton={
          <>
            <Skeleton width={62} tall />
            <TableSkeleton columns={4} rows={6} />
          </>
        }
      >
        {(report) => <Answer report={report} evidence={evidence} />}
      </Loaded>
    </Page>
  )
}
