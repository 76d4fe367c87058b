import type { ApiKey } from "@svc/contract/api-keys/schema"
import { Banner } from "../design/Banner.tsx"
import { Dialog, DialogActions } from "../design/Dialog.tsx"
import { Said } from "../design/layout.tsx"
import { useWords } from "../languages/words.ts"
import { useAction } from "../platform/atoms.ts"
import { Refusal } from "../platform/failures.tsx"
import { useFormat } from "../platform/format.ts"
import { toast } from "../shell/toasts.tsx"
import { revokeKey } from "./data.ts"

/** For good: what uses it stops at once. */
export const RevokeDialog = ({ of, onClose }: { readonly of: ApiKey; readonly onClose: () => void }) => {
  const words = useWords().apiKeys
  const { ago } = useFormat()
  const revocation = useAction(revokeKey, {
    onDone: () => {
      toast(words.deleted(of.name))
      onClose()
    }
  })
  return (
    <Dialog
      title={words.deleteTitle(of.name)}
      why={words.deleteText}
      onClose={onClose}
      onSubmit={() => revocation.start(of.id)}
      actions={
        <DialogActions look="danger" busy={revocation.busy} onDecline={onClose}>
          {words.delete}
        </DialogActions>
      }
    >
      <Refusal of={revocation.result} />
      {of.usage.callsTotal7d > 0 && of.last_used_at !== null && (
        <Banner tone="watch" title={words.stillUsed(ago(of.last_used_at), of.usage.callsTotal7d)} />
      )}
      <Said as="p" tone="2" size="table">
        {words.deleteStays}
      </Said>
    </Dialog>
  )
}
