import type { EvidenceControl, EvidenceReadiness } from "@svc/contract/evidence-readiness/schema"
import { testedControls } from "@svc/contract/leaver-test/controls"
import { Button } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Text } from "#design/layout.tsx"
import { Table } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { useFormat } from "#platform/format.ts"

type Row = EvidenceReadiness["controls"][number]

/** Standards' controls on leavers' access, as in the leaver access test. */
const standards = [...testedControls.soc2, ...testedControls.nerc_cip_004, ...testedControls.pci_dss]
  .map(({ title }) => title)
  .join(", ")

const isAccess = (control: EvidenceControl) => control === "access_removed" || control === "access_verified"

/** Evidence by control; a missing count filters the list below. */
export const Controls = ({
  chosen,
  controls,
  onChoose
}: Pick<EvidenceReadiness, "controls"> & {
  readonly chosen: EvidenceControl | undefined
  readonly onChoose: (control: EvidenceControl | undefined) => void
}) => {
  const words = useWords().evidenceReadiness
  const { number } = useFormat()
  return (
    <Card title={words.byControl} flush>
      <Table
        label={words.byControl}
        rows={controls}
        keyOf={({ control }) => control}
        columns={[
          {
            name: words.control,
            cell: ({ control }: Row) => (
              <Text as="div">
                <Text strong>{words.controls[control].name}</Text>
                <Text as="div" size="small" tone="3">
                  {words.controls[control].what}
                  {isAccess(control) && ` ${standards}`}
                </Text>
              </Text>
            ),
            align: "main"
          },
          {
            name: words.states.missing,
            cell: ({ control, missing }: Row) =>
              missing === 0 ? (
                <Text tone="3" numbers>
                  0
                </Text>
              ) : (
                <Button
                  size="small"
                  variant={chosen === control ? "primary" : "secondary"}
                  onClick={() => onChoose(chosen === control ? undefined : control)}
                >
                  {words.lack(missing)}
                </Button>
              ),
            align: "end"
          },
          {
            name: words.states.shown,
            cell: ({ shown }: Row) => (
              <Text tone={shown > 0 ? "good" : "3"} numbers>
                {number(shown)}
              </Text>
            ),
            align: "end",
            wideOnly: true
          },
          {
            name: words.states.not_needed,
            cell: ({ not_needed }: Row) => (
              <Text tone="3" numbers>
                {number(not_needed)}
              </Text>
            ),
            align: "end",
            wideOnly: true
          }
        ]}
      />
    </Card>
  )
}
