import type { ScimMode, ScimSetUp } from "@svc/contract/scim/schema"
import { useState } from "preact/hooks"
import { Banner } from "#design/Banner.tsx"
import { Submit } from "#design/Button.tsx"
import { Copy } from "#design/Copy.tsx"
import { Dialog } from "#design/Dialog.tsx"
import { Text, Stack } from "#design/layout.tsx"
import { OptionCard, OptionCards } from "#design/OptionCard.tsx"
import { ActionDialog } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { ConfirmDialog } from "#frame/ConfirmDialog.tsx"
import { setUpScim, turnOffScim } from "./data.ts"

const order: ReadonlyArray<ScimMode> = ["compat", "literal"]

/** Shows the token once; Escape does not close it. */
const Made = ({ of, onClose }: { readonly of: ScimSetUp; readonly onClose: () => void }) => {
  const words = useWords().scim
  return (
    <Dialog
      title={words.madeTitle}
      why={words.madeText}
      onClose={() => {}}
      onSubmit={onClose}
      actions={<Submit>{words.kept}</Submit>}
    >
      {[[words.address, of.endpoint] as const, [words.token, of.token] as const].map(([name, text]) => (
        <Stack key={name} gap={1}>
          <Text size="small" tone="2">
            {name}
          </Text>
          <Copy text={text} />
        </Stack>
      ))}
    </Dialog>
  )
}

/** Creates a token; `replaces`: the current one stops working. */
export const NewTokenDialog = ({ onClose, replaces }: { readonly replaces: boolean; readonly onClose: () => void }) => {
  const words = useWords().scim
  const [mode, setMode] = useState<ScimMode>("compat")
  const [made, setMade] = useState<ScimSetUp>()
  const making = useAction(setUpScim, { onDone: setMade })
  if (made !== undefined) return <Made of={made} onClose={onClose} />
  return (
    <ActionDialog
      title={replaces ? words.newTokenTitle : words.setUp}
      why={words.setUpText}
      onClose={onClose}
      onSubmit={() => making.start({ mode })}
      act={making}
      confirm={words.make}
      variant={replaces ? "danger" : "primary"}
    >
      {replaces && <Banner tone="watch" title={words.newTokenText} />}
      <OptionCards label={words.mode}>
        {order.map((one) => (
          <OptionCard
            key={one}
            group="mode"
            name={words.modes[one].name}
            beside={words.modes[one].text}
            chosen={mode === one}
            onPick={() => setMode(one)}
          />
        ))}
      </OptionCards>
    </ActionDialog>
  )
}

export const TurnOffDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const words = useWords().scim
  return (
    <ConfirmDialog
      action={turnOffScim}
      arg={undefined}
      title={words.turnOffTitle}
      why={words.turnOffText}
      confirm={words.turnOff}
      done={words.turnedOff}
      onClose={onClose}
    >
      <Text tone="2">{words.turnOffStays}</Text>
    </ConfirmDialog>
  )
}
