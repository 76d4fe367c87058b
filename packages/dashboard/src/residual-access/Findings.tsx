import type { ResidualAccess } from "@svc/contract/residual-access/schema"
import { Card } from "../design/Card.tsx"
import { Said } from "../design/layout.tsx"
import { RowLink, Table } from "../design/Table.tsx"
import { useWords } from "../languages/words.ts"
import { offboardingTab } from "../pages.ts"
import { useFormat } from "../platform/format.ts"

/** Accounts of people who left that can be used again; each leads to where its access is cut. */
export const Findings = ({ findings }: { readonly findings: ReadonlyArray<ResidualAccess> }) => {
  const words = useWords().employees
  const { ago, moment } = useFormat()
  return (
    <Card title={words.accessBack(findings.length)} flush>
      <Table
        label={words.accessBack(findings.length)}
        rows={findings}
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
