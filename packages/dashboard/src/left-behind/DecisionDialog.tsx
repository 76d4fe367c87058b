import { AcceptLeftBehind, type LeftBehindItem } from "@svc/contract/left-behind/schema"
import { Dialog, DialogActions } from "../design/Dialog.tsx"
import { TextField } from "../design/Field.tsx"
import { useWords } from "../languages/words.ts"
import { useAction } from "../platform/atoms.ts"
import { Refusal } from "../platform/failures.tsx"
import { useForm } from "../platform/form.ts"
import { decide, type Decision } from "./data.ts"

/** It stays, was ended by hand, or lets the cut go on; and why. */
export const DecisionDialog = ({
  decision,
  of,
  onClose
}: {
  readonly of: LeftBehindItem
  readonly decision: Decision
  readonly onClose: () => void
}) => {
  const { caseDetail, leftBehind: words } = useWords()
  const form = useForm(AcceptLeftBehind, { reason: "" })
  const decided = useAction(decide, { onDone: onClose })
  const { act, text, title } = words.decisions[decision]
  return (
    <Dialog
      title={title(of.label)}
      why={text}
      onClose={onClose}
      onSubmit={() => form.submit((body) => decided.start({ of, decision, ...body }))}
      actions={
        <DialogActions busy={decided.busy} onDecline={onClose}>
          {act}
        </DialogActions>
      }
    >
      <Refusal
        of={decided.result}
        refusals={{
          LeftBehindCaseCancelled: ({ error }) => error,
          LeftBehindNotFound: ({ error }) => error,
          LeftBehindSettled: ({ error }) => error,
          NothingStopped: ({ error }) => error
        }}
      />
      <TextField label={caseDetail.why} help={caseDetail.whyHelp} autoFocus {...form.field("reason")} />
    </Dialog>
  )
}
