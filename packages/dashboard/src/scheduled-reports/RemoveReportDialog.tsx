import type { ScheduledReport } from "@svc/contract/scheduled-reports/schema"
import { Dialog, DialogActions } from "../design/Dialog.tsx"
import { useWords } from "../languages/words.ts"
import { useAction } from "../platform/atoms.ts"
import { Refusal } from "../platform/failures.tsx"
import { toast } from "../shell/toasts.tsx"
import { removeReport } from "./data.ts"

/** It goes out no more. What it sent stays with whoever got it. */
export const RemoveReportDialog = ({
  onClose,
  report
}: {
  readonly report: ScheduledReport
  readonly onClose: () => void
}) => {
  const words = useWords().scheduledReports
  const removal = useAction(removeReport, {
    onDone: () => {
      toast(words.removed(report.name))
      onClose()
    }
  })
  return (
    <Dialog
      title={words.removeTitle(report.name)}
      why={words.removeText}
      onClose={onClose}
      onSubmit={() => removal.start(report.id)}
      actions={
        <DialogActions look="danger" busy={removal.busy} onDecline={onClose}>
          {words.remove}
        </DialogActions>
      }
    >
      <Refusal of={removal.result} />
    </Dialog>
  )
}
