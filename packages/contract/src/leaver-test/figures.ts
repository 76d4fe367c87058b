import { Schema } from "effect"
import { CalendarDate, Timestamp } from "../kernel/dates.ts"
import { described } from "../kernel/described.ts"

/**
 * What a leaver test counts. `docs/leaver-test.md` is the published rule; every figure can be recounted from
 * `population.csv` and `removals.csv` alone.
 */
export const LeaverClock = Schema.Literals(["notice", "last_working_moment", "end_of_employment"])
export type LeaverClock = typeof LeaverClock.Type

/** The rule that started the clock of one leaver. */
export const ClockRule = Schema.Literals([
  "first_known",
  "access_ends_at",
  "end_of_last_working_day",
  "end_of_employment"
])
export type ClockRule = typeof ClockRule.Type

/** The evidence that a person's access is gone, the strongest first. */
export const EvidenceLevel = Schema.Literals(["read_back", "vendor_answer", "confirmed_by_hand", "not_observed"])
export type EvidenceLevel = typeof EvidenceLevel.Type

export const RemovalVerdict = Schema.Literals(["in_time", "late", "open", "not_due"])
export type RemovalVerdict = typeof RemovalVerdict.Type

export const LeaverVerdict = Schema.Literals([...RemovalVerdict.literals, "no_access", "no_case"])
export type LeaverVerdict = typeof LeaverVerdict.Type

/** Why it was late or is open. */
export const LateCause = Schema.Literals([
  "no_case",
  "residual",
  "told_late",
  "approval_waited",
  "vendor_failed",
  "not_connected",
  "by_hand",
  "not_started"
])
export type LateCause = typeof LateCause.Type

/** Hours allowed for apps; the last tier names none and takes those that are left. */
export const AppTier = Schema.Struct({
  name: Schema.String,
  hours: Schema.Finite,
  apps: Schema.NullOr(Schema.Array(Schema.String))
})
export type AppTier = typeof AppTier.Type

const share = Schema.NullOr(Schema.Finite)

/** Figures of leavers, or of removals in scope. */
export const Figures = Schema.Struct({
  total: Schema.Int,
  /** `in_time`, `late`, `open` and `no_case`. */
  tested: Schema.Int,
  in_time: Schema.Int,
  late: Schema.Int,
  open: Schema.Int,
  not_due: Schema.Int,
  no_access: Schema.Int,
  no_case: Schema.Int,
  /** `late`, `open` and `no_case`. */
  exceptions: Schema.Int,
  exception_rate: share,
  /** The exact one-sided 95 % upper bound of the rate (Clopper and Pearson). */
  exception_bound_95: share,
  /** By the Kaplan-Meier estimate; null if too few were removed. */
  median_hours: share,
  p90_hours: share,
  p95_hours: share
}).annotate({ identifier: "LeaverTestFigures" })
export type Figures = typeof Figures.Type

const NamedFigures = Schema.Struct({ name: Schema.String, ...Figures.fields })

/** A step of the Kaplan-Meier curve, by whole hours. */
export const CurvePoint = Schema.Struct({
  hours: Schema.Int,
  at_risk: Schema.Int,
  removed: Schema.Int,
  /** The share that is not removed yet. */
  remaining: Schema.Finite
})
export type CurvePoint = typeof CurvePoint.Type

const Counted = Schema.Struct({ late: Schema.Int, open: Schema.Int })

export const LeaverTestStatistics = Schema.Struct({
  leavers: Figures,
  removals: Figures,
  by_tier: Schema.Array(NamedFigures),
  by_app: Schema.Array(NamedFigures),
  by_month: Schema.Array(NamedFigures),
  by_cause: Schema.Array(Schema.Struct({ cause: LateCause, leavers: Counted, removals: Counted })),
  curve: Schema.Struct({ leavers: Schema.Array(CurvePoint), removals: Schema.Array(CurvePoint) })
}).annotate({ identifier: "LeaverTestStatistics" })
export type LeaverTestStatistics = typeof LeaverTestStatistics.Type

/** A system that knows who works and who left. */
export const ReadSource = Schema.Struct({
  name: described(Schema.String, "As it is connected", { example: "bamboohr" }),
  kind: Schema.Literals(["hr_system", "directory"]),
  /** When it was last read in full; null when it never was. */
  last_read_at: Schema.NullOr(Timestamp)
})
export type ReadSource = typeof ReadSource.Type

/** How many of each kind there are; `completeness.json` lists them. */
export const CompletenessCounts = Schema.Struct({
  leavers_without_case: Schema.Int,
  cases_without_record: Schema.Int,
  accounts_off_without_case: Schema.Int,
  terminated_but_active: Schema.Int,
  cancelled_cases: Schema.Int,
  deleted_cases: Schema.Int,
  /** Directory records that were deleted, of people who may have left in the period; absent in tests from before. */
  deleted_records: Schema.optionalKey(Schema.Int),
  /** People who left on a day that no source names, and that may be in the period; absent in older tests. */
  leavers_without_day: Schema.optionalKey(Schema.Int),
  /** Leavings of the period that their source took back after their day; absent in tests from before. */
  withdrawn_leavers: Schema.optionalKey(Schema.Int)
})
export type CompletenessCounts = typeof CompletenessCounts.Type

