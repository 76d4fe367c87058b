import {
  type CaseReadiness,
  type ControlState,
  EvidenceControl,
  type EvidenceControl as Control
} from "@svc/contract/evidence-readiness/schema"
import { Badge, type Tone } from "#design/Badge.tsx"
import { useWords } from "#languages/words.ts"
import { offboarding, offboardingTab } from "#platform/pages.ts"

/** Tab of the offboarding that fixes a control; undefined is the overview. */
const tabs: Readonly<Record<Control, string | undefined>> = {
  access_removed: "access",
  access_verified: "access",
  equipment_returned: "assets",
  papers_signed: "documents",
  tasks_done: "tasks",
  exit_interview: undefined,
  approval: undefined,
  legal_hold: undefined,
  audit_anchored: "activity"
}

/** URL of the page that fixes a control. */
export const fixedAt = (id: string, control: Control) => {
  const tab = tabs[control]
  return tab === undefined ? offboarding({ id }) : offboardingTab({ id, tab })
}

export const missingOf = ({ controls }: Pick<CaseReadiness, "controls">) =>
  EvidenceControl.literals.filter((control) => controls[control] === "missing")

const tones: Readonly<Record<ControlState, Tone>> = { shown: "good", missing: "bad", not_needed: "calm" }

export const State = ({ of }: { readonly of: ControlState }) => (
  <Badge tone={tones[of]}>{useWords().evidenceReadiness.states[of]}</Badge>
)
