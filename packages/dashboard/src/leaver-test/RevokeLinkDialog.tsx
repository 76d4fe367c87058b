import type { LeaverTestId } from "@svc/contract/kernel/ids"
import type { AuditorLink } from "@svc/contract/leaver-test/schema"
import { Dialog, DialogActions } from "../design/Dialog.tsx"
import { useWords } from "../languages/words.ts"
import { useAction } from "../platform/atoms.ts"
import { Refusal } from "../platform/failures.tsx"
import { toast } from "../shell/toasts.tsx"
import { revokeLink } from "./data.ts"

/** The page shows nothing any more, at once. */
export const RevokeLinkDialog = ({
  id,
  link,
  onClose
}: {
  readonly id: LeaverTestId
  readonly link: AuditorLink
  readonly onClose: () => void
}) => {
  const words = useWords().leaverTest
  const revoking = useAction(revokeLink, {
    onDone: () => {
      toast(words.linkRevoked)
      onClose()
    }
  })
  return (
    <Dialog
      title={words.revokeTitle(link.label)}
      why={words.revokeText}
      onClose={onClose}
      onSubmit={() => revoking.start({ id, linkId: link.id })}
      actions={
        <DialogActions look="danger" busy={revoking.busy} onDecline={onClose}>
          {words.revoke}
        </DialogActions>
      }
    >
      <Refusal of={revoking.result} />
    </Dialog>
  )
}
