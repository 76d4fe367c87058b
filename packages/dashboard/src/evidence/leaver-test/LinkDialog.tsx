import type { LeaverTestId } from "@svc/contract/kernel/ids"
import { CreateAuditorLink, type CreatedAuditorLink } from "@svc/contract/leaver-test/schema"
import { useState } from "preact/hooks"
import { Submit } from "#design/Button.tsx"
import { Copy } from "#design/Copy.tsx"
import { Dialog } from "#design/Dialog.tsx"
import { SelectField, TextField } from "#design/Field.tsx"
import { Text } from "#design/layout.tsx"
import { ActionDialog } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { useForm } from "#platform/form.ts"
import { useFormat } from "#platform/format.ts"
import { makeLink } from "./data.ts"

const Made = ({ link, onClose }: { readonly link: CreatedAuditorLink; readonly onClose: () => void }) => {
  const words = useWords().leaverTest
  const { moment } = useFormat()
  return (
    <Dialog
      title={words.linkMade(link.label)}
      why={words.linkOnce}
      // Shown only once, so Escape does not close it.
      onClose={() => {}}
      onSubmit={onClose}
      actions={<Submit>{words.close}</Submit>}
    >
      <Copy text={link.url} />
      <Text size="small" tone="3">
        {words.linkUntil(moment(link.expires_at))}
      </Text>
    </Dialog>
  )
}

/** Creates an auditor link; its URL is shown only here. */
export const LinkDialog = ({ id, onClose }: { readonly id: LeaverTestId; readonly onClose: () => void }) => {
  const words = useWords().leaverTest
  const [days, setDays] = useState("30")
  const form = useForm(CreateAuditorLink, { label: "" }, { expires_in_days: Number(days) })
  const [made, setMade] = useState<CreatedAuditorLink>()
  const making = useAction(makeLink, { onDone: setMade })
  if (made !== undefined) return <Made link={made} onClose={onClose} />
  return (
    <ActionDialog
      title={words.makeLinkTitle}
      why={words.makeLinkText}
      onClose={onClose}
      onSubmit={() => form.submit((given) => making.start({ ...given, id }))}
      act={making}
      confirm={words.makeLink}
    >
      <TextField label={words.linkFor} help={words.linkForHelp} autoFocus {...form.field("label")} />
      <SelectField
        label={words.expires}
        choices={[1, 7, 14, 30, 60, 90].map((count) => [String(count), words.inDays(count)] as const)}
        value={days}
        onInput={setDays}
      />
    </ActionDialog>
  )
}
