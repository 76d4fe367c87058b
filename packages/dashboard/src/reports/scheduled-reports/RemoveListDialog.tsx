import type { DistributionList, ScheduledReport } from "@svc/contract/scheduled-reports/schema"
import { ActionDialog } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { toast } from "#frame/toasts.tsx"
import { removeList } from "./data.ts"

/** Deletes a list; its reports stay, without the list's recipients. */
export const RemoveListDialog = ({
  list,
  onClose,
  reports
}: {
  readonly list: DistributionList
  readonly reports: ReadonlyArray<ScheduledReport>
  readonly onClose: () => void
}) => {
  const words = useWords().scheduledReports
  const using = reports.filter(({ distribution_list_id }) => distribution_list_id === list.id)
  const removal = useAction(removeList, {
    onDone: ({ affectedReports }) => {
      const without = affectedReports.filter(({ noRecipients }) => noRecipients).map(({ name }) => name)
      if (without.length > 0) toast(words.withoutRecipients(without.join(", ")), { tone: "bad" })
      else toast(words.removed(list.name))
      onClose()
    }
  })
  return (
    <ActionDialog
      title={words.removeTitle(list.name)}
      why={using.length === 0 ? words.removeListUnused : words.removeListText(using.map(({ name }) => name).join(", "))}
      onClose={onClose}
      onSubmit={() => removal.start(list.id)}
      act={removal}
      confirm={words.remove}
      variant="danger"
    />
  )
}
