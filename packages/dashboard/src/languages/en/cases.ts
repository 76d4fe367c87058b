import type { OffboardingStatus, SeparationType } from "@svc/contract/offboardings/schema"
import { plurals } from "../plural.ts"

const plural = plurals("en")

const stages: Readonly<Record<OffboardingStatus, string>> = {
  pending: "Pending",
  notice_period: "Notice period",
  it_revocation: "IT revocation",
  asset_recovery: "Asset recovery",
  completed: "Completed",
  cancelled: "Cancelled"
}

const separations: Readonly<Record<SeparationType, string>> = {
  resignation: "Resignation",
  termination: "Termination",
  layoff: "Layoff",
  redundancy: "Redundancy",
  retirement: "Retirement",
  contract_end: "End of contract",
  other: "Other"
}

export const cases = {
  title: "Offboardings",
  about: "Everybody who is leaving, what is done, and what is missing.",
  create: "New offboarding",
  start: "Start offboarding",
  openIt: "Open it",
  name: "Full name",
  leaving: "Leaving",
  lastDayHelp: "Access ends by itself at the end of this day.",
  managerHelp: "Left out it is taken from the directory.",
  search: "Name, address or job title",
  stage: "Stage",
  anyStage: "Every stage",
  department: "Department",
  type: "Reason",
  anyType: "Every reason",
  open: "Open and closed",
  openOnly: "Open only",
  closedOnly: "Closed only",
  clear: "Clear",
  person: "Person",
  lastDay: "Last day",
  tasks: "Tasks",
  access: "Access",
  manager: "Manager",
  stages,
  separations,
  none: "No offboarding yet",
  noneText: "Start one here, by the API, or let your identity provider or HR system do it.",
  noMatch: "Nothing fits these filters",
  noMatchText: "Change or clear them to see more.",
  today: "today",
  inDays: (days: number) => plural(days, { one: "in # day", other: "in # days" }),
  daysAgo: (days: number) => plural(days, { one: "# day ago", other: "# days ago" }),
  done: (done: number, all: number) => `${done} of ${all}`,
  verified: (verified: number, all: number) => (all === 0 ? "no apps" : `${verified} of ${all} verified`),
  hold: "Legal hold",
  tabs: {
    label: "Parts of this offboarding",
    overview: "Overview",
    access: "Access",
    tasks: "Tasks",
    assets: "Equipment",
    documents: "Documents",
    timeline: "Timeline"
  },
  moveTo: (stage: string) => `Move to ${stage}`,
  moved: (name: string, stage: string) => `${name} is now in: ${stage}`,
  blocked: (stage: string) => `Not yet: “${stage}” asks for`,
  missing: {
    app: "Access to revoke, or to confirm as removed",
    asset: "Equipment to bring back",
    asset_confirmation: "The return of equipment to be confirmed",
    task: "Tasks to do, or to mark as not needed"
  },
  more: (count: number) => plural(count, { one: "and # more", other: "and # more" }),
  role: "Job title",
  email: "Address",
  reason: "Reason"
}
