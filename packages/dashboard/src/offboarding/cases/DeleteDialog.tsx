import type { CaseDetails } from "@svc/contract/cases/schema"
import { useLocation } from "preact-iso/router"
import { Banner } from "#design/Banner.tsx"
import { Button } from "#design/Button.tsx"
import { Dialog } from "#design/Dialog.tsx"
import { useWords } from "#languages/words.ts"
import { offboardings } from "#platform/pages.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { toast } from "#frame/toasts.tsx"
import { removeCase } from "./changes-data.ts"
import { ReasonDialog } from "#records/ReasonDialog.tsx"

interface Asked {
  readonly of: CaseDetails
  readonly onClose: () => void
}

const Held = ({ of: { employee_name }, onClose }: Asked) => {
  const words = useWords().caseDetail
  return (
    <Dialog
      title={words.deleteTitle(employee_name)}
      onClose={onClose}
      onSubmit={onClose}
      actions={<Button type="submit">{words.close}</Button>}
    >
      <Banner tone="watch" title={words.deleteHeld} />
    </Dialog>
  )
}

const Deletion = ({ of: { employee_name, id }, onClose }: Asked) => {
  const words = useWords().caseDetail
  const { route } = useLocation()
  const deletion = useAction(removeCase, {
    onDone: () => {
      toast(words.deleted(employee_name))
      route(offboardings())
    }
  })
  return (
    <ReasonDialog
      title={words.deleteTitle(employee_name)}
      why={words.deleteText}
      ends={words.deleteEnds}
      stays={words.deleteStays}
      typed={employee_name}
      confirm={words.delete}
      danger
      busy={deletion.busy}
      onClose={onClose}
      onConfirm={(reason) => deletion.start({ id, reason })}
    >
      <Refusal of={deletion.result} />
    </ReasonDialog>
  )
}

/** Deletes the offboarding permanently; during a legal hold it explains why it can't. */
export const DeleteDialog = (asked: Asked) => (asked.of.legal_hold ? <Held {...asked} /> : <Deletion {...asked} />)
