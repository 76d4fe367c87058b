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
    "How offboardings go: how many there are, how long they take, and what holds them up. Figures are as of now: reopening an offboarding changes past months.",
  tabs: { overview: "Overview", sla: "Deadlines", scheduled: "Scheduled", leaverTest: "Leaver test" },
  range: "Which days",
  presets,
  ownDays: "Days of your own",
  from: "From",
  to: "To",
  misfit: "These days do not fit",
  misfitText: (years: number) => `Both are needed, the first not after the last, and at most ${years} years apart.`,
  show: "Show",
  pdf: "Download as PDF",
  pdfAsked: "The PDF is being made. Its making is recorded in the audit log.",
  pdfName: (day: string) => `offboarding-analytics-${day}.pdf`,
  pdfDone: "The PDF is there",
  open: "Open",
  now: "now, whatever the days",
  overdue: "Past the last day",
  completed: "Completed",
  inRange: "in these days",
  averageDays: "Days on average",
  averageBeside: "from start to completion",
  noneCompleted: "none was completed",
  tasksDone: "Tasks done",
  tasksBeside: (done: string, total: string) => `${done} of ${total}, of those started`,
  noTasks: "there were none",
  count: "Offboardings",
  noDepartment: "No department",
  stages: "Open by stage",
  stagesText: "All that are open now, whatever the days.",
  stagesNone: "Nothing is open now.",
  departments: "Where people leave",
  departmentsText: "Offboardings started in these days, by department.",
  departmentsNone: "No offboarding was started in these days.",
  apps: "Access removed by app",
  appsText: "Accounts that were removed in these days, by the service or by hand. The ten most frequent.",
  appsNone: "No access was removed in these days.",
  app: "App",
  licences: "Licences given back",
  licencesText:
    "Each access that was removed gives a license back. Savings are a month's price of each, by currency; licenses without a price count, and save nothing here.",
  licenceCount: (count: number) => plural(count, { one: "# licence", other: "# licences" }),
  thisMonth: "This month",
  thisYear: "This year",
  currency: "Currency",
  savings: "Savings by currency",
  noPrices: "No price of a licence is known, so no saving can be told.",
  papers: "Papers and holds",
  papersText: "Of the offboardings that you see, all of now.",
  ndaSigned: "Open, NDA signed",
  ndaPending: "Open, NDA not signed yet",
  interviewsHeld: "Open, exit interview held",
  held: "Under legal hold",
  closedWithoutNda: "Completed without a signed NDA",
  closedWithPending: "Completed with a document pending"
}
