import type { ApprovalChain } from "@svc/contract/approval-chains/schema"
import { useLocation } from "preact-iso/router"
import { Banner } from "#design/Banner.tsx"
import { LinkButton } from "#design/Button.tsx"
import { Dialog, DialogActions } from "#design/Dialog.tsx"
import { Row } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { initiations, templatesOf } from "#platform/pages.ts"
import { useAction } from "#platform/atoms.ts"
import { failureOf, Refusal } from "#platform/failures.tsx"
import { toast } from "#frame/toasts.tsx"
import { removeChain } from "./data.ts"

/** Deletes a chain, or shows what uses it. */
export const DeleteChainDialog = ({
  of: { id, name },
  onClose
}: {
  readonly of: ApprovalChain
  readonly onClose: () => void
}) => {
  const words = useWords().approvalChains
  const { route } = useLocation()
  const removal = useAction(removeChain, {
    onDone: () => {
      toast(words.deleted(name))
      route(templatesOf({ kind: "approval-chains" }))
    }
  })
  const failure = failureOf(removal.result)
  return (
    <Dialog
      title={words.deleteTitle(name)}
      why={words.deleteText}
      onClose={onClose}
      onSubmit={() => removal.start(id)}
      actions={
        <DialogActions variant="danger" busy={removal.busy} onDecline={onClose}>
          {words.delete}
        </DialogActions>
      }
    >
      {failure?._tag === "ApprovalChainInUse" ? (
        <Banner tone="bad" title={words.inUse}>
          {failure.is_default && words.inUseDefault}{" "}
          {failure.pending > 0 && (
            <>
              {words.inUsePending(failure.pending)}
              <Row>
                <LinkButton href={`${initiations()}?status=pending`} size="small">
                  {words.openPending}
                </LinkButton>
              </Row>
            </>
          )}
        </Banner>
      ) : (
        <Refusal of={removal.result} />
      )}
    </Dialog>
  )
}
