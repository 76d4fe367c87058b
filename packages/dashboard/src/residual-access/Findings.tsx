import type { ResidualAccess } from "@svc/contract/residual-access/schema"
import { LinkButton } from "../design/Button.tsx"
import { Card } from "../design/Card.tsx"
import { Said } from "../design/layout.tsx"
import { RowLink, Table } from "../design/Table.tsx"
import { useWords } from "../languages/words.ts"
import { offboardingTab, residualAccess } from "../pages.ts"
import { useFormat } from "../platform/format.ts"

/** So many stand over what the page is for. */
const most = 5

/** Accounts of people who left that can be used again; each leads to where its access is cut, and all to their own page. */
export const Findings = ({
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
          <LinkButton href={residualAccess()} look="quiet" size="small">
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
          { name: words.app, cell: ({ service }) => service, align: "tight" },
          {
            name: words.lastSeen,
            cell: ({ last_seen_at }) => (
              <Said tone="bad" oneLine>
                <time title={moment(last_seen_at)}>{ago(last_seen_at)}</time>
              </Said>
            ),
            align: "end"
          }
        ]}
      />
    </Card>
  )
}
