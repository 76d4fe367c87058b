import type { OffboardingId } from "@svc/contract/kernel/ids"
import { useWords } from "#languages/words.ts"
import { ConfirmDialog } from "#frame/ConfirmDialog.tsx"
import { endPortalLink } from "./data.ts"

/** Revokes the portal link. */
export const EndLinkDialog = ({ id, onClose }: { readonly id: OffboardingId; readonly onClose: () => void }) => {
  const words = useWords().caseDetail
  return (
    <ConfirmDialog
      action={endPortalLink}
      arg={id}
      title={words.portalEndTitle}
      why={words.portalEndText}
      confirm={words.portalEnd}
      done={words.portalEnded}
      onClose={onClose}
    />
  )
}
