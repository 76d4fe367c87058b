import { Badge } from "#design/Badge.tsx"
import { Row, Titled } from "#design/layout.tsx"
import { RowLink } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { template } from "#platform/pages.ts"
import { TemplateList } from "#work/checklist-templates/TemplateList.tsx"
import { useApprovers, whoOf } from "./approvers.ts"
import { approvalChains } from "./data.ts"

/** List of approval chains. */
export const ApprovalChains = () => {
  const words = useWords().approvalChains
  const names = new Map(useApprovers())
  return (
    <TemplateList
      of={approvalChains}
      kind="approval-chains"
      icon="badge-check"
      words={words}
      skeleton={3}
      columns={[
        {
          name: words.name,
          align: "main",
          cell: ({ id, is_default, name, steps }) => (
            <Titled below={steps.map((step) => step.name ?? names.get(whoOf(step)) ?? words.somebody).join(" → ")}>
              <Row gap={2}>
                <RowLink href={template({ kind: "approval-chains", id })}>{name}</RowLink>
                {is_default && <Badge tone="accent">{words.isDefault}</Badge>}
              </Row>
            </Titled>
          )
        },
        { name: words.steps, align: "end", cell: ({ steps }) => steps.length }
      ]}
    />
  )
}
