import { inWords } from "@svc/contract/kernel/words"
import { stageNames } from "@svc/contract/offboardings/stage-names"
import type { OffboardingStatus, SeparationType } from "@svc/contract/offboardings/schema"
import type { ReportColumn, ReportDateRange, ReportGrouping } from "@svc/contract/scheduled-reports/choices"

const stages: Readonly<Record<OffboardingStatus, string>> = stageNames
const by: Readonly<Record<Exclude<ReportGrouping, "none">, string>> = {
  department: "By department",
  separation_type: "By reason",
  status: "By stage",
  assignee: "By assignee"
}
const column: Readonly<Record<Exclude<ReportGrouping, "none">, string>> = {
  department: "Department",
  separation_type: "Reason",
  status: "Stage",
  assignee: "Assignee"
}
const without: Readonly<Record<Exclude<ReportGrouping, "none">, string>> = {
  department: "No department",
  separation_type: "No reason",
  status: "No stage",
  assignee: "No assignee"
}

const columns: Readonly<Record<ReportColumn, string>> = {
  employee_name: "Name",
  employee_email: "Email",
  department: "Department",
  job_title: "Job title",
  manager_email: "Manager",
  status: "Stage",
  separation_type: "Reason",
  exit_date: "Last day",
  employee_department: "Department (as entered)",
  employee_role: "Job title (as entered)",
  created_at: "Started",
  completed_at: "Completed",
  days_to_complete: "Days to complete",
  days_overdue: "Days overdue",
  tasks_done: "Tasks done",
  tasks_total: "Tasks",
  tasks_pending: "Open tasks",
  legal_hold: "Legal hold",
  task: "Task",
  assignee: "Assignee",
  assigned_to: "Assigned to (as entered)",
  due_date: "Due date",
  sla_deadline: "Deadline"
}

export const en = {
  stages,
  separation: (type: SeparationType): string => inWords(type),
  range: (range: ReportDateRange): string => inWords(range),
  by,
  column,
  without,
  columns,
  facts: { organisation: "Organization", made: "As of", of: "Tasks", time: "Period" },
  overdueOnly: "Overdue tasks of open offboardings",
  filters: { department: "Departments", separation_type: "Reasons", status: "Stages" },
  beginning: "the first record",
  span: (from: string, to: string) => `${from} to ${to}`,
  figures: {
    title: "Figures",
    figure: "Figure",
    value: "Value",
    started: "Started",
    completed: "Completed",
    canceled: "Canceled",
    open: "Open now",
    overdue: "Overdue now",
    averageDays: "Average days",
    legalHold: "On legal hold",
    overdueTasks: "Overdue tasks"
  },
  none: "none",
  yes: "Yes",
  no: "No",
  byStage: "Open by stage",
  stage: "Stage",
  offboardings: "Offboardings",
  startedInPeriod: "Offboardings started in this period",
  empty: "None",
  more: (count: number) => `${count} more are not listed here.`,
  moreInPdf: (count: number, most: string) => `${count} more are not listed here; the PDF lists up to ${most}.`,
  open: "Open reports",
  attached: "The attached PDF has the same content.",
  signed: (by: string) => `Its signature is attached. ${by}.`,
  why: "You get this email because an administrator of the organization added your email to this report."
}

export type ReportWords = typeof en
