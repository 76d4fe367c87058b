import type { OffboardingId } from "@svc/contract/kernel/ids"
import { Button } from "../design/Button.tsx"
import { Dialog } from "../design/Dialog.tsx"
import { useWords } from "../languages/words.ts"
import { useAction } from "../platform/atoms.ts"
import { Refusal } from "../platform/failures.tsx"
import { toast } from "../shell/toasts.tsx"
import { endPortalLink } from "./data.ts"

/** The page stops working at once. */
export const EndLinkDialog = ({ id, onClose }: { readonly id: OffboardingId; readonly onClose: () => void }) => {
  const { caseDetail: words, common } = useWords()
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
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button look="danger" type="submit" busy={ending.busy}>
            {words.portalEnd}
          </Button>
        </>
      }
    >
      <Refusal of={ending.result} refusals={{ OffboardingNotFound: ({ error }) => error }} />
    </Dialog>
  )
}
