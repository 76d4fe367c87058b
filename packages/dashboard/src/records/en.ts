import type { SlaStatus } from "@svc/contract/checklists/schema"
import type { PlainText, SeparationType } from "@svc/contract/offboardings/schema"
import { stageNames } from "@svc/contract/offboardings/stage-names"
import { plurals } from "#languages/plural.ts"

const plural = plurals("en")

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
  breached: "Overdue",
  at_risk: "At risk",
  on_track: "On track"
}

export const cases = {
  title: "Offboardings",
  about: "All offboardings and their progress.",
  create: "New offboarding",
  start: "Start offboarding",
  openIt: "Open",
  name: "Full name",
  leaving: "Leaving",
  managerHelp: "Optional. Default: the manager in the directory.",
  search: "Name, email, or job title",
  stage: "Stage",
  anyStage: "All stages",
  type: "Reason",
  anyType: "All reasons",
  anyDepartment: "All departments",
  sla: "Deadlines",
  anySla: "All deadlines",
  slaStates,
  anyAccess: "Any access status",
  failedOnly: "With failed removals",
  failedNone: "No failed removals",
  anyHold: "Any legal hold status",
  heldOnly: "Under legal hold",
  heldNone: "Not under legal hold",
  owner: "Owner",
  ownedBy: (name: string) => `Owner: ${name}`,
  anyOwner: "All owners",
  myCases: "My offboardings",
  oneOwner: "One member",
  unassigned: "Unassigned",
  findMember: "Search members",
  lastDayFrom: "Last day from",
  lastDayTo: "Last day to",
  moreFilters: "More filters",
  fewerFilters: "Fewer filters",
  asBoard: "Board",
  asTable: "Table",
  importThem: "Import",
  choose: "Select",
  chooseAll: "Select all on this page",
  chooseOne: (name: string) => `Select ${name}`,
  chosen: (count: number) => plural(count, { one: "# selected", other: "# selected" }),
  atMost: (count: number) => `Select up to ${count}`,
  clearChosen: "Clear selection",
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
    "Canceled offboardings can’t be reopened. Automatic revocation stops, and these people become active in the directory again.",
  deleteChosen: "Delete",
  deleteTitle: (count: number) => plural(count, { one: "Delete # offboarding?", other: "Delete # offboardings?" }),
  deleteText:
    "Their tasks, apps, revocation runs, and documents with files are permanently deleted. The people stay in the directory, and the audit log keeps its entries.",
  deletedMany: (count: number) => plural(count, { one: "# offboarding deleted", other: "# offboardings deleted" }),
  heldStay: (count: number) =>
    plural(count, { one: "# is under legal hold and will be kept", other: "# are under legal hold and will be kept" }),
  why: "Reason",
  whyHelp: "5 to 500 characters. Recorded in the audit log.",
  open: "Open and closed",
  openOnly: "Open only",
  closedOnly: "Closed only",
  clear: "Clear filters",
  person: "Person",
  lastDay: "Last day",
  tasks: "Tasks",
  access: "Access",
  manager: "Manager",
  stages: stageNames,
  separations,
  dense: "Dense rows",
  comfortable: "Comfortable rows",
  views: {
    label: "Views",
    open: "Open",
    week: "This week",
    failed: "Failed removals",
    overdue: "Overdue",
    closed: "Closed"
  },
  noneOpen: "No open offboardings",
  empty: {
    week: {
      title: "No one leaves this week",
      text: "Open offboardings with a last day from Monday to Sunday are listed here."
    },
    failed: {
      title: "No failed removals",
      text: "Offboardings with an app that a run could not revoke are listed here."
    },
    overdue: { title: "Nothing is overdue", text: "Open offboardings with a task after its deadline are listed here." },
    closed: { title: "No closed offboardings", text: "Completed and canceled offboardings are listed here." }
  },
  noneText: "Start one here, through the API, or from your identity provider or HR system.",
  noMatch: "No results",
  noMatchText: "Change or clear the filters to see more.",
  today: "today",
  inDays: (days: number) => plural(days, { one: "in # day", other: "in # days" }),
  daysAgo: (days: number) => plural(days, { one: "# day ago", other: "# days ago" }),
  done: (done: number, all: number) => `${done} of ${all}`,
  failedApps: (failed: number, active: number) =>
    [...(failed > 0 ? [`${failed} failed`] : []), ...(active > 0 ? [`${active} still active`] : [])].join(", "),
  toConfirm: "still active: revoke again or mark as removed",
  verified: (verified: number, all: number) => (all === 0 ? "No apps" : `${verified} of ${all} confirmed`),
  hold: "Legal hold",
  tabs: {
    label: "Sections of this offboarding",
    overview: "Overview",
    access: "Access",
    tasks: "Tasks",
    assets: "Equipment",
    documents: "Documents",
    activity: "Activity"
  },
  orphaned: "Orphaned items",
  snapshot: "Access snapshot",
  moveTo: (stage: string) => `Move to ${stage}`,
  moved: (name: string, stage: string) => `${name} moved to ${stage}`,
  blocked: (stage: string) => `To move to “${stage}”, first complete:`,
  missing: {
    app: "Revoke access, or mark it as removed",
    asset: "Return equipment",
    asset_confirmation: "Confirm equipment return",
    task: "Complete tasks, or mark them as not needed"
  },
  more: (count: number) => plural(count, { one: "and # more", other: "and # more" }),
  plainTexts,
  email: "Email",
  reason: "Reason"
}
