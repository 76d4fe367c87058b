import type { OffboardingId } from "@svc/contract/kernel/ids"
import type { CreatedPortalLink } from "@svc/contract/portal/schema"
import { useState } from "preact/hooks"
import { Button } from "../design/Button.tsx"
import { Copy } from "../design/Copy.tsx"
import { Dialog, DialogActions } from "../design/Dialog.tsx"
import { TickField } from "../design/Field.tsx"
import { Said } from "../design/layout.tsx"
import { useWords } from "../languages/words.ts"
import { useAction } from "../platform/atoms.ts"
import { Refusal } from "../platform/failures.tsx"
import { makePortalLink } from "./data.ts"

const Made = ({ link, onClose }: { readonly link: CreatedPortalLink; readonly onClose: () => void }) => {
  const words = useWords().caseDetail
  return (
    <Dialog
      title={words.portalUrl}
      why={words.portalUrlText}
      // It is seen once, so it is not closed by a slip.
      onClose={() => {}}
      onSubmit={onClose}
      actions={
        <Button look="first" type="submit">
          {words.close}
        </Button>
      }
    >
      <Copy text={link.url} />
      {link.sent_to !== null && <Said tone="2">{words.portalSent[link.sent_to]}</Said>}
    </Dialog>
  )
}

/** Makes a link, which is seen here and never again. */
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
  const [send, setSend] = useState(false)
  const [made, setMade] = useState<CreatedPortalLink>()
  const making = useAction(makePortalLink, { onDone: setMade })
  if (made !== undefined) return <Made link={made} onClose={onClose} />
  return (
    <Dialog
      title={words.portalMakeTitle}
      why={replaces ? `${words.portalMakeText} ${words.portalAnewText}` : words.portalMakeText}
      onClose={onClose}
      onSubmit={() => making.start({ id, send })}
      actions={
        <DialogActions busy={making.busy} onDecline={onClose}>
          {words.portalMake}
        </DialogActions>
      }
    >
      <Refusal
        of={making.result}
        refusals={{
          OffboardingCancelled: ({ error }) => error,
          OffboardingNotFound: ({ error }) => error,
          PortalAddressMissing: ({ error }) => error
        }}
      />
      <TickField label={words.portalSend} checked={send} onTick={setSend} />
    </Dialog>
  )
}
