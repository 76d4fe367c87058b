import type { ResidualAccess } from "@svc/contract/residual-access/schema"
import { AsyncResult } from "effect/reactivity"
import { AppName } from "#connections/integrations/AppName.tsx"
import { LinkButton } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Text } from "#design/layout.tsx"
import { RowLink, Table } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { useQuery } from "#platform/atoms.ts"
import { offboardingTab, residualAccess } from "#platform/pages.ts"
import { useFormat } from "#platform/format.ts"
import { residualFindings } from "./data.ts"

/** Maximum findings shown above the page's own content. */
const most = 5

/** Accounts active after revocation; each row links to the person's Access tab, the header to the full list. */
const Findings = ({
  findings,
  total = findings.length
}: {
  readonly findings: ReadonlyArray<ResidualAccess>
  readonly total?: number
}) => {
  const { employees: words, shell } = useWords()
  const { ago, moment } = useFormat()
  return (
    <Card
      title={words.accessBack(total)}
      actions={
        total > most && (
          <LinkButton href={residualAccess()} variant="tertiary" size="small">
            {shell.residualAccess}
          </LinkButton>
        )
      }
      flush
    >
      <Table
        label={words.accessBack(total)}
        rows={findings.slice(0, most)}
        keyOf={({ id }) => id}
        columns={[
          {
            name: words.person,
            cell: ({ employee_name, offboarding_id }) => (
              <RowLink href={offboardingTab({ id: offboarding_id, tab: "access" })}>{employee_name}</RowLink>
            ),
            align: "main"
          },
          { name: words.app, cell: ({ service }) => <AppName of={service} />, align: "tight" },
          {
            name: words.lastSeen,
            cell: ({ last_seen_at }) => (
              <Text tone="bad" oneLine>
                <time title={moment(last_seen_at)}>{ago(last_seen_at)}</time>
              </Text>
            ),
            align: "end"
          }
        ]}
      />
    </Card>
  )
}

/** All open findings. */
export const AllFindings = () => {
  const findings = useQuery(residualFindings)
  return AsyncResult.isSuccess(findings) && findings.value.rows.length > 0 ? (
    <Findings findings={findings.value.rows} total={findings.value.total} />
  ) : null
}

/** Findings of these offboardings. */
export const FindingsAmong = ({
  cases
}: {
  readonly cases: ReadonlyArray<{ readonly id: ResidualAccess["offboarding_id"] }>
}) => {
  const findings = useQuery(residualFindings)
  const theirs = AsyncResult.isSuccess(findings)
    ? findings.value.rows.filter(({ offboarding_id }) => cases.some(({ id }) => id === offboarding_id))
    : []
  return theirs.length > 0 ? <Findings findings={theirs} /> : null
}
