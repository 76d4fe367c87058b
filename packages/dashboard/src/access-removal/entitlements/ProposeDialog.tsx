import { type Entitlement, ProposeReturn, ReturnGround } from "@svc/contract/entitlements/schema"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { useState } from "preact/hooks"
import { useNames } from "#connections/integrations/providers.ts"
import { AppMark } from "#design/AppMark.tsx"
import { SelectField, TextField } from "#design/Field.tsx"
import { Text, Stack } from "#design/layout.tsx"
import { OptionCard, OptionCards } from "#design/OptionCard.tsx"
import { ActionDialog, useDialogAction } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { useForm } from "#platform/form.ts"
import { proposeReturn } from "./data.ts"
import { returnable } from "./state.ts"

/** Proposes restoring access: reason and apps. The plan is built from the snapshot and needs approval. */
export const ProposeDialog = ({
  id,
  items,
  name,
  onClose
}: {
  readonly id: OffboardingId
  readonly name: string
  readonly items: ReadonlyArray<Entitlement>
  readonly onClose: () => void
}) => {
  const words = useWords().entitlements
  const apps = returnable(items)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const services = apps.map(({ service }) => service).filter((service) => !left.has(service))
  const [tried, setTried] = useState(false)
  const form = useForm(ProposeReturn, { ground: "", reason: "" }, left.size > 0 ? { services } : {})
  const proposal = useDialogAction(proposeReturn, words.proposed, onClose)
  const nameOf = useNames()
  const choose = (service: string, wanted: boolean) =>
    setLeft((before) => new Set(wanted ? [...before].filter((one) => one !== service) : [...before, service]))
  return (
    <ActionDialog
      title={words.proposeTitle(name)}
      why={words.proposeText}
      onClose={onClose}
      onSubmit={() => {
        setTried(true)
        form.submit((body) => proposal.start({ id, ...body }))
      }}
      act={proposal}
      confirm={words.propose}
    >
      <SelectField
        label={words.ground}
        choices={[["", words.choose], ...ReturnGround.literals.map((one) => [one, words.grounds[one]] as const)]}
        {...form.field("ground")}
      />
      <TextField label={words.reason} help={words.reasonHelp} autoComplete="off" {...form.field("reason")} />
      <Stack gap={2}>
        <Text strong>{words.atApps}</Text>
        <OptionCards label={words.atApps}>
          {apps.map(({ byHand, byService, service }) => (
            <OptionCard
              key={service}
              name={nameOf(service)}
              mark={<AppMark of={service} name={nameOf(service)} size="small" />}
              beside={words.ofApp(byService, byHand)}
              chosen={!left.has(service)}
              disabled={apps.length === 1}
              onPick={(wanted) => choose(service, wanted)}
            />
          ))}
        </OptionCards>
        {tried && services.length === 0 && (
          <div role="alert">
            <Text tone="bad" size="small">
              {words.chooseApp}
            </Text>
          </div>
        )}
      </Stack>
    </ActionDialog>
  )
}
