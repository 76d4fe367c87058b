import type { CaseReadiness, EvidenceControl } from "@svc/contract/evidence-readiness/schema"
import { Stage } from "#records/parts.tsx"
import { Button, LinkButton } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Row, Text, Titled } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { Pager, Table, TableSkeleton } from "#design/Table.tsx"
import { ExportCsv } from "#frame/ExportCsv.tsx"
import { useWords } from "#languages/words.ts"
import { evidenceReadiness } from "#platform/pages.ts"
import { useFormat } from "#platform/format.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { exportReadiness, pageSize, readinessPage } from "./data.ts"
import { fixedAt, missingOf } from "./parts.tsx"

const Person = ({ of: { department, employee_name, offboarding_id } }: { readonly of: CaseReadiness }) => (
  <Titled below={department}>
    <a href={`${evidenceReadiness()}?offboarding_id=${offboarding_id}`}>{employee_name}</a>
  </Titled>
)

const Missing = ({ of }: { readonly of: CaseReadiness }) => {
  const words = useWords().evidenceReadiness
  const missing = missingOf(of)
  if (missing.length === 0) return <Text tone="good">{words.nothing}</Text>
  return (
    <Row gap={1}>
      {missing.map((control) => (
        <LinkButton href={fixedAt(of.offboarding_id, control)} size="small" key={control}>
          {words.controls[control].name}
        </LinkButton>
      ))}
    </Row>
  )
}

/** Offboardings with their missing evidence, each linked to the tab that fixes it. */
export const CaseList = ({
  asked,
  lacks,
  onClear,
  onMove
}: {
  readonly asked: Parameters<typeof readinessPage>[0]
  readonly lacks: EvidenceControl | undefined
  readonly onClear: () => void
  readonly onMove: (offset: number) => void
}) => {
  const { cases, common, evidenceReadiness: words } = useWords()
  const { day } = useFormat()
  return (
    <Card
      title={lacks === undefined ? words.cases : words.casesLacking(words.controls[lacks].name)}
      flush
      actions={
        <Row gap={2}>
          {lacks !== undefined && (
            <Button variant="tertiary" size="small" icon="x" onClick={onClear}>
              {cases.clear}
            </Button>
          )}
          <ExportCsv name={words.title} of={exportReadiness} query={asked} size="small" />
        </Row>
      }
    >
      <Loaded of={readinessPage(asked)} skeleton={<TableSkeleton columns={4} />}>
        {({ rows, total }, busy) =>
          total === 0 ? (
            <Placeholder small icon="shield-check" title={words.noneLacks} />
          ) : (
            <>
              <Table
                label={words.cases}
                rows={rows}
                keyOf={({ offboarding_id }) => offboarding_id}
                busy={busy}
                columns={[
                  { name: words.person, cell: (row: CaseReadiness) => <Person of={row} />, align: "tight" },
                  { name: words.lacking, cell: (row: CaseReadiness) => <Missing of={row} />, align: "main" },
                  {
                    name: words.stage,
                    cell: ({ status }: CaseReadiness) => <Stage status={status} />,
                    align: "tight",
                    wideOnly: true
                  },
                  {
                    name: words.lastDay,
                    cell: ({ exit_date }: CaseReadiness) => (
                      <Text tone="2" oneLine>
                        {day(exit_date)}
                      </Text>
                    ),
                    align: "end",
                    wideOnly: true
                  }
                ]}
              />
              {total > pageSize && (
                <Pager total={total} limit={pageSize} offset={asked.offset ?? 0} words={common.pager} onMove={onMove} />
              )}
            </>
          )
        }
      </Loaded>
    </Card>
  )
}
