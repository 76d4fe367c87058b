import { type CaseReadiness, EvidenceControl } from "@svc/contract/evidence-readiness/schema"
import { Stage } from "#records/parts.tsx"
import { LinkButton } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Row, Text, VisuallyHidden } from "#design/layout.tsx"
import { Table } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { offboarding } from "#platform/pages.ts"
import { fixedAt, State } from "./parts.tsx"

/** All controls of one offboarding, with links that fix what is missing. */
export const OneCase = ({ of }: { readonly of: CaseReadiness }) => {
  const words = useWords().evidenceReadiness
  const { controls, employee_name, offboarding_id: id, status } = of
  return (
    <Card
      title={words.of(employee_name)}
      flush
      actions={
        <Row gap={2}>
          <Stage status={status} />
          <LinkButton href={offboarding({ id })} size="small">
            {words.openCase}
          </LinkButton>
        </Row>
      }
    >
      <Table
        label={words.of(employee_name)}
        rows={EvidenceControl.literals}
        keyOf={(control) => control}
        columns={[
          {
            name: words.control,
            cell: (control: EvidenceControl) => (
              <Text as="div">
                <Text strong>{words.controls[control].name}</Text>
                <Text as="div" size="small" tone="3">
                  {words.controls[control].what}
                </Text>
              </Text>
            ),
            align: "main"
          },
          { name: words.state, cell: (control: EvidenceControl) => <State of={controls[control]} />, align: "tight" },
          {
            name: words.mend,
            quiet: true,
            cell: (control: EvidenceControl) =>
              controls[control] === "missing" && (
                <LinkButton href={fixedAt(id, control)} size="small">
                  {words.mend}
                  <VisuallyHidden>: {words.controls[control].name}</VisuallyHidden>
                </LinkButton>
              ),
            align: "end"
          }
        ]}
      />
    </Card>
  )
}
