import type { SlaStatus } from "@svc/contract/checklists/schema"
import type { OffboardingStatus, PlainText, SeparationType } from "@svc/contract/offboardings/schema"
import { plurals } from "#languages/plural.ts"

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

const plainTexts: Readonly<Record<PlainText, string>> = {
  employee_role: "Job title",
  employee_department: "Department"
}

const slaStates: Readonly<Record<SlaStatus, string>> = {
  breached: "Breached",
  at_risk: "At risk",
  on_track: "On track"
}

export const cases = {
  title: "Offboardings",
  about: "Everybody who is leaving, what is done, and what is missing.",
  create: "New offboarding",
  start: "Start offboarding",
  openIt: "Open it",
  name: "Full name",
  leaving: "Leaving",
  managerHelp: "Left out it is taken from the directory.",
  search: "Name, address or job title",
  stage: "Stage",
  anyStage: "Every stage",
  type: "Reason",
  anyType: "Every reason",
  anyDepartment: "Every department",
  sla: "Deadlines",
  anySla: "Any deadline",
  slaStates,
  anyAccess: "Any access",
  failedOnly: "Revocation failed",
  failedNone: "Nothing failed",
  anyHold: "With and without hold",
  heldOnly: "Under legal hold",
  heldNone: "Not under hold",
  lastDayFrom: "Last day from",
  lastDayTo: "Last day to",
  moreFilters: "More filters",
  fewerFilters: "Fewer filters",
  asBoard: "Board",
  asTable: "Table",
  importThem: "Import",
  choose: "Choose",
  chooseAll: "Choose all on this page",
  chooseOne: (name: string) => `Choose ${name}`,
  chosen: (count: number) => plural(count, { one: "# chosen", other: "# chosen" }),
  atMost: (count: number) => `At most ${count} can be changed at once`,
  clearChosen: "Clear the choice",
  moveChosen: "Move to…",
  moveOne: (name: string) => `Move ${name} to another stage`,
  movedMany: (count: number, stage: string) =>
    plural(count, { one: `# offboarding moved to ${stage}`, other: `# offboardings moved to ${stage}` }),
  movedBack: (count: number) => plural(count, { one: "# offboarding moved back", other: "# offboardings moved back" }),
  refusedMany: (count: number) =>
    plural(count, { one: "# offboarding was not changed", other: "# offboardings were not changed" }),
  dismiss: "Close",
  cancelChosen: "Cancel offboarding",
  cancelTitle: (count: number) => plural(count, { one: "Cancel # offboarding?", other: "Cancel # offboardings?" }),
  cancelText:
    "They cannot be opened again. Access that was planned to end by itself stays, and the people are active in the directory again.",
  deleteChosen: "Delete",
  deleteTitle: (count: number) => plural(count, { one: "Delete # offboarding?", other: "Delete # offboardings?" }),
  deleteText:
    "Tasks, apps, revocation runs, documents and their files go for good. The people stay in the directory, and the audit log keeps what happened.",
  deletedMany: (count: number) => plural(count, { one: "# offboarding deleted", other: "# offboardings deleted" }),
  heldStay: (count: number) =>
    plural(count, { one: "# is under legal hold and will stay", other: "# are under legal hold and will stay" }),
  why: "Why",
  whyHelp: "5 to 500 characters; kept in the audit log.",
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
  failedApps: (failed: number, active: number) =>
    [...(failed > 0 ? [`${failed} failed`] : []), ...(active > 0 ? [`${active} still active`] : [])].join(", "),
  toConfirm: "still active: revoke again or confirm the removal",
  verified: (verified: number, all: number) => (all === 0 ? "no apps" : `${verified} of ${all} verified`),
  hold: "Legal hold",
  tabs: {
    label: "Parts of this offboarding",
    overview: "Overview",
    access: "Access",
    "left-behind": "What stays behind",
    "before-and-after": "Before and after",
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
  plainTexts,
  email: "E-mail",
  reason: "Reason"
}
