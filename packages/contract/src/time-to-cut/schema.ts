import { Effect, Schema } from "effect"
import { CalendarDate, Timestamp } from "../kernel/dates.ts"
import { described } from "../kernel/described.ts"
import { OffboardingId } from "../kernel/ids.ts"
import { CurvePoint } from "../leaver-test/figures.ts"

/** What counts as removed: only verified removals, or also those reported by the app or confirmed manually. */
export const CutEvidence = Schema.Literals(["read_back", "any"])
export type CutEvidence = typeof CutEvidence.Type

export const CutEvidenceParam = described(
  CutEvidence,
  "Evidence that `late` and `causes` are based on: `read_back` (verified in the app) or `any` (also reported by the app or confirmed manually)",
  { default: "read_back" }
).pipe(Schema.withDecodingDefaultKey(Effect.succeed("read_back" as const)))

/** Hours after the end of access at which a case is late. */
export const lateAfterHours = 24

/**
 * Why a case is late, for the app that was removed last, or is not removed. `told_late`: the offboarding was created
 * after the end; `by_hand`: it waits for a person, or did; `unknown_there`: the app does not know the person, and no
 * one confirmed that; `acknowledged`: reported by the app, not verified; `confirmed_by_hand`: confirmed manually;
 * `slow`: no other cause.
 */
export const CutCause = Schema.Literals([
  "came_back",
  "told_late",
  "failed",
  "not_connected",
  "by_hand",
  "unknown_there",
  "not_started",
  "acknowledged",
  "confirmed_by_hand",
  "slow"
])
export type CutCause = typeof CutCause.Type

const hours = Schema.NullOr(Schema.Finite)

const Within = Schema.Struct({
  /** Cases that ended long enough ago to count. */
  of: Schema.Int,
  cut: Schema.Int,
  share: described(
    Schema.NullOr(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 100 }))),
    "`cut` as a percentage of `of`, to one decimal; null if there are none",
    { example: 92.3 }
  )
})

const CutFigures = Schema.Struct({
  /** Cases all of whose apps are removed, by this evidence. */
  cut: Schema.Int,
  /** Of these, by the end of access already: their time is 0. */
  before_end: Schema.Int,
  open: Schema.Int,
  /** By the Kaplan-Meier estimate, in which open ones count as far as known; null if too few were revoked. */
  median_hours: hours,
  p90_hours: hours,
  p99_hours: hours,
  within_1_hour: Within,
  within_24_hours: Within,
  curve: Schema.Array(CurvePoint)
}).annotate({ identifier: "TimeToCutFigures" })
export type CutFigures = typeof CutFigures.Type

const LateCase = Schema.Struct({
  offboarding_id: OffboardingId,
  employee_name: Schema.String,
  department: Schema.String,
  access_ended_at: Timestamp,
  /** Null while it is open. */
  cut_at: Schema.NullOr(Timestamp),
  /** Until then, or so far; two decimals, rounded down. */
  hours: Schema.Finite,
  /** The app that decides it. */
  app: Schema.String,
  cause: CutCause
})
export type LateCase = typeof LateCase.Type

export const TimeToCut = Schema.Struct({
  from: CalendarDate,
  to: CalendarDate,
  /** Cases with apps whose access has ended. */
  cases: Schema.Int,
  /** Cases whose access has not ended, and those without an app: they have no time. */
  not_ended: Schema.Int,
  without_apps: Schema.Int,
  read_back: CutFigures,
  any: CutFigures,
  /** Outcomes of the apps of all of these cases, including those that have not ended. */
  outcomes: Schema.Struct({
    read_back: Schema.Int,
    acknowledged: Schema.Int,
    confirmed_by_hand: Schema.Int,
    manual_required: Schema.Int,
    failed: described(Schema.Int, "Failed, or interrupted by a run's time limit", { example: 0 }),
    skipped: described(Schema.Int, "No account found in the app", { example: 0 }),
    not_started: Schema.Int
  }),
  /** Cases by cause, most frequent first; zero counts are omitted. */
  causes: Schema.Array(Schema.Struct({ cause: CutCause, late: Schema.Int, open: Schema.Int })),
  late_total: Schema.Int,
  /** The first 100: those that are open the longest first, then those that were late by the most hours. */
  late: Schema.Array(LateCase)
}).annotate({ identifier: "TimeToCut" })
export type TimeToCut = typeof TimeToCut.Type
