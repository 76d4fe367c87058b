import { useMay } from "#access/data.ts"
import { Badge } from "#design/Badge.tsx"
import { LinkButton } from "#design/Button.tsx"
import { Line, Said } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { RowLink, Table, TableBones } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { template } from "#platform/pages.ts"
import { Ago } from "#platform/Ago.tsx"
import { Loaded } from "#platform/Loaded.tsx"
import { useApprovers, whoOf } from "./approvers.ts"
import { approvalChains } from "./data.ts"

/** Who has to agree before an offboarding begins. */
export const ApprovalChains = () => {
  const { approvalChains: words, checklistTemplates } = useWords()
  const { may } = useMay()
  const names = new Map(useApprovers())
  return (
    <Loaded of={approvalChains} bones={<TableBones columns={3} rows={4} />}>
      {({ rows }, busy) =>
        rows.length === 0 ? (
          <Placeholder icon="badge-check" title={words.none} text={words.noneText}>
            {may("settings_manage") && (
              <LinkButton href={template({ kind: "approval-chains", id: "new" })} icon="plus">
                {checklistTemplates.create["approval-chains"]}
              </LinkButton>
            )}
          </Placeholder>
        ) : (
          <Table
            label={checklistTemplates.kinds["approval-chains"]}
            rows={rows}
            keyOf={({ id }) => id}
            busy={busy}
            columns={[
              {
                name: words.name,
                align: "main",
                cell: ({ id, is_default, name, steps }) => (
                  <Said as="div" oneLine>
                    <Line gap={2}>
                      <RowLink href={template({ kind: "approval-chains", id })}>{name}</RowLink>
                      {is_default && <Badge tone="accent">{words.isDefault}</Badge>}
                    </Line>
                    <Said as="div" size="small" tone="3" oneLine>
                      {steps.map((step) => step.name ?? names.get(whoOf(step)) ?? words.somebody).join(" → ")}
                    </Said>
                  </Said>
                )
              },
              { name: words.steps, align: "end", cell: ({ steps }) => steps.length },
              {
                name: words.changed,
                align: "end",
                wideOnly: true,
                cell: ({ updated_at }) => <Ago at={updated_at} tone="2" />
              }
            ]}
          />
        )
      }
    </Loaded>
  )
}
