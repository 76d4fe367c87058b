import type { ScheduledReport } from "@svc/contract/scheduled-reports/schema"
import { useWords } from "#languages/words.ts"
import { ConfirmDialog } from "#frame/ConfirmDialog.tsx"
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
