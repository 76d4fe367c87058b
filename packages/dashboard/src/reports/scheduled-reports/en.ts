import type {
  OffboardingColumn,
  ReportDateRange,
  ReportGrouping,
  ReportSchedule,
  ReportType,
  TaskColumn
} from "@svc/contract/scheduled-reports/choices"
import { plurals } from "#languages/plural.ts"

const plural = plurals("en")

const types: Readonly<Record<ReportType, string>> = {
  weekly_summary: "Weekly summary",
  monthly_summary: "Monthly summary",
  offboarding_stats: "Offboardings, one by one",
  overdue_tasks: "Overdue tasks",
  custom: "Columns of your own"
}

const schedules: Readonly<Record<ReportSchedule, string>> = {
  daily: "Every day",
  weekly: "On Mondays",
  monthly: "On the 1st of a month"
}

const groupings: Readonly<Record<ReportGrouping, string>> = {
  none: "Not grouped",
  department: "By department",
  separation_type: "By reason",
  status: "By stage",
  assignee: "By assignee"
}

const ranges: Readonly<Record<ReportDateRange, string>> = {
  last_24_hours: "Last 24 hours",
  last_7_days: "Last 7 days",
  last_14_days: "Last 14 days",
  last_30_days: "Last 30 days",
  last_60_days: "Last 60 days",
  last_90_days: "Last 90 days",
  last_180_days: "Last 180 days",
  last_365_days: "Last 365 days",
  last_12_months: "Last 12 months, whole",
  last_week: "The week before",
  last_month: "The month before",
  last_quarter: "The quarter before",
  last_year: "The year before",
  this_week: "This week so far",
  this_month: "This month so far",
  this_quarter: "This quarter so far",
  this_year: "This year so far",
  all_time: "All time"
}

const columnNames: Readonly<Record<OffboardingColumn | TaskColumn, string>> = {
  employee_name: "Name",
  employee_email: "E-mail",
  department: "Department",
  job_title: "Job title",
  manager_email: "Manager",
  status: "Stage",
  separation_type: "Reason",
  exit_date: "Last day",
  employee_department: "Department (as recorded)",
  employee_role: "Job title (as recorded)",
  created_at: "Started",
  completed_at: "Completed",
  days_to_complete: "Days to complete",
  days_overdue: "Days overdue",
  tasks_done: "Tasks done",
  tasks_total: "Tasks",
  tasks_pending: "Tasks open",
  legal_hold: "Legal hold",
  task: "Task",
  assignee: "Assignee",
  assigned_to: "Assigned to (as recorded)",
  due_date: "Due",
  sla_deadline: "Deadline"
}

export const scheduledReports = {
  title: "Scheduled reports",
  about: "Reports that go out by mail by themselves: what, when, of which time, and to whom.",
  create: "New report",
  save: "Save",
  editTitle: (name: string) => `Edit ${name}`,
  none: "No reports go out yet",
  noneText: "Make one, and whoever should know gets its figures on a fixed day, with a signed PDF.",
  name: "Name",
  type: "What it tells",
  types,
  schedule: "Goes out",
  schedules,
  scheduleHelp: "By the calendar of UTC, with the hourly run.",
  range: "Of which time",
  ranges,
  grouping: "Grouped",
  groupings,
  list: "Distribution list",
  noList: "No list",
  recipients: "Addresses",
  recipientsHelp:
    "One per line, at most 50. Members who may view offboardings get rows of their own records; all others get totals only.",
  pdf: "Attach it as a signed PDF",
  webhook: "Webhook for the totals",
  webhookHelp: "An https:// address that gets the totals, too. Left as it is shown, the stored one stays.",
  narrow: (count: number) =>
    count === 0
      ? "Of all offboardings"
      : plural(count, { one: "Narrowed by # filter", other: "Narrowed by # filters" }),
  columns: (count: number) =>
    count === 0 ? "The usual columns" : plural(count, { one: "# column", other: "# columns" }),
  columnsLabel: "Columns",
  columnNames,
  goesOut: "Goes out",
  nextAt: (when: string) => `next on ${when}`,
  to: "To",
  nobody: "Nobody: it has no recipients",
  of: "Of",
  ofAll: "all offboardings",
  ofNow: "what is overdue at that moment",
  attached: "Attached",
  withPdf: "a PDF with its signature",
  withoutPdf: "nothing",
  outsiders:
    "What each recipient may read is checked again when the report goes out. Totals contain no row about a person.",
  recipientGets: (
    address: string,
    gets: "rows" | "totals",
    records: "all" | "departments" | "direct_reports" | null
  ) => {
    if (records === null) return `${address}: totals`
    const whose = {
      all: "all records",
      departments: "records of their departments",
      direct_reports: "records of their direct reports"
    }[records]
    return `${address}: ${gets === "rows" ? "rows" : "totals"} (${whose})`
  },
  state: "State",
  paused: "Paused",
  pausedText: "It is paused: nothing goes out.",
  failed: "Not all sent",
  notYet: "Not sent yet",
  sent: "Sent",
  preview: "Preview",
  whatIsSent: "What will be sent",
  previewTitle: (name: string) => `What ${name} will send`,
  nowText: "The figures of these days as they are now, for whole days, and of all that you see:",
  lookNow: "Look at these days",
  pdfNow: "PDF of now",
  close: "Close",
  actions: "Actions",
  actionsFor: (name: string) => `Actions for ${name}`,
  edit: "Edit",
  pause: "Pause",
  resume: "Send again",
  isPaused: (name: string) => `${name} is paused`,
  resumed: (name: string) => `${name} goes out again`,
  remove: "Delete",
  removed: (name: string) => `${name} is deleted`,
  removeTitle: (name: string) => `Delete ${name}?`,
  removeText: "It goes out no more, also what could not be sent yet. What was sent stays with whoever got it.",
  lists: "Distribution lists",
  listText: "Every report that goes to the list reaches these addresses.",
  createList: "New list",
  noLists: "No distribution lists yet",
  noListsText: "A list is worth it where several reports go to the same people.",
  reports: "Reports",
  removeListUnused: "No report goes to it.",
  removeListText: (reports: string) => `These reports stay, and reach its addresses no more: ${reports}.`,
  withoutRecipients: (reports: string) => `Nobody is left to get: ${reports}`
}
