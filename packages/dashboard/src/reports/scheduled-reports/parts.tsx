import type { DistributionList, ScheduledReport } from "@svc/contract/scheduled-reports/schema"
import { Badge } from "#design/Badge.tsx"
import { useWords } from "#languages/words.ts"

/** Distinct recipients: the report's own and those of its list. */
export const recipientsOf = (
  { distribution_list_id, recipients }: ScheduledReport,
  lists: ReadonlyArray<DistributionList>
): ReadonlyArray<string> => {
  const list = lists.find(({ id }) => id === distribution_list_id)
  return [...new Map([...recipients, ...(list?.recipients ?? [])].map((one) => [one.toLowerCase(), one])).values()]
}

export const State = ({ active, last_attempt_at, last_error }: ScheduledReport) => {
  const words = useWords().scheduledReports
  if (!active) return <Badge>{words.paused}</Badge>
  if (last_error !== null) return <Badge tone="bad">{words.failed}</Badge>
  return last_attempt_at === null ? (
    <Badge tone="accent">{words.notYet}</Badge>
  ) : (
    <Badge tone="good">{words.sent}</Badge>
  )
}
