import { EvidenceLevel } from "@svc/contract/leaver-test/figures"
import { Banner } from "#design/Banner.tsx"
import { Card } from "#design/Card.tsx"
import { Code, Facts, Text, Stack } from "#design/layout.tsx"
import { Table } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { useFormat } from "#platform/format.ts"
import type { Result } from "./Result.tsx"
import { useShares } from "./shares.ts"

interface Of {
  readonly of: Result
}

/** Removals by level of evidence. */
export const Evidence = ({ of: { evidence, reactivated_leavers, residual_findings } }: Of) => {
  const words = useWords().leaverTest
  const { number } = useFormat()
  const { share } = useShares()
  const all = EvidenceLevel.literals.reduce((sum, level) => sum + evidence[level], 0)
  return (
    <Card title={words.evidence} flush>
      <Table
        label={words.evidence}
        rows={EvidenceLevel.literals}
        keyOf={(level) => level}
        columns={[
          {
            name: words.evidence,
            cell: (level) => (
              <Stack gap={1}>
                {words.evidenceLevels[level].name}
                <Text size="small" tone="3">
                  {words.evidenceLevels[level].said}
                </Text>
              </Stack>
            ),
            align: "main"
          },
          { name: words.removals, cell: (level) => number(evidence[level]), align: "end" },
          {
            name: words.share,
            cell: (level) => share(all === 0 ? null : evidence[level] / all),
            align: "end"
          }
        ]}
      />
      {(residual_findings > 0 || reactivated_leavers > 0) && (
        <Banner tone="watch" title={words.afterwards(number(residual_findings), number(reactivated_leavers))} />
      )}
    </Card>
  )
}

const missing = [
  "leavers_without_case",
  "cases_without_record",
  "accounts_off_without_case",
  "terminated_but_active",
  "deleted_cases",
  "cancelled_cases"
] as const

/** Not counted by tests of older releases. */
const missingSince = ["deleted_records", "leavers_without_day", "withdrawn_leavers"] as const

/** Whether the list of leavers is complete, and why not. */
export const Completeness = ({ of: { completeness } }: Of) => {
  const words = useWords().leaverTest
  const { moment, number } = useFormat()
  const { reasons = [] } = completeness
  const hasHr = completeness.sources.some(({ kind }) => kind === "hr_system")
  return (
    <Card title={words.completeness}>
      <Stack gap={3}>
        <Banner
          tone={completeness.complete ? "good" : "watch"}
          title={completeness.complete ? words.complete : hasHr ? words.incomplete : words.noHr}
        />
        {reasons.length > 0 && (
          <Stack gap={1}>
            <Text size="small" strong>
              {words.whyIncomplete}
            </Text>
            {reasons.map(({ at, code, count, source }) => (
              <Text as="p" key={`${code} ${source}`} size="small">
                {words.incompleteReasons[code]({
                  count: count ?? 0,
                  source: source ?? "",
                  at: at === null ? null : moment(at)
                })}
              </Text>
            ))}
          </Stack>
        )}
        <Facts
          facts={[
            ...missing.map((one) => [words.missing[one], number(completeness[one])] as const),
            ...missingSince.flatMap((one) => {
              const counted = completeness[one]
              return counted === undefined ? [] : [[words.missing[one], number(counted)] as const]
            })
          ]}
        />
        {completeness.sources.map(({ kind, last_read_at, name }) => (
          <Text key={name} size="small" tone="3">
            {words.source(name, words.sourceKinds[kind], last_read_at === null ? null : moment(last_read_at))}
          </Text>
        ))}
      </Stack>
    </Card>
  )
}

/** Inputs of the verifiable random sample. */
export const Drawn = ({ of: { sample } }: Of) => {
  const words = useWords().leaverTest
  const { moment, number } = useFormat()
  const code = (text: string) => (
    <Text size="small">
      <Code>{text}</Code>
    </Text>
  )
  return (
    <Card title={words.sample}>
      <Stack gap={3}>
        <Text as="p" size="small" tone="3">
          {sample.size === 0 ? words.noSample : words.sampleText(number(sample.size), number(sample.population_rows))}
        </Text>
        <Facts
          facts={[
            [words.populationHash, code(sample.population_sha256)],
            [words.fixedBy, words.entry(String(sample.population_seq))],
            [words.anchor, code(sample.anchor_hash)],
            [words.anchoredAt, moment(sample.anchored_at)],
            [words.auditorsWords, sample.words === "" ? words.noWords : `“${sample.words}”`],
            [words.seed, code(sample.seed)]
          ]}
        />
      </Stack>
    </Card>
  )
}
