import type {
  CaseReadiness,
  ControlState,
  EvidenceControl,
  EvidenceReadiness
} from "@svc/contract/evidence-readiness/schema"
import { EvidenceControl as Controls } from "@svc/contract/evidence-readiness/schema"

/** What is known of a case, counted. */
export interface CaseFacts {
  /** Selected apps: all, those that are removed by any evidence, those that were read back. */
  readonly apps: number
  readonly removed: number
  readonly readBack: number
  readonly nothingToRevoke: boolean
  /** Equipment that the person still holds. */
  readonly held: number
  readonly returnConfirmed: boolean
  readonly documents: number
  readonly pendingDocuments: number
  readonly tasks: number
  readonly tasksDone: number
  readonly interviewAsked: boolean
  readonly interviewed: boolean
  readonly approved: boolean
  readonly onHold: boolean
  /** An entry about it is newer than every anchor. */
  readonly unanchored: boolean
}

type ControlStates = CaseReadiness["controls"]

const shownIf = (is: boolean): ControlState => (is ? "shown" : "missing")

/**
 * A case's state per control (evidence-readiness-1). `approvals`: whether the organization has approval chains, so that
 * a case without one lacks it.
 */
export const statesOf = (facts: CaseFacts, { approvals }: { readonly approvals: boolean }): ControlStates => ({
  access_removed: shownIf(facts.apps === 0 ? facts.nothingToRevoke : facts.removed === facts.apps),
  access_verified: facts.apps === 0 ? "not_needed" : shownIf(facts.readBack === facts.apps),
  equipment_returned: shownIf(facts.held === 0 && facts.returnConfirmed),
  papers_signed: facts.documents === 0 ? "not_needed" : shownIf(facts.pendingDocuments === 0),
  tasks_done: facts.tasks === 0 ? "not_needed" : shownIf(facts.tasksDone === facts.tasks),
  exit_interview: facts.interviewed ? "shown" : facts.interviewAsked ? "missing" : "not_needed",
  approval: facts.approved ? "shown" : approvals ? "missing" : "not_needed",
  legal_hold: facts.onHold ? "shown" : "not_needed",
  audit_anchored: shownIf(!facts.unanchored)
})

export const lacks = (states: ControlStates, control: EvidenceControl): boolean => states[control] === "missing"

const lacksNothing = (states: ControlStates) => Controls.literals.every((control) => !lacks(states, control))

/** By control, in their order, and how many cases lack nothing. */
export const countsOf = (
  cases: ReadonlyArray<ControlStates>
): Pick<EvidenceReadiness, "cases" | "complete" | "controls"> => ({
  cases: cases.length,
  complete: cases.filter(lacksNothing).length,
  controls: Controls.literals.map((control) => {
    const having = (state: ControlState) => cases.filter((states) => states[control] === state).length
    return { control, shown: having("shown"), missing: having("missing"), not_needed: having("not_needed") }
  })
})
