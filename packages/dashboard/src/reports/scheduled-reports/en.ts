import type {
  OffboardingColumn,
  ReportDateRange,
  ReportGrouping,
  ReportSchedule,
  ReportType,
  TaskColumn
} from "@svc/contract/scheduled-reports/choices"

const types: Readonly<Record<ReportType, string>> = {
  weekly_summary: "Weekly summary",
  monthly_summary: "Monthly summary",
  offboarding_stats: "Offboarding details",
  overdue_tasks: "Overdue tasks",
  custom: "Custom columns"
}

const schedules: Readonly<Record<ReportSchedule, string>> = {
  daily: "Daily",
  weekly: "Weekly on Mondays",
  monthly: "Monthly on the 1st"
}

const groupings: Readonly<Record<ReportGrouping, string>> = {
  none: "No grouping",
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
  last_12_months: "Last 12 full months",
  last_week: "Previous week",
  last_month: "Previous month",
  last_quarter: "Previous quarter",
  last_year: "Previous year",
  this_week: "This week so far",
  this_month: "This month so far",
  this_quarter: "This quarter so far",
  this_year: "This year so far",
  all_time: "All time"
}

const columnNames: Readonly<Record<OffboardingColumn | TaskColumn, string>> = {
  employee_name: "Name",
  employee_email: "Email",
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
  about: "Reports sent by email on a schedule.",
  create: "Create report",
  save: "Save",
  editTitle: (name: string) => `Edit ${name}`,
  none: "No scheduled reports yet",
  noneText: "Create a report to email figures and a signed PDF on fixed days.",
  name: "Name",
  type: "Type",
  types,
  schedule: "Schedule",
  schedules,
  scheduleHelp: "Days start at midnight UTC. A report that is due is sent within the hour.",
  range: "Period",
  ranges,
  grouping: "Grouping",
  groupings,
  list: "Distribution list",
  noList: "None",
  recipients: "Recipients",
  recipientsHelp:
    "One email per line, up to 50. Members who can view offboardings get rows for the records they can see; everyone else gets totals only.",
  pdf: "Attach signed PDF",
  webhook: "Webhook URL for totals (optional)",
  webhookHelp: "An https:// URL that also receives the totals.",
  webhookKept: "To keep the stored URL, leave it as shown.",
  narrow: (count: number) => (count === 0 ? "Filters: all offboardings" : `Filters: ${count}`),
  columns: (count: number) => (count === 0 ? "Columns: default" : `Columns: ${count}`),
  columnsLabel: "Columns",
  columnNames,
  goesOut: "Schedule",
  nextAt: (when: string) => `next on ${when}`,
  to: "Recipients",
  nobody: "No recipients",
  of: "Filters",
  ofAll: "All offboardings",
  ofNow: "Overdue when sent",
  attached: "Attachment",
  withPdf: "PDF with signature",
  withoutPdf: "None",
  outsiders: "Each recipient’s access is checked again when the report is sent. Totals contain no rows about people.",
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
  pausedText: "Paused: nothing is sent.",
  failed: "Not all sent",
  notYet: "Not sent yet",
  sent: "Sent",
  preview: "Preview",
  whatIsSent: "Preview",
  previewTitle: (name: string) => `Preview of ${name}`,
  nowText: "Current figures for this period, in whole days, for all offboardings you can see:",
  lookNow: "View report",
  pdfNow: "Download PDF",
  close: "Close",
  actions: "Actions",
  actionsFor: (name: string) => `Actions for ${name}`,
  edit: "Edit",
  pause: "Pause",
  resume: "Resume",
  isPaused: (name: string) => `${name} paused`,
  resumed: (name: string) => `${name} resumed`,
  remove: "Delete",
  removed: (name: string) => `${name} deleted`,
  removeTitle: (name: string) => `Delete ${name}?`,
  removeText: "No more reports are sent, including pending ones. Reports already sent aren’t recalled.",
  lists: "Distribution lists",
  listText: "Reports with this list go to these recipients.",
  createList: "Create list",
  noLists: "No distribution lists yet",
  noListsText: "Use a list when several reports go to the same people.",
  reports: "Reports",
  removeListUnused: "No report uses it.",
  removeListText: (reports: string) => `These reports are kept but no longer go to its recipients: ${reports}.`,
  withoutRecipients: (reports: string) => `No recipients left: ${reports}`
}
