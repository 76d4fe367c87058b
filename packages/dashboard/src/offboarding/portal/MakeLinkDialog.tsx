import { CancelReason } from "@svc/contract/offboardings/schema"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { Schema } from "effect"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { Submit } from "#design/Button.tsx"
import { Copy } from "#design/Copy.tsx"
import { Dialog } from "#design/Dialog.tsx"
import { SelectField, TextField } from "#design/Field.tsx"
import { Text } from "#design/layout.tsx"
import { ActionDialog } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { useForm } from "#platform/form.ts"
import { toast } from "#frame/toasts.tsx"
import { makePortalLink } from "./data.ts"

interface Shown {
  readonly url: string
  readonly sent_to: "personal" | "work" | null
}

const Made = ({ link: { sent_to, url }, onClose }: { readonly link: Shown; readonly onClose: () => void }) => {
  const words = useWords().caseDetail
  return (
    <Dialog
      title={words.portalUrl}
      why={words.portalUrlText}
      // Shown once: Escape does not close it.
      onClose={() => {}}
      onSubmit={onClose}
      actions={<Submit>{words.close}</Submit>}
    >
      <Copy text={url} />
      {sent_to !== null && <Text tone="2">{words.portalSent[sent_to]}</Text>}
    </Dialog>
  )
}

const Given = Schema.Struct({ reason: CancelReason })

type Delivery = "mail" | "both" | "show"

/** Emails the person a link. Holders of `compliance_manage` can have the URL shown once, for a reason. */
export const MakeLinkDialog = ({
  id,
  onClose,
  replaces
}: {
  readonly id: OffboardingId
  readonly replaces: boolean
  readonly onClose: () => void
}) => {
  const words = useWords().caseDetail
  const { may } = useMay()
  const [delivery, setDelivery] = useState<Delivery>("mail")
  const [made, setMade] = useState<Shown>()
  const form = useForm(Given, { reason: "" })
  const making = useAction(makePortalLink, {
    onDone: ({ sent_to, url }) => {
      if (url !== null) return setMade({ url, sent_to })
      if (sent_to !== null) toast(words.portalSent[sent_to])
      onClose()
    }
  })
  if (made !== undefined) return <Made link={made} onClose={onClose} />
  return (
    <ActionDialog
      title={words.portalMakeTitle}
      why={replaces ? `${words.portalMakeText} ${words.portalAnewText}` : words.portalMakeText}
      onClose={onClose}
      onSubmit={() =>
        delivery === "mail"
          ? making.start({ id })
          : form.submit(({ reason }) => making.start({ id, send: delivery === "both", reason }))
      }
      act={making}
      confirm={delivery === "show" ? words.portalShow : words.portalMake}
    >
      {may("compliance_manage") && (
        <SelectField
          label={words.portalDelivery}
          help={delivery === "mail" ? undefined : words.portalShownHelp}
          value={delivery}
          choices={[
            ["mail", words.portalDeliveries.mail],
            ["both", words.portalDeliveries.both],
            ["show", words.portalDeliveries.show]
          ]}
          onInput={(value) => setDelivery(value === "both" || value === "show" ? value : "mail")}
        />
      )}
      {delivery !== "mail" && <TextField label={words.portalReason} help={words.whyHelp} {...form.field("reason")} />}
    </ActionDialog>
  )
}
