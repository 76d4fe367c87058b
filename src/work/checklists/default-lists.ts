import type { TemplateItem } from "@svc/contract/checklist-templates/schema"
import type { FollowedRecord } from "@svc/contract/checklists/schema"
import type { WorkerType } from "@svc/contract/employees/schema"

/** A task as a list has it, before it belongs to a case. */
export interface ListedTask {
  readonly task: string
  readonly assignedTo: string
  /** Completes itself from what the case has of this. */
  readonly follows: Exclude<FollowedRecord, "document"> | null
  readonly slaHours: number | null
  /** Its due date lies so many days before the last working day; null for none. */
  readonly dueDaysBeforeExit: number | null
}

const task = (text: string, assignedTo: string, follows: ListedTask["follows"] = null): ListedTask => ({
  task: text,
  assignedTo,
  follows,
  slaHours: null,
  dueDaysBeforeExit: null
})

const general: ReadonlyArray<ListedTask> = [
  task("File the notice of departure and confirm the last working day", "HR"),
  task("Tell the team and agree on the handover", "Manager"),
  task("Hand over work, documents and contacts", "Employee"),
  task("Revoke access to connected apps", "IT Admin", "revocation"),
  task("Collect company equipment", "IT Admin", "assets"),
  task("Forward or archive the mailbox and files", "IT Admin"),
  task("Settle expenses and company cards", "Finance"),
  task("Process the final pay and open leave", "Finance"),
  task("Hold the exit interview", "HR")
]

const contractor: ReadonlyArray<ListedTask> = [
  task("Hand over work, documents and contacts", "Employee"),
  task("Revoke access to connected apps", "IT Admin", "revocation"),
  task("Collect company equipment", "IT Admin", "assets"),
  task("Settle the last invoice", "Finance")
]

/** The tasks of a case for which no template is chosen and none fits (tasks-3). */
export const defaultList = (workerType: WorkerType): ReadonlyArray<ListedTask> =>
  workerType === "contractor" ? contractor : general

/** A task of a template. */
export const listedTask = (item: TemplateItem): ListedTask => ({
  task: item.task,
  assignedTo: item.assigned_to,
  follows: item.follows,
  slaHours: item.sla_hours,
  dueDaysBeforeExit: item.due_days_before_exit
})
