import type { ScheduledReport } from "@svc/contract/scheduled-reports/schema"
import { useWords } from "#languages/words.ts"
import { ConfirmDialog } from "#frame/ConfirmDialog.tsx"
import { removeReport } from "./data.ts"

/** Deletes a report; reports already sent stay with their recipients. */
export const RemoveReportDialog = ({
  onClose,
  report
}: {
  readonly report: ScheduledReport
  readonly onClose: () => void
}) => {
  const words = useWords().scheduledReports
  return (
    <ConfirmDialog
      action={removeReport}
      arg={report.id}
      title={words.removeTitle(report.name)}
      why={words.removeText}
      confirm={words.remove}
      done={words.removed(report.name)}
      onClose={onClose}
    />
  )
}
