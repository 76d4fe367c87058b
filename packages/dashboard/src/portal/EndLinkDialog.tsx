import type { OffboardingId } from "@svc/contract/kernel/ids"
import { Dialog, DialogActions } from "../design/Dialog.tsx"
import { useWords } from "../languages/words.ts"
import { useAction } from "../platform/atoms.ts"
import { Refusal } from "../platform/failures.tsx"
import { toast } from "../shell/toasts.tsx"
import { endPortalLink } from "./data.ts"

/** The page stops working at once. */
export const EndLinkDialog = ({ id, onClose }: { readonly id: OffboardingId; readonly onClose: () => void }) => {
  const words = useWords().caseDetail
  const ending = useAction(endPortalLink, {
    onDone: () => {
      toast(words.portalEnded)
      onClose()
    }
  })
  return (
    <Dialog
      title={words.portalEndTitle}
      why={words.portalEndText}
      onClose={onClose}
      onSubmit={() => ending.start(id)}
      actions={
        <DialogActions look="danger" busy={ending.busy} onDecline={onClose}>
          {words.portalEnd}
        </DialogActions>
      }
    >
      <Refusal of={ending.result} />
    </Dialog>
  )
}