/** Why it is not shown that a list of leavers is complete (`docs/leaver-test.md`). */
export const IncompleteCode = Schema.Literals([
  "leavers_without_case",
  "cases_without_record",
  "accounts_off_without_case",
  "terminated_but_active",
  "deleted_cases",
  "deleted_records",
  "leavers_without_day",
  "withdrawn_leavers",
  "log_starts_late",
  "leavings_expired",
  "no_source_read",
  "source_never_read",
  "source_not_read_since",
  "source_starts_late",
  "source_left_out"
])
export type IncompleteCode = typeof IncompleteCode.Type

/** One reason, for programs and other languages; `why` has the sentence. */
export const IncompleteReason = Schema.Struct({
  code: IncompleteCode,
  /** How many, where something is counted. */
  count: Schema.NullOr(Schema.Int),
  /** The source, where the reason is about one. */
  source: Schema.NullOr(Schema.String),
  /** When the source was last or first read, or since when the log or the leavings are kept. */
  at: Schema.NullOr(Timestamp)
})
export type IncompleteReason = typeof IncompleteReason.Type

/** A removal, or a leaver without a case, that is an exception. The records have the person, this does not. */
export const ExceptionShown = Schema.Struct({
  leaver_id: Schema.String,
  last_working_day: CalendarDate,
  /** Null without an app. */
  app: Schema.NullOr(Schema.String),
  result: Schema.Literals(["late", "open", "no_case"]),
  cause: LateCause,
  hours: Schema.NullOr(Schema.Finite),
  allowed_hours: Schema.NullOr(Schema.Finite),
  accepted: Schema.Boolean
})
export type ExceptionShown = typeof ExceptionShown.Type

/** Of what a leaver left behind: the worst of the kinds at their apps in scope. */
export const LeftBehindVerdict = Schema.Literals(["settled", "pending", "not_seen", "not_due"])
export type LeftBehindVerdict = typeof LeftBehindVerdict.Type

/** Figures of what leavers left behind, which can be recounted from `left-behind.csv`. */
export const LeftBehindFigures = Schema.Struct({
  /** Leavers with an app in scope. */
  total: Schema.Int,
  /** `settled` and `pending`. */
  tested: Schema.Int,
  /** Every kind was seen at every app in scope, and nothing is pending. */
  settled: Schema.Int,
  /** Something is pending although the hours allowed are over: an exception. */
  pending: Schema.Int,
  /** Nothing is known to be pending, and not everything could be seen. */
  not_seen: Schema.Int,
  not_due: Schema.Int,
  exception_rate: share,
  /** The exact one-sided 95 % upper bound of the rate (Clopper and Pearson). */
  exception_bound_95: share,
  /** What was found at apps in scope, and the outcomes. */
  things: Schema.Struct({
    found: Schema.Int,
    read_back: Schema.Int,
    vendor_answer: Schema.Int,
    confirmed_by_hand: Schema.Int,
    accepted: Schema.Int,
    pending: Schema.Int
  }),
  /** Kinds that were not visible, and for how many leavers; no kind if the app was not scanned. */
  unseen: Schema.Array(Schema.Struct({ app: Schema.String, kind: Schema.NullOr(Schema.String), leavers: Schema.Int }))
}).annotate({ identifier: "LeaverTestLeftBehind" })
export type LeftBehindFigures = typeof LeftBehindFigures.Type

/** What the draw of the sample follows from (`docs/leaver-test.md`). */
export const SampleDraw = Schema.Struct({
  population_sha256: Schema.String,
  population_rows: Schema.Int,
  /** The entry that fixed the population before anything was drawn. */
  population_seq: Schema.Int,
  anchor_id: Schema.String,
  anchor_hash: Schema.String,
  anchored_at: Timestamp,
  words: Schema.String,
  seed: Schema.String,
  size: Schema.Int,
  /** The upper bound of the rate if none of them is an exception; null without a sample. */
  bound_without_exceptions: share
}).annotate({ identifier: "LeaverTestSample" })
export type SampleDraw = typeof SampleDraw.Type

/** A finished test's data in addition to its ZIP: no names and no emails. */
export const LeaverTestResult = Schema.Struct({
  /** The moment that the test shows. */
  as_of: Timestamp,
  statistics: LeaverTestStatistics,
  /** Removed, and by which evidence; what was not observed is not removed. */
  evidence: Schema.Struct({
    read_back: Schema.Int,
    vendor_answer: Schema.Int,
    confirmed_by_hand: Schema.Int,
    not_observed: Schema.Int
  }),
  /** Leavers who were set active again, and accounts that were found active again after their removal. */
  reactivated_leavers: Schema.Int,
  residual_findings: Schema.Int,
  /** Absent if the organization never scanned, and in older tests. */
  left_behind: Schema.optionalKey(LeftBehindFigures),
  completeness: Schema.Struct({
    complete: Schema.Boolean,
    ...CompletenessCounts.fields,
    sources: Schema.Array(ReadSource),
    /** A sentence per reason for which it is not complete; absent in tests from before. */
    why: Schema.optionalKey(Schema.Array(Schema.String)),
    /** The same for programs, in the order of `why`. */
    reasons: Schema.optionalKey(Schema.Array(IncompleteReason))
  }),
  /** The first 100, those that are open the longest first, then those that were late by the most hours. */
  exceptions: Schema.Array(ExceptionShown),
  sample: SampleDraw
}).annotate({ identifier: "LeaverTestResult" })
export type LeaverTestResult = typeof LeaverTestResult.Type
