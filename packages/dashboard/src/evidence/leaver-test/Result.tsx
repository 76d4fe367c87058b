import { steps } from "@svc/charts/steps"
import type { AppTier, CurvePoint, Figures } from "@svc/contract/leaver-test/figures"
import type { LeaverTestDetails } from "@svc/contract/leaver-test/schema"
import { useState } from "preact/hooks"
import { Badge } from "#design/Badge.tsx"
import { Button } from "#design/Button.tsx"
import { Card, Tile } from "#design/Card.tsx"
import { Chart } from "#design/Chart.tsx"
import { FilterSelect } from "#design/Field.tsx"
import { Row, Text, Stack, Tiles } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { RowLink, Table } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { offboardingTab, person } from "#platform/pages.ts"
import { useFormat } from "#platform/format.ts"
import { useShares } from "./shares.ts"

export type Result = NonNullable<LeaverTestDetails["result"]>

interface Of {
  readonly of: Result
}

/** Counts of leavers by result, and the exception rate with its upper bound. */
export const Totals = ({ of: { statistics } }: Of) => {
  const words = useWords().leaverTest
  const { number } = useFormat()
  const { bound, share } = useShares()
  const { leavers } = statistics
  const worse = (count: number, tone: "watch" | "bad") => (count > 0 ? tone : undefined)
  return (
    <>
      <Tiles>
        <Tile
          name={words.rate}
          icon="shield-alert"
          figure={share(leavers.exception_rate)}
          beside={words.rateBeside(number(leavers.exceptions), number(leavers.tested))}
          tone={worse(leavers.exceptions, "bad")}
        />
        <Tile
          name={words.results.in_time}
          icon="circle-check"
          figure={number(leavers.in_time)}
          beside={words.leavers}
        />
        <Tile
          name={words.results.late}
          icon="clock"
          figure={number(leavers.late)}
          beside={words.leavers}
          tone={worse(leavers.late, "watch")}
        />
        <Tile
          name={words.results.open}
          icon="lock"
          figure={number(leavers.open)}
          beside={words.leavers}
          tone={worse(leavers.open, "bad")}
        />
        <Tile
          name={words.results.no_case}
          icon="circle-dashed"
          figure={number(leavers.no_case)}
          beside={words.leavers}
          tone={worse(leavers.no_case, "bad")}
        />
        <Tile
          name={words.results.not_due}
          icon="rotate-ccw-clock"
          figure={number(leavers.not_due)}
          beside={words.noAccess(leavers.no_access)}
        />
      </Tiles>
      <Text as="p" size="table" tone="2">
        {leavers.tested === 0 ? words.noRate : words.rateText(bound(leavers.exception_bound_95))}
      </Text>
    </>
  )
}

const places = [1, 4, 8, 24, 48, 72, 168, 336, 720, 2160, 4320, 8760, 17_520]

const stepsOf = (points: ReadonlyArray<CurvePoint>) =>
  points.map(({ hours: at, remaining }) => ({ at, value: remaining }))

/** Survival curve: access that remains, by hours since the clock started. */
export const Curve = ({ of: { statistics }, tiers }: Of & { readonly tiers: ReadonlyArray<AppTier> }) => {
  const words = useWords().leaverTest
  const { number } = useFormat()
  const { share } = useShares()
  const { leavers, removals } = statistics.curve
  const after = (hours: number) =>
    hours < 24 ? words.hours(number(hours)) : words.days(number(Math.round(hours / 24)))
  const series = [
    { name: words.leavers, tone: "first" as const, steps: stepsOf(leavers) },
    { name: words.removals, tone: "second" as const, steps: stepsOf(removals) }
  ]
  return (
    <Card title={words.curve}>
      <Stack gap={3}>
        <Text size="small" tone="3">
          {removals.length === 0 ? words.curveNone : words.curveText}
        </Text>
        {removals.length > 0 && (
          <Chart
            label={words.curve}
            draw={(width) =>
              steps(
                {
                  axis: words.after,
                  series,
                  places: places.map((at) => ({ at, name: after(at) })),
                  limits: [...new Set(tiers.map(({ hours }) => hours))]
                    .toSorted((one, other) => one - other)
                    .map((at) => ({ at, name: words.allowed(number(at)) })),
                  say: share
                },
                { width, height: 260, right: 76 }
              )
            }
          />
        )}
      </Stack>
    </Card>
  )
}

/** Rows shown before "show all". */
const few = 10

