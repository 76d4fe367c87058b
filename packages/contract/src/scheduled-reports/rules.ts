import { OffboardingColumn, type ReportGrouping, type ReportType, TaskColumn } from "./choices.ts"

interface Judged {
  readonly type: ReportType
  readonly grouping?: ReportGrouping
  readonly columns?: ReadonlyArray<string>
  readonly recipients?: ReadonlyArray<string>
  readonly distribution_list_id?: string | null
}

const columnsOf: Readonly<Record<"tasks" | "offboardings", ReadonlySet<string>>> = {
  tasks: new Set(TaskColumn.literals),
  offboardings: new Set(OffboardingColumn.literals)
}

/** What is wrong with a report as a whole, new or as an edit leaves it. */
export const reportFlaw = ({ columns = [], distribution_list_id = null, grouping, recipients = [], type }: Judged) => {
  const known = columnsOf[type === "overdue_tasks" ? "tasks" : "offboardings"]
  const unknown = columns.filter((column) => !known.has(column))
  if (unknown.length > 0) {
    return {
      path: ["columns"],
      issue: `${unknown.join(", ")}: not a column of ${type}, which has ${[...known].join(", ")}`
    }
  }
  if (grouping === "assignee" && type !== "overdue_tasks") {
    return { path: ["grouping"], issue: "assignee is only allowed for reports of the type overdue_tasks" }
  }
  return recipients.length === 0 && distribution_list_id === null
    ? { path: ["recipients"], issue: "must have at least one email address, unless distribution_list_id names a list" }
    : undefined
}
