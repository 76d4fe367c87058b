import type { LeaverTestId } from "@svc/contract/kernel/ids"
import type { AuditorLink } from "@svc/contract/leaver-test/schema"
import { useWords } from "#languages/words.ts"
import { ConfirmDialog } from "#frame/ConfirmDialog.tsx"
import { revokeLink } from "./data.ts"

/** Revokes an auditor link; its page stops working immediately. */
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
  return (
    <ConfirmDialog
      action={revokeLink}
      arg={{ id, linkId: link.id }}
      title={words.revokeTitle(link.label)}
      why={words.revokeText}
      confirm={words.revoke}
      done={words.linkRevoked}
      onClose={onClose}
    />
  )
}