/** Exceptions (late, open, without an offboarding), each linked to its record. */
export const Exceptions = ({ of: { exceptions, statistics } }: Of) => {
  const { home, leaverTest: words } = useWords()
  const [isWhole, showAll] = useState(false)
  const { day, number } = useFormat()
  const { hours } = useShares()
  const all = statistics.removals.exceptions + statistics.leavers.no_case
  return (
    <Card title={words.exceptions} flush>
      {exceptions.length === 0 ? (
        <Placeholder small icon="circle-check" title={words.noExceptions} text={words.noExceptionsText} />
      ) : (
        <>
          <Table
            label={words.exceptions}
            rows={exceptions.slice(0, isWhole ? exceptions.length : few).map((one, place) => ({ ...one, place }))}
            keyOf={({ place }) => String(place)}
            columns={[
              {
                name: words.leaver,
                cell: ({ cause, last_working_day, leaver_id, name, result }) => (
                  <Text as="div" oneLine>
                    <RowLink
                      href={
                        result === "no_case"
                          ? person({ id: leaver_id })
                          : offboardingTab({ id: leaver_id, tab: "access" })
                      }
                    >
                      {name}
                    </RowLink>
                    <Text as="div" size="small" tone="3" oneLine>
                      {words.causes[cause]} · {day(last_working_day)}
                    </Text>
                  </Text>
                ),
                align: "main"
              },
              { name: words.app, cell: ({ app }) => app ?? "–", align: "tight", wideOnly: true },
              {
                name: words.state,
                cell: ({ accepted, result }) => (
                  <Row gap={1}>
                    <Badge tone={result === "late" ? "watch" : "bad"}>{words.results[result]}</Badge>
                    {accepted && <Badge plain>{words.accepted}</Badge>}
                  </Row>
                ),
                align: "tight"
              },
              { name: words.after, cell: (one) => hours(one.hours), align: "end" },
              {
                name: words.allowedHours,
                cell: ({ allowed_hours }) => hours(allowed_hours),
                align: "end",
                wideOnly: true
              }
            ]}
          />
          {exceptions.length > few && (
            <Row end>
              <Button variant="tertiary" onClick={() => showAll(!isWhole)}>
                {isWhole ? home.fewerTasks : home.allTasks(exceptions.length)}
              </Button>
            </Row>
          )}
          {exceptions.length < all && (
            <Text as="p" size="small" tone="3">
              {words.firstOf(number(exceptions.length), number(all))}
            </Text>
          )}
        </>
      )}
    </Card>
  )
}

const kinds = ["by_app", "by_tier", "by_month", "by_cause"] as const

/** Figures by app, tier, month, and by cause of lateness. */
export const Breakdown = ({ of: { statistics } }: Of) => {
  const words = useWords().leaverTest
  const { month, number } = useFormat()
  const { hours, share } = useShares()
  const [kind, setKind] = useState<(typeof kinds)[number]>("by_app")
  const named: ReadonlyArray<Figures & { readonly name: string }> =
    kind === "by_cause"
      ? []
      : statistics[kind].toSorted((one, other) =>
          kind === "by_month" ? one.name.localeCompare(other.name) : other.exceptions - one.exceptions
        )
  return (
    <Card
      title={words.breakdown}
      flush
      actions={
        <FilterSelect
          label={words.breakdown}
          none={words.breakdowns.by_app}
          value={kind === "by_app" ? undefined : kind}
          choices={kinds.slice(1).map((one) => [one, words.breakdowns[one]] as const)}
          onChoose={(chosen) => setKind(chosen ?? "by_app")}
        />
      }
    >
      {kind === "by_cause" ? (
        <Table
          label={words.breakdowns.by_cause}
          rows={statistics.by_cause}
          keyOf={({ cause }) => cause}
          columns={[
            { name: words.cause, cell: ({ cause }) => words.causes[cause], align: "main" },
            { name: words.leaversLate, cell: ({ leavers }) => number(leavers.late), align: "end" },
            { name: words.leaversOpen, cell: ({ leavers }) => number(leavers.open), align: "end" }
          ]}
        />
      ) : (
        <Table
          label={words.breakdowns[kind]}
          rows={named}
          keyOf={({ name }) => name}
          columns={[
            {
              name: words.breakdowns[kind],
              cell: ({ name }) => (
                <Text as="div" oneLine>
                  {kind === "by_month" ? month(name) : name}
                </Text>
              ),
              align: "main"
            },
            { name: words.total, cell: ({ total }) => number(total), align: "end", wideOnly: true },
            { name: words.results.in_time, cell: ({ in_time }) => number(in_time), align: "end" },
            { name: words.exceptionCount, cell: ({ exceptions }) => number(exceptions), align: "end" },
            {
              name: words.share,
              cell: ({ exception_rate }) => share(exception_rate),
              align: "end",
              wideOnly: true
            },
            { name: words.median, cell: ({ median_hours }) => hours(median_hours), align: "end", wideOnly: true }
          ]}
        />
      )}
    </Card>
  )
}
