import type { TemplateItem } from "@svc/contract/checklist-templates/schema"
import type { FollowedRecord } from "@svc/contract/checklists/schema"
import type { WorkerType } from "@svc/contract/employees/schema"
import type { WrittenLanguage } from "#records/organisation-language"

/** A task of a checklist before it belongs to an offboarding. */
export interface ListedTask {
  readonly task: string
  readonly assignedTo: string
  /** Completes itself from what the case has of this. */
  readonly follows: Exclude<FollowedRecord, "document"> | null
  readonly slaHours: number | null
  /** Days before the last working day at which it is due; null for none. */
  readonly dueDaysBeforeExit: number | null
}

type DefaultTask = keyof typeof english

const english = {
  notice: "File the notice and confirm the last day",
  team: "Tell the team and plan the handover",
  handover: "Hand over work, documents, and contacts",
  access: "Revoke access to connected apps",
  equipment: "Collect company equipment",
  mailbox: "Forward or archive the mailbox and files",
  expenses: "Close expenses and company cards",
  pay: "Process final pay and unused leave",
  interview: "Conduct the exit interview",
  invoice: "Pay the final invoice"
}

const tasksIn: Readonly<Record<WrittenLanguage, Readonly<Record<DefaultTask, string>>>> = {
  en: english,
  de: {
    notice: "Kündigung ablegen und letzten Tag bestätigen",
    team: "Team informieren und Übergabe planen",
    handover: "Arbeit, Dokumente und Kontakte übergeben",
    access: "Zugriff auf verbundene Apps entziehen",
    equipment: "Firmengeräte einsammeln",
    mailbox: "Postfach und Dateien weiterleiten oder archivieren",
    expenses: "Spesen und Firmenkarten abrechnen",
    pay: "Schlussabrechnung und Resturlaub klären",
    interview: "Austrittsgespräch führen",
    invoice: "Letzte Rechnung bezahlen"
  }
}

interface Assigned {
  readonly task: DefaultTask
  /** The same in every language: the service finds managers and the employee by it. */
  readonly assignedTo: string
  readonly follows: ListedTask["follows"]
}

const assigned = (task: DefaultTask, assignedTo: string, follows: ListedTask["follows"] = null): Assigned => ({
  task,
  assignedTo,
  follows
})

const general: ReadonlyArray<Assigned> = [
  assigned("notice", "HR"),
  assigned("team", "Manager"),
  assigned("handover", "Employee"),
  assigned("access", "IT Admin", "revocation"),
  assigned("equipment", "IT Admin", "assets"),
  assigned("mailbox", "IT Admin"),
  assigned("expenses", "Finance"),
  assigned("pay", "Finance"),
  assigned("interview", "HR")
]

const contractor: ReadonlyArray<Assigned> = [
  assigned("handover", "Employee"),
  assigned("access", "IT Admin", "revocation"),
  assigned("equipment", "IT Admin", "assets"),
  assigned("invoice", "Finance")
]

/** The tasks of an offboarding without a chosen or recommended template (tasks-3), in the language of the organization. */
export const defaultList = (workerType: WorkerType, language: WrittenLanguage): ReadonlyArray<ListedTask> =>
  (workerType === "contractor" ? contractor : general).map(({ assignedTo, follows, task }) => ({
    task: tasksIn[language][task],
    assignedTo,
    follows,
    slaHours: null,
    dueDaysBeforeExit: null
  }))

/** A task of a template. */
export const listedTask = (item: TemplateItem): ListedTask => ({
  task: item.task,
  assignedTo: item.assigned_to,
  follows: item.follows,
  slaHours: item.sla_hours,
  dueDaysBeforeExit: item.due_days_before_exit
})

/** A task as a template has it. */
export const templateItem = ({ assignedTo, dueDaysBeforeExit, follows, slaHours, task }: ListedTask): TemplateItem => ({
  task,
  assigned_to: assignedTo,
  sla_hours: slaHours,
  due_days_before_exit: dueDaysBeforeExit,
  follows
})
