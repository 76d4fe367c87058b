import type { RangePreset } from "./range.ts"
import { plurals } from "#languages/plural.ts"

const plural = plurals("en")

const presets: Readonly<Record<RangePreset, string>> = {
  last_30_days: "Last 30 days",
  last_90_days: "Last 90 days",
  last_12_months: "Last 12 months",
  this_year: "This year",
  last_year: "Last year",
  all_time: "All time"
}

export const reports = {
  title: "Reports",
  about:
    "How many offboardings there are, how long they take, and what delays them. Figures are current: reopening an offboarding changes past months.",
  tabs: { overview: "Overview", sla: "Task deadlines", scheduled: "Scheduled", leaverTest: "Leaver access test" },
  range: "Period",
  presets,
  ownDays: "Custom range",
  from: "From",
  to: "To",
  misfit: "Invalid date range",
  misfitText: (years: number) => `Enter both dates, the first not after the last, at most ${years} years apart.`,
  show: "Apply",
  pdf: "Download as PDF",
  pdfAsked: "Creating the PDF… This is recorded in the audit log.",
  pdfName: (day: string) => `offboarding-analytics-${day}.pdf`,
  pdfDone: "PDF downloaded",
  open: "Open",
  now: "now, regardless of period",
  overdue: "Past the last day",
  completed: "Completed",
  inRange: "in this period",
  averageDays: "Average days",
  averageBeside: "from start to completion",
  noneCompleted: "none completed",
  tasksDone: "Tasks completed",
  tasksBeside: (done: string, total: string) => `${done} of ${total}, in offboardings started`,
  noTasks: "no tasks",
  count: "Offboardings",
  noDepartment: "No department",
  stages: "Open by stage",
  stagesText: "All offboardings open now, regardless of period.",
  stagesNone: "No open offboardings.",
  departments: "Departures by department",
  departmentsText: "Offboardings started in this period, by department.",
  departmentsNone: "No offboardings started in this period.",
  apps: "Access removed by app",
  appsText: "Accounts removed in this period, automatically or manually. Top 10.",
  appsNone: "No access removed in this period.",
  app: "App",
  licences: "Reclaimed licenses",
  licencesText:
    "Each removed access reclaims a license. Savings are one month's price of each, by currency. Licenses without a price are counted but add no savings.",
  licenceCount: (count: number) => plural(count, { one: "# license", other: "# licenses" }),
  thisMonth: "This month",
  thisYear: "This year",
  currency: "Currency",
  savings: "Savings by currency",
  noPrices: "No license prices set, so savings are unknown.",
  papers: "Documents and legal holds",
  papersText: "Current figures for the offboardings you can see.",
  ndaSigned: "Open, NDA signed",
  ndaPending: "Open, NDA unsigned",
  interviewsHeld: "Open, exit interview completed",
  held: "Under legal hold",
  closedWithoutNda: "Completed without a signed NDA",
  closedWithPending: "Completed with a pending document"
}
