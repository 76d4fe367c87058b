import type { CasesAsked, ControlState, EvidenceControl } from "@svc/contract/evidence-readiness/schema"
import { plurals } from "#languages/plural.ts"

const plural = plurals("en")

const controls: Readonly<Record<EvidenceControl, { readonly name: string; readonly what: string }>> = {
  access_removed: {
    name: "Access removed",
    what: "Every app is revoked or confirmed as removed, or there is nothing to revoke."
  },
  access_verified: {
    name: "Removal verified",
    what: "Every app was read afterwards and shows the account off or gone."
  },
  equipment_returned: {
    name: "Equipment returned",
    what: "No equipment is left with the person, and the return is confirmed."
  },
  papers_signed: { name: "Documents signed", what: "No document is pending." },
  tasks_done: { name: "Tasks done", what: "Every task is done or not needed." },
  exit_interview: { name: "Exit interview", what: "The exit interview is completed." },
  approval: { name: "Approved", what: "The offboarding comes from an approved request." },
  legal_hold: { name: "Legal hold", what: "The offboarding is or was under legal hold." },
  audit_anchored: { name: "Log anchored", what: "An anchor covers every entry about the offboarding." }
}

const states: Readonly<Record<ControlState, string>> = {
  shown: "Evidence",
  missing: "Missing",
  not_needed: "Not needed"
}

const asked: Readonly<Record<CasesAsked, string>> = {
  closed: "Completed only",
  open: "Open only",
  all: "Open and completed"
}

export const evidenceReadiness = {
  title: "Audit readiness",
  about: "Evidence available for each control, and what’s missing.",
  which: "Offboardings",
  asked,
  controls,
  states,
  byControl: "Evidence by control",
  control: "Control",
  lack: (count: number) => plural(count, { one: "# offboarding", other: "# offboardings" }),
  complete: "Complete",
  ofCases: (count: number) => plural(count, { one: "of # offboarding", other: "of # offboardings" }),
  anchored: "Log anchored",
  anchoredText: "latest anchor",
  verified: "Log verified",
  verifiedText: "verify it in the audit log",
  whole: "intact",
  broken: "broken",
  never: "Never",
  cases: "Offboardings",
  casesLacking: (control: string) => `Missing evidence: ${control}`,
  noneLacks: "No offboarding is missing this evidence",
  nothing: "Nothing",
  person: "Person",
  lacking: "Missing",
  stage: "Stage",
  lastDay: "Last day",
  state: "Status",
  of: (name: string) => `Evidence: ${name}`,
  openCase: "Open offboarding",
  mend: "Fix",
  all: "All offboardings",
  none: "No offboardings in this period",
  noneText: "Choose a longer period, or include open offboardings.",
  notFound: "Not found",
  notFoundText: "The offboarding was deleted, or you don’t have access to it."
}
