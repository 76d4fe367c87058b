import type { SiemTarget } from "@svc/contract/siem/schema"
import { useWords } from "#languages/words.ts"
import { ConfirmDialog } from "#frame/ConfirmDialog.tsx"
import { removeTarget } from "./data.ts"

export const RemoveTargetDialog = ({ of, onClose }: { readonly of: SiemTarget; readonly onClose: () => void }) => {
  const words = useWords().siem
  return (
    <ConfirmDialog
      action={removeTarget}
      arg={of.id}
      title={words.deleteTitle(of.name)}
      why={words.deleteText(of.queued_count)}
      confirm={words.delete}
      done={words.deleted(of.name)}
      onClose={onClose}
    />
  )
}
