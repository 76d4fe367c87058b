import { type CreatedWebhookEndpoint, CreateWebhookEndpoint, type WebhookEndpoint } from "@svc/contract/webhooks/schema"
import { useState } from "preact/hooks"
import { Dialog, DialogActions } from "#design/Dialog.tsx"
import { TextField } from "#design/Field.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { useForm } from "#platform/form.ts"
import { toast } from "#frame/toasts.tsx"
import { changeWebhook, createWebhook } from "./data.ts"
import { EventPicks, type Selection } from "./EventPicks.tsx"

/** A new address, or what one is called for. */
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
  const [chosen, setChosen] = useState<Selection>(of === undefined || of.all_events ? null : of.events)
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
  const change = useAction(changeWebhook, {
    onDone: () => {
      toast(words.saved)
      onClose()
    }
  })
  return (
    <Dialog
      wide
      title={of === undefined ? words.create : words.editTitle}
      onClose={onClose}
      onSubmit={() =>
        form.submit((given) => (of === undefined ? creation.start(given) : change.start({ ...given, id: of.id })))
      }
      actions={
        <DialogActions busy={creation.busy || change.busy} onDecline={onClose}>
          {of === undefined ? words.create : words.save}
        </DialogActions>
      }
    >
      <Refusal of={creation.result} />
      <Refusal of={change.result} />
      <TextField label={words.address} help={words.addressHelp} code autoFocus {...form.field("url")} />
      <EventPicks chosen={chosen} onChange={setChosen} wrong={form.wrong("events")} />
    </Dialog>
  )
}
