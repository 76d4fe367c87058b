import type { CasesAsked, ControlState, EvidenceControl } from "@svc/contract/evidence-readiness/schema"
import { plurals } from "#languages/plural.ts"

const plural = plurals("en")

const controls: Readonly<Record<EvidenceControl, { readonly name: string; readonly what: string }>> = {
  access_removed: { name: "Access removed", what: "Every app is revoked or confirmed removed, or there is none." },
  access_verified: { name: "Removal verified", what: "Each app was read back and shows the account as gone." },
  equipment_returned: {
    name: "Equipment returned",
    what: "Nothing is left with the person, and somebody confirmed it."
  },
  papers_signed: { name: "Papers signed", what: "No paper of the case is pending." },
  tasks_done: { name: "Tasks done", what: "Every task is done or not needed." },
  exit_interview: { name: "Exit interview", what: "It was held." },
  approval: { name: "Approved", what: "The offboarding came of an approved initiation." },
  legal_hold: { name: "Legal hold", what: "What belongs to the case was held." },
  audit_anchored: { name: "Log anchored", what: "A signed anchor covers every entry about the case." }
}

const states: Readonly<Record<ControlState, string>> = {
  shown: "Evidence",
  missing: "Missing",
  not_needed: "Not needed"
}

const asked: Readonly<Record<CasesAsked, string>> = {
  closed: "Closed cases",
  open: "Open cases",
  all: "Closed and open cases"
}

export const evidenceReadiness = {
  title: "Evidence",
  about: "What cases could show an auditor today, control by control, and what they lack.",
  which: "Cases",
  asked,
  controls,
  states,
  byControl: "Evidence by control",
  control: "Control",
  lack: (count: number) => plural(count, { one: "# case", other: "# cases" }),
  complete: "Lack nothing",
  ofCases: (count: number) => plural(count, { one: "of # case", other: "of # cases" }),
  anchored: "Log anchored",
  anchoredText: "signed, and kept outside of the database",
  verified: "Log verified",
  verifiedText: "verify it in the audit log",
  whole: "found whole",
  broken: "found broken",
  never: "Never",
  cases: "Cases",
  casesLacking: (control: string) => `Cases without: ${control}`,
  noneLacks: "No case lacks it",
  nothing: "Nothing",
  person: "Person",
  lacking: "Lacks",
  stage: "Stage",
  lastDay: "Last day",
  state: "State",
  of: (name: string) => `Evidence of ${name}`,
  openCase: "Open the case",
  mend: "Go there",
  all: "All cases",
  none: "No cases in these days",
  noneText: "Choose more days, or open cases too.",
  notFound: "Not found",
  notFoundText: "The case was deleted, or you may not see it."
}
