import type { OffboardingId } from "@svc/contract/kernel/ids"
import type { RevocationRun } from "@svc/contract/revocations/schema"
import { useState } from "preact/hooks"
import { AppName } from "#connections/integrations/AppName.tsx"
import { Badge } from "#design/Badge.tsx"
import { Card } from "#design/Card.tsx"
import { Disclosure } from "#design/Disclosure.tsx"
import { Text } from "#design/layout.tsx"
import { Pager, Table, TableSkeleton } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { useFormat } from "#platform/format.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { runPage, runPageSize } from "./data.ts"
import { Outcome, Proof, Told } from "./outcome.tsx"

/** Results of a run by app. */
const Steps = ({ of: { created_at, results } }: { readonly of: RevocationRun }) => {
  const words = useWords().revocations
  const { second } = useFormat()
  return (
    <Table
      label={words.stepsOf(second(created_at))}
      rows={results}
      keyOf={({ service }) => service}
      columns={[
        {
          name: words.app,
          cell: (step) => (
            <AppName of={step.service}>
              {step.account !== null && (
                <Text as="div" size="small" tone="2">
                  {words.account(step.account.name, step.account.id)}
                </Text>
              )}
              <Told of={step} />
            </AppName>
          ),
          align: "main"
        },
        {
          name: words.state,
          cell: ({ outcome, still_active }) =>
            outcome === null ? <Badge>{words.waits}</Badge> : <Outcome of={outcome} stillActive={still_active} />,
          align: "tight"
        },
        {
          name: words.proof,
          cell: ({ outcome, still_active, verified }) => (
            <Proof verified={verified} byHand={false} outcome={outcome} stillActive={still_active} />
          ),
          align: "tight",
          wideOnly: true
        },
        {
          name: words.when,
          cell: ({ finished_at, started_at }) => (
            <Text tone="2" oneLine>
              {finished_at !== null ? second(finished_at) : started_at !== null ? words.now : "–"}
            </Text>
          ),
          align: "end",
          wideOnly: true
        }
      ]}
    />
  )
}

const Summary = ({
  of: { asked_email, created_at, due_at, former_person, results, retry, started_by, status }
}: {
  readonly of: RevocationRun
}) => {
  const words = useWords().revocations
  const { second } = useFormat()
  const revoked = results.filter(({ outcome, still_active }) => outcome === "revoked" && !still_active).length
  return (
    <Text as="div">
      {second(created_at)}{" "}
      <Text tone="3">
        {started_by !== null
          ? words.by(started_by.full_name ?? "–")
          : retry !== null
            ? words.byRetry(retry)
            : due_at === null
              ? words.byService
              : words.bySchedule}
      </Text>
      <Text as="div" size="small" tone="2">
        {status === "finished" ? words.came(revoked, results.length) : words.runs}
      </Text>
      {(asked_email !== null || former_person) && (
        <Text as="div" size="small" tone={former_person ? "watch" : "3"}>
          {[
            ...(asked_email === null ? [] : [words.askedFor(asked_email)]),
            ...(former_person ? [words.formerPerson] : [])
          ].join(", ")}
        </Text>
      )}
    </Text>
  )
}

/** All runs, newest first; renders nothing before the first. */
export const RunHistory = ({ id }: { readonly id: OffboardingId }) => {
  const { common, revocations: words } = useWords()
  const [offset, setOffset] = useState(0)
  return (
    <Loaded
      of={runPage({ id, offset })}
      skeleton={<TableSkeleton columns={2} rows={1} />}
      refusals={{ RevocationCaseNotFound: () => null }}
    >
      {({ rows, total }) =>
        total > 0 && (
          <Card title={words.history} flush>
            {rows.map((run) => (
              <Disclosure key={run.id} summary={<Summary of={run} />}>
                {() => <Steps of={run} />}
              </Disclosure>
            ))}
            {total > runPageSize && (
              <Pager total={total} limit={runPageSize} offset={offset} onMove={setOffset} words={common.pager} />
            )}
          </Card>
        )
      }
    </Loaded>
  )
}
