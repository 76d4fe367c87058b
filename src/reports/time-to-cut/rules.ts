import { percentOf } from "@svc/contract/kernel/rounding"
import { curveOf, type Duration, hoursUntilLeft } from "@svc/contract/kernel/survival"
import { type CutCause, type CutEvidence, type CutFigures, lateAfterHours } from "@svc/contract/time-to-cut/schema"

const hour = 3_600_000

/** One app of a case, as its runs and people left it; moments are milliseconds since 1970. */
export interface CutApp {
  readonly service: string
  readonly outcome: string | null
  readonly verified: boolean
  /** The first run that revoked it, and the first that verified it, if that is the current state. */
  readonly revokedAt: number | null
  readonly readBackAt: number | null
  readonly confirmedAt: number | null
  /** A run failed at it, or was stopped. */
  readonly hasFailed: boolean
  /** A run left it to a person. */
  readonly wasByHand: boolean
  readonly isConnected: boolean
  /** It was found active again after its removal, which stands or was accepted. */
  readonly cameBack: boolean
}

/** A case whose access has ended. */
interface CutCase {
  readonly endedAt: number
  readonly createdAt: number
  readonly apps: ReadonlyArray<CutApp>
}

/** By the best evidence: an acknowledgement is never a reading back (time-to-cut-2). */
export const standingOf = (app: CutApp) => {
  if (app.outcome === "revoked") return app.verified ? "read_back" : "acknowledged"
  if (app.confirmedAt !== null) return "confirmed_by_hand"
  switch (app.outcome) {
    case "failed":
    case "stopped":
      return "failed"
    case "manual_required":
    case "skipped":
      return app.outcome
    default:
      return "not_started"
  }
}

const earliest = (moments: ReadonlyArray<number | null>) =>
  moments.reduce((first, at) => (first === null ? at : at === null ? first : Math.min(first, at)), null)

/** When it was removed by this evidence; null while it is not, and when it came back. */
export const removedAt = (app: CutApp, evidence: CutEvidence): number | null => {
  if (app.cameBack) return null
  const standing = standingOf(app)
  const readBack = standing === "read_back" ? app.readBackAt : null
  if (evidence === "read_back") return readBack
  const revoked = standing === "read_back" || standing === "acknowledged" ? app.revokedAt : null
  return earliest([readBack, revoked, app.confirmedAt])
}

const causeOfOpen = (app: CutApp): CutCause => {
  if (app.cameBack) return "came_back"
  switch (standingOf(app)) {
    case "failed":
      return "failed"
    case "manual_required":
      return app.isConnected ? "by_hand" : "not_connected"
    case "skipped":
      return "unknown_there"
    case "confirmed_by_hand":
      return "confirmed_by_hand"
    case "not_started":
      return app.isConnected ? "not_started" : "not_connected"
    default:
      return "acknowledged"
  }
}

const causeOfLate = (app: CutApp, at: number): CutCause => {
  if (app.hasFailed) return "failed"
  if (app.wasByHand || at === app.confirmedAt) return "by_hand"
  return "slow"
}

/** What to fix first. */
const urgency: Readonly<Record<CutCause, number>> = {
  came_back: 7,
  failed: 6,
  not_connected: 5,
  by_hand: 4,
  not_started: 3,
  unknown_there: 2,
  acknowledged: 1,
  confirmed_by_hand: 1,
  told_late: 0,
  slow: 0
}

/** How one case came out by one evidence. */
interface Cut {
  /** When the last app was removed; null while one is not. */
  readonly at: number | null
  /** Hundredths of hours from the end of access until then, or so far; 0 where it was before. */
  readonly hours: number
  readonly isLate: boolean
  /** Of a late case. */
  readonly cause: CutCause | null
  readonly app: string | null
}

const hundredths = (from: number, to: number) => Math.floor(Math.max(0, to - from) / (hour / 100))

const most = <A>(all: ReadonlyArray<A>, by: (one: A) => number): A | undefined =>
  all.reduce<A | undefined>((chosen, one) => (chosen === undefined || by(one) > by(chosen) ? one : chosen), undefined)

/** Judges a case with at least one app (time-to-cut-1, time-to-cut-4). */
export const cutOf = ({ apps, createdAt, endedAt }: CutCase, evidence: CutEvidence, now: number): Cut => {
  const removed = apps.map((app) => ({ app, at: removedAt(app, evidence) }))
  const open = removed.filter(({ at }) => at === null)
  const last = most(removed, ({ at }) => at ?? 0)
  const at = open.length > 0 ? null : (last?.at ?? null)
  const until = at ?? now
  const isLate = until - endedAt > lateAfterHours * hour
  if (!isLate) return { at, hours: hundredths(endedAt, until), isLate, cause: null, app: null }
  const decides = at === null ? most(open, ({ app }) => urgency[causeOfOpen(app)])?.app : last?.app
  const wasToldLate = at !== null && createdAt > endedAt && at - createdAt <= lateAfterHours * hour
  const own = decides === undefined ? "slow" : at === null ? causeOfOpen(decides) : causeOfLate(decides, at)
  return {
    at,
    hours: hundredths(endedAt, until),
    isLate,
    cause: wasToldLate ? "told_late" : own,
    app: decides?.service ?? null
  }
}

interface Ended {
  readonly endedAt: number
  readonly cut: Cut
}

const withinOf = (cases: ReadonlyArray<Ended>, allowed: number, now: number): CutFigures["within_1_hour"] => {
  const known = cases.filter(({ endedAt }) => now - endedAt >= allowed * hour)
  const cut = known.filter(({ cut: { at }, endedAt }) => at !== null && at - endedAt <= allowed * hour).length
  return { of: known.length, cut, share: percentOf(cut, known.length) }
}

/** The figures of all cases by one evidence (time-to-cut-3). */
export const figuresOf = (cases: ReadonlyArray<Ended>, now: number): CutFigures => {
  const cut = cases.filter(({ cut: { at } }) => at !== null)
  const durations = cases.map(({ cut: { at, hours } }): Duration => ({ hours, removed: at !== null }))
  const left = hoursUntilLeft(durations)
  return {
    cut: cut.length,
    before_end: cut.filter(({ cut: { at }, endedAt }) => at !== null && at <= endedAt).length,
    open: cases.length - cut.length,
    median_hours: left(0.5),
    p90_hours: left(0.1),
    p99_hours: left(0.01),
    within_1_hour: withinOf(cases, 1, now),
    within_24_hours: withinOf(cases, lateAfterHours, now),
    curve: curveOf(durations)
  }
}

/** Late ones by their cause, the most frequent first. */
export const causesOf = (cuts: ReadonlyArray<Cut>) =>
  [...Map.groupBy(cuts, ({ cause }) => cause)]
    .flatMap(([cause, own]) => {
      const open = own.filter(({ at }) => at === null).length
      return cause === null ? [] : [{ cause, open, late: own.length - open }]
    })
    .toSorted(
      (one, other) => other.late + other.open - one.late - one.open || urgency[other.cause] - urgency[one.cause]
    )

/** Open ones before the others, then by the hours. */
export const worstFirst = <A extends { readonly cut: Cut }>(cases: ReadonlyArray<A>): ReadonlyArray<A> =>
  cases.toSorted(
    ({ cut: one }, { cut: other }) => Number(one.at !== null) - Number(other.at !== null) || other.hours - one.hours
  )
