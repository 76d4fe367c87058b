import { type CreatedWebhookEndpoint, CreateWebhookEndpoint, type WebhookEndpoint } from "@svc/contract/webhooks/schema"
import { useState } from "preact/hooks"
import { TextField } from "#design/Field.tsx"
import { ActionDialog, useDialogAction } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { useForm } from "#platform/form.ts"
import { changeWebhook, createWebhook } from "./data.ts"
import { EventPicks } from "./EventPicks.tsx"

/** Creates or edits a webhook. */
export const WebhookDialog = ({
  of,
  onClose,
  onMade = () => {}
}: {
  readonly of?: WebhookEndpoint
  readonly onClose: () => void
  readonly onMade?: (made: CreatedWebhookEndpoint) => void
}) => {
  const words = useWords().webhooks
  const [chosen, setChosen] = useState(of === undefined || of.all_events ? null : of.events)
  const form = useForm(
    CreateWebhookEndpoint,
    { url: of?.url ?? "" },
    chosen === null ? { allEvents: true } : { events: chosen },
    ["url"]
  )
  const creation = useAction(createWebhook, {
    onDone: (made) => {
      onClose()
      onMade(made)
    }
  })
  const change = useDialogAction(changeWebhook, words.saved, onClose)
  return (
    <ActionDialog
      wide
      title={of === undefined ? words.create : words.editTitle}
      onClose={onClose}
      onSubmit={() =>
        form.submit((given) => (of === undefined ? creation.start(given) : change.start({ ...given, id: of.id })))
      }
      act={creation}
      also={change}
      confirm={of === undefined ? words.create : words.save}
    >
      <TextField label={words.address} help={words.addressHelp} code autoFocus {...form.field("url")} />
      <EventPicks chosen={chosen} onChange={setChosen} wrong={form.wrong("events")} />
    </ActionDialog>
  )
}
