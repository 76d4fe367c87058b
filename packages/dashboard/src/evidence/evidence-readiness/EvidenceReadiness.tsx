import {
  CasesAsked,
  EvidenceControl,
  type EvidenceReadiness as Report,
  ListCaseReadiness
} from "@svc/contract/evidence-readiness/schema"
import { PlaceTabs } from "#access/PlaceTabs.tsx"
import { LinkButton } from "#design/Button.tsx"
import { Tile } from "#design/Card.tsx"
import { FilterSelect } from "#design/Field.tsx"
import { Row, Tiles } from "#design/layout.tsx"
import { Skeleton, Placeholder } from "#design/Placeholder.tsx"
import { TableSkeleton } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { evidenceReadiness } from "#platform/pages.ts"
import { Ago } from "#platform/Ago.tsx"
import { useFormat } from "#platform/format.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { useSearch } from "#platform/search.ts"
import { Page } from "#frame/Page.tsx"
import { CaseList } from "./CaseList.tsx"
import { Controls } from "./Controls.tsx"
import { readinessPage, readinessReport } from "./data.ts"
import { OneCase } from "./OneCase.tsx"
import { daysOf, Period, PeriodChoice } from "./period.tsx"

const { offboarding_id, offset } = ListCaseReadiness

const fields = { period: Period, cases: CasesAsked, lacks: EvidenceControl, offboarding_id, offset }

const Summary = ({ cases, chain: { anchored_at, verified_at, verified_ok }, complete }: Report) => {
  const words = useWords().evidenceReadiness
  const { number } = useFormat()
  return (
    <Tiles>
      <Tile
        name={words.complete}
        icon="badge-check"
        figure={number(complete)}
        beside={words.ofCases(cases)}
        tone={complete === cases ? "good" : undefined}
      />
      <Tile
        name={words.anchored}
        icon="link"
        figure={anchored_at === null ? words.never : <Ago at={anchored_at} />}
        beside={words.anchoredText}
        tone={anchored_at === null ? "watch" : undefined}
      />
      <Tile
        name={words.verified}
        icon="shield-check"
        figure={verified_at === null ? words.never : <Ago at={verified_at} />}
        beside={verified_ok === null ? words.verifiedText : verified_ok ? words.whole : words.broken}
        tone={verified_ok === false ? "bad" : verified_ok === null ? "watch" : "good"}
      />
    </Tiles>
  )
}

/** Audit readiness page: evidence by control, and what is missing. */
export const EvidenceReadiness = () => {
  const words = useWords().evidenceReadiness
  const [{ cases = "closed", lacks, offboarding_id: id, offset, period }, change] = useSearch(fields)
  const narrow = (changes: Parameters<typeof change>[0]) => change({ ...changes, offset: undefined })
  if (id !== undefined) {
    return (
      <Page
        title={words.title}
        about={words.about}
        help="evidence"
        back={{ href: evidenceReadiness(), name: words.all }}
      >
        <Loaded of={readinessPage({ cases: "all", offboarding_id: id })} skeleton={<TableSkeleton columns={3} />}>
          {({ rows: [found] }) =>
            found === undefined ? (
              <Placeholder icon="search" title={words.notFound} text={words.notFoundText}>
                <LinkButton href={evidenceReadiness()}>{words.all}</LinkButton>
              </Placeholder>
            ) : (
              <OneCase of={found} />
            )
          }
        </Loaded>
      </Page>
    )
  }
  const asked = { ...daysOf(period), cases }
  return (
    <Page title={words.title} about={words.about} help="evidence">
      <PlaceTabs current={evidenceReadiness()} />
      <Row gap={2}>
        <PeriodChoice value={period} onChoose={(period) => narrow({ period })} />
        <FilterSelect
          label={words.which}
          none={words.asked.closed}
          value={cases === "closed" ? undefined : cases}
          choices={[
            ["open", words.asked.open],
            ["all", words.asked.all]
          ]}
          onChoose={(cases) => narrow({ cases })}
        />
      </Row>
      <Loaded
        of={readinessReport(asked)}
        skeleton={
          <>
            <Skeleton width={62} tall />
            <TableSkeleton columns={4} rows={9} />
          </>
        }
      >
        {(report) =>
          report.cases === 0 ? (
            <Placeholder icon="file-check" title={words.none} text={words.noneText} />
          ) : (
            <>
              <Summary {...report} />
              <Controls controls={report.controls} chosen={lacks} onChoose={(lacks) => narrow({ lacks })} />
              <CaseList
                asked={{
                  ...asked,
                  ...(lacks === undefined ? {} : { lacks }),
                  ...(offset === undefined ? {} : { offset })
                }}
                lacks={lacks}
                onClear={() => narrow({ lacks: undefined })}
                onMove={(offset) => change({ offset })}
              />
            </>
          )
        }
      </Loaded>
    </Page>
  )
}
