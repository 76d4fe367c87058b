import { Effect, Schema } from "effect"
import { CalendarDate, Timestamp } from "../kernel/dates.ts"
import { described } from "../kernel/described.ts"
import { OffboardingId } from "../kernel/ids.ts"
import { OffsetPage, OffsetParams } from "../kernel/paging.ts"
import { OffboardingStatus } from "../offboardings/schema.ts"

/**
 * What an auditor asks of a case. `access_removed`: every app is revoked or confirmed removed, or there is nothing;
 * `access_verified`: each was read back from the app; `audit_anchored`: an anchor covers every entry about it.
 */
export const EvidenceControl = Schema.Literals([
  "access_removed",
  "access_verified",
  "equipment_returned",
  "papers_signed",
  "tasks_done",
  "exit_interview",
  "approval",
  "legal_hold",
  "audit_anchored"
])
export type EvidenceControl = typeof EvidenceControl.Type

/** `not_needed`: nothing of the kind belongs to the case, so there is nothing to show. */
export const ControlState = Schema.Literals(["shown", "missing", "not_needed"])
export type ControlState = typeof ControlState.Type

export const CasesAsked = Schema.Literals(["closed", "open", "all"])
export type CasesAsked = typeof CasesAsked.Type

export const CasesAskedParam = described(
  CasesAsked,
  "Which offboardings: `closed` are completed, `open` neither completed nor canceled, `all` both",
  { default: "closed" }
).pipe(Schema.withDecodingDefaultKey(Effect.succeed("closed" as const)))

export const EvidenceReadiness = Schema.Struct({
  from: CalendarDate,
  to: CalendarDate,
  /** Cases that were read. */
  cases: Schema.Int,
  /** Cases that lack nothing. */
  complete: Schema.Int,
  /** Each control, in its order. */
  controls: Schema.Array(
    Schema.Struct({ control: EvidenceControl, shown: Schema.Int, missing: Schema.Int, not_needed: Schema.Int })
  ),
  /** Of the whole log: null where it was never anchored, and never verified. */
  chain: Schema.Struct({
    anchored_at: Schema.NullOr(Timestamp),
    verified_at: Schema.NullOr(Timestamp),
    /** Whether the last verification found it whole. */
    verified_ok: Schema.NullOr(Schema.Boolean)
  })
}).annotate({ identifier: "EvidenceReadiness" })
export type EvidenceReadiness = typeof EvidenceReadiness.Type

/** One case, and its state per control. */
export const CaseReadiness = Schema.Struct({
  offboarding_id: OffboardingId,
  employee_name: Schema.String,
  department: Schema.String,
  exit_date: CalendarDate,
  status: OffboardingStatus,
  controls: Schema.Struct({
    access_removed: ControlState,
    access_verified: ControlState,
    equipment_returned: ControlState,
    papers_signed: ControlState,
    tasks_done: ControlState,
    exit_interview: ControlState,
    approval: ControlState,
    legal_hold: ControlState,
    audit_anchored: ControlState
  } satisfies Readonly<Record<EvidenceControl, typeof ControlState>>)
}).annotate({ identifier: "CaseReadiness" })
export type CaseReadiness = typeof CaseReadiness.Type

export const CaseReadinessPage = OffsetPage(CaseReadiness)
export type CaseReadinessPage = typeof CaseReadinessPage.Type

export const ListCaseReadiness = {
  ...OffsetParams({ default: 50, maximum: 100 }),
  cases: CasesAskedParam,
  lacks: Schema.optionalKey(
    described(EvidenceControl, "Only offboardings without evidence for this control", { example: "access_verified" })
  ),
  offboarding_id: Schema.optionalKey(
    described(OffboardingId, "Only this offboarding, regardless of its last day and stage")
  )
}
export type ListCaseReadiness = Schema.Struct.Type<typeof ListCaseReadiness>
