import type { AccessReturn } from "@svc/contract/entitlements/schema"
import { useDialogAction } from "#frame/ActionDialog.tsx"
import { ReasonDialog } from "#records/ReasonDialog.tsx"
import { Banner } from "#design/Banner.tsx"
import { Dialog, DialogActions } from "#design/Dialog.tsx"
import { Facts, Text } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { failureOf, Refusal } from "#platform/failures.tsx"
import { registry } from "#state/registry.ts"
import { approveReturn, declineReturn, returnsOf } from "./data.ts"
import { accountsOf, isByHand } from "./state.ts"

/** After a refusal, shows the current state of the restore. */
const closing = (of: AccessReturn, refused: boolean, onClose: () => void) => () => {
  if (refused) registry.refresh(returnsOf(of.offboarding_id))
  onClose()
}

/** Approves exactly the plan that was shown, by its digest; asks for the password. */
export const ApproveDialog = ({
  name,
  of,
  onClose
}: {
  readonly of: AccessReturn
  readonly name: string
  readonly onClose: () => void
}) => {
  const words = useWords().entitlements
  const approval = useDialogAction(approveReturn, words.approved, onClose)
  const byHand = of.lines.filter(isByHand).length
  const failure = failureOf(approval.result)
  // With permission to revoke access, this refusal has one cause: the approver proposed it.
  const isOwn = failure?._tag === "PermissionDenied" && failure.permission === undefined
  const close = closing(of, failure !== undefined, onClose)
  return (
    <Dialog
      title={words.approveTitle(name)}
      why={words.approveText}
      onClose={close}
      onSubmit={() => approval.start({ of, digest: of.digest })}
      actions={
        <DialogActions busy={approval.busy} onDecline={close}>
          {words.approve}
        </DialogActions>
      }
    >
      {isOwn ? <Banner tone="bad" title={words.own} /> : <Refusal of={approval.result} />}
      <Facts
        facts={[
          ...(of.address === null ? [] : [[words.goesTo, of.address] as const]),
          ...accountsOf(of.lines).map(({ id, name, service }) => [service, words.account(name, id)] as const)
        ]}
      />
      <Text>{words.planText(of.lines.length - byHand, byHand)}</Text>
    </Dialog>
  )
}

/** Rejects the restore, with a reason. */
export const DeclineDialog = ({ of, onClose }: { readonly of: AccessReturn; readonly onClose: () => void }) => {
  const words = useWords().entitlements
  const declining = useDialogAction(declineReturn, words.declined, onClose)
  return (
    <ReasonDialog
      title={words.declineTitle}
      why={words.declineText}
      confirm={words.decline}
      busy={declining.busy}
      onClose={closing(of, failureOf(declining.result) !== undefined, onClose)}
      onConfirm={(reason) => declining.start({ of, reason })}
    >
      <Refusal of={declining.result} />
    </ReasonDialog>
  )
}
