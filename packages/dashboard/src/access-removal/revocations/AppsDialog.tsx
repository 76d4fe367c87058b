import type { CaseDetails } from "@svc/contract/cases/schema"
import { useState } from "preact/hooks"
import { useNames } from "#connections/integrations/providers.ts"
import { AppMark } from "#design/AppMark.tsx"
import { ActionDialog } from "#frame/ActionDialog.tsx"
import { editCase } from "#records/changes-data.ts"
import { isLeft, isStillActive } from "#records/data.ts"
import { CheckboxField } from "#design/Field.tsx"
import { Row, Text, Stack } from "#design/layout.tsx"
import { useRevocable } from "#connections/integrations/connected.ts"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"

/** Selects the apps to revoke: connected apps, and those selected earlier. */
export const AppsDialog = ({
  details: { apps, id },
  onClose
}: {
  readonly details: CaseDetails
  readonly onClose: () => void
}) => {
  const words = useWords().revocations
  const nameOf = useNames()
  const connected = useRevocable() ?? []
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(apps.map(({ service_name }) => service_name)))
  const active = new Set(apps.filter(isStillActive).map(({ service_name }) => service_name))
  const settled = new Set([...active, ...apps.filter((app) => !isLeft(app)).map(({ service_name }) => service_name)])
  const names = [...new Set([...apps.map(({ service_name }) => service_name), ...connected])].toSorted()
  const edit = useAction(editCase, { onDone: onClose })
  const choose = (name: string, wanted: boolean) =>
    setChosen((before) => (wanted ? new Set([...before, name]) : new Set([...before].filter((one) => one !== name))))
  return (
    <ActionDialog
      title={words.chooseTitle}
      why={words.chooseText}
      onClose={onClose}
      onSubmit={() => edit.start({ id, changes: { apps_to_revoke: [...chosen] } })}
      act={edit}
      confirm={words.choose}
    >
      {names.length === 0 && <Text tone="2">{words.nothingConnected}</Text>}
      <Stack gap={2}>
        {names.map((name) => (
          <Row gap={2} key={name}>
            <AppMark of={name} name={nameOf(name)} size="small" />
            <CheckboxField
              label={nameOf(name)}
              checked={chosen.has(name)}
              disabled={settled.has(name)}
              onTick={(wanted) => choose(name, wanted)}
            />
            {settled.has(name) && (
              <Text tone="3" size="small">
                {active.has(name) ? words.staysActive : words.staysChosen}
              </Text>
            )}
          </Row>
        ))}
      </Stack>
    </ActionDialog>
  )
}
