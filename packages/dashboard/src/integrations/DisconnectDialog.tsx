import type { Integration } from "@svc/contract/integrations/schema"
import { useLocation } from "preact-iso/router"
import { Dialog, DialogActions } from "../design/Dialog.tsx"
import { Said } from "../design/layout.tsx"
import { useWords } from "../languages/words.ts"
import { integrations } from "../pages.ts"
import { useAction } from "../platform/atoms.ts"
import { Refusal } from "../platform/failures.tsx"
import { toast } from "../shell/toasts.tsx"
import { disconnect } from "./changes-data.ts"
import { useNames } from "./providers.ts"

export const DisconnectDialog = ({ of, onClose }: { readonly of: Integration; readonly onClose: () => void }) => {
  const words = useWords().integrations
  const nameOf = useNames()
  const { route } = useLocation()
  const name = nameOf(of.service_name)
  const ending = useAction(disconnect, {
    onDone: () => {
      toast(words.disconnected(name))
      route(integrations())
    }
  })
  return (
    <Dialog
      title={words.disconnectTitle(name)}
      why={words.disconnectText(name)}
      onClose={onClose}
      onSubmit={() => ending.start(of.id)}
      actions={
        <DialogActions look="danger" busy={ending.busy} onDecline={onClose}>
          {words.disconnect}
        </DialogActions>
      }
    >
      <Refusal of={ending.result} />
      <Said tone="2">{words.disconnectStays}</Said>
    </Dialog>
  )
}
