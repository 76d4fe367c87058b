import type { AppTier, ClockRule, LateCause, LeaverVerdict, RemovalVerdict } from "@svc/contract/leaver-test/figures"
import type { LeaverTestParameters } from "@svc/contract/leaver-test/schema"
import { clockOf } from "./clock.ts"
import type { AppFacts, LeaverFacts } from "./facts.ts"
import { type JudgedLeftBehind, judgeLeftBehind } from "./left-behind.ts"
import { tierFinder } from "./tiers.ts"

const msPerHour = 3_600_000

/** One app of one leaver, judged. */
export interface JudgedRemoval {
  readonly facts: AppFacts
  readonly tier: AppTier | undefined
  readonly inScope: boolean
  /** Hundredths of hours. */
  readonly hours: number
  readonly result: RemovalVerdict
  readonly cause: LateCause | null
}

/** One leaver, judged. */
export interface JudgedLeaver {
  readonly facts: LeaverFacts
  readonly rule: ClockRule
  readonly startedAt: number
  /** In the order of the facts; those out of scope too. */
  readonly removals: ReadonlyArray<JudgedRemoval>
  /** A figure of its own, which decides no result. */
  readonly leftBehind: ReadonlyArray<JudgedLeftBehind>
  /** The removal that decides the result. */
  readonly deciding: JudgedRemoval | null
  readonly result: LeaverVerdict
  readonly cause: LateCause | null
}

/** Hundredths of hours between two moments, rounded down, never below 0. */
const hundredths = (from: number, to: number) => Math.floor(Math.max(0, to - from) / (msPerHour / 100))

const severity: Readonly<Record<RemovalVerdict, number>> = { open: 3, late: 2, not_due: 1, in_time: 0 }

/** Hundredths beyond what is allowed. */
const beyond = ({ hours, tier }: JudgedRemoval) => hours - (tier?.hours ?? 0) * 100

const worst = (removals: ReadonlyArray<JudgedRemoval>): JudgedRemoval | null =>
  removals.reduce<JudgedRemoval | null>((chosen, removal) => {
    if (chosen === null) return removal
    const more = severity[removal.result] - severity[chosen.result] || beyond(removal) - beyond(chosen)
    return more > 0 ? removal : chosen
  }, null)

/** Judges leavers by the published rule (`docs/leaver-test.md`) at one moment. */
export const makeJudge = (parameters: LeaverTestParameters, asOf: number) => {
  const tierOf = tierFinder(parameters.tiers)
  const scope = parameters.apps === null ? null : new Set(parameters.apps.map((app) => app.toLowerCase()))

  /** Whether the allowed hours, counted from then, would have held; for what is open: whether they are not over yet. */
  const wouldHold = (from: number, removedAt: number | null, allowed: number) =>
    (removedAt ?? asOf) - from <= allowed * msPerHour

  const causeOf = (
    leaver: LeaverFacts,
    startedAt: number,
    allowed: number,
    app: Pick<AppFacts, "removedAt" | "vendorFailed" | "notConnected" | "byHand" | "residual">
  ): LateCause => {
    if (app.residual !== "none") return "residual"
    if (leaver.firstKnownAt > startedAt && wouldHold(leaver.firstKnownAt, app.removedAt, allowed)) return "told_late"
    const approvedAt = leaver.offboarding?.approvedAt ?? null
    if (approvedAt !== null && approvedAt > startedAt && wouldHold(approvedAt, app.removedAt, allowed))
      return "approval_waited"
    if (app.vendorFailed) return "vendor_failed"
    if (app.notConnected) return "not_connected"
    return app.byHand ? "by_hand" : "not_started"
  }

  const judgeRemoval = (leaver: LeaverFacts, startedAt: number, facts: AppFacts): JudgedRemoval => {
    const tier = tierOf(facts.app)
    const allowed = tier?.hours ?? 0
    const inScope = tier !== undefined && (scope === null || scope.has(facts.app.toLowerCase()))
    const until = facts.residual === "none" ? (facts.removedAt ?? asOf) : asOf
    const judged = (result: RemovalVerdict): JudgedRemoval => ({
      facts,
      tier,
      inScope,
      hours: hundredths(startedAt, until),
      result,
      cause: result === "late" || result === "open" ? causeOf(leaver, startedAt, allowed, facts) : null
    })
    if (facts.residual !== "none") return judged("open")
    const onTime = until - startedAt <= allowed * msPerHour
    if (facts.removedAt !== null) return judged(onTime ? "in_time" : "late")
    return judged(onTime ? "not_due" : "open")
  }

  return (facts: LeaverFacts): JudgedLeaver => {
    const { at: startedAt, rule } = clockOf(parameters.clock, facts)
    const removals = facts.apps.map((app) => judgeRemoval(facts, startedAt, app))
    const inScope = removals.filter((removal) => removal.inScope)
    const leftBehind = judgeLeftBehind(facts.leftBehind, removals, { startedAt, asOf })
    const judged = { facts, rule, startedAt, removals, leftBehind }
    if (facts.offboarding === null) return { ...judged, deciding: null, result: "no_case", cause: "no_case" }
    const deciding = worst(inScope)
    if (deciding !== null) return { ...judged, deciding, result: deciding.result, cause: deciding.cause }
    if (removals.length > 0 || facts.offboarding.nothingToRevoke)
      return { ...judged, deciding, result: "no_access", cause: null }
    return startedAt > asOf
      ? { ...judged, deciding, result: "not_due", cause: null }
      : { ...judged, deciding, result: "open", cause: "not_started" }
  }
}
