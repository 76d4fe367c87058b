import type { AppTier, LeftBehindFigures, LeftBehindVerdict } from "@svc/contract/leaver-test/figures"
import { upperBound } from "./bound.ts"

/** Orphaned items of one kind at an app of one leaver; no kind if the app was not scanned. */
export interface LeftBehindFacts {
  readonly app: string
  readonly kind: string | null
  readonly sight: "seen" | "not_visible" | "not_looked"
  /** Why it was not seen; null for what was. */
  readonly why: string | null
  /** Milliseconds since 1970, of the latest look. */
  readonly lookedAt: number | null
  readonly found: number
  /** Ended or handed over, by evidence. */
  readonly readBack: number
  readonly vendorAnswer: number
  readonly confirmedByHand: number
  /** Accepted, with a reason. */
  readonly accepted: number
  readonly pending: number
}

/** The same as the snapshot reads it. */
export interface LeftBehindRow {
  readonly offboarding_id: string
  readonly service_name: string
  readonly kind: string
  readonly looked_at: Date | null
  readonly why: string | null
  readonly found: number
  readonly read_back: number
  readonly vendor_answer: number
  readonly confirmed_by_hand: number
  readonly accepted: number
  readonly pending: number
}

const notLooked = "Not scanned"

const factsOf = (row: LeftBehindRow): LeftBehindFacts => ({
  app: row.service_name,
  kind: row.kind,
  sight: row.looked_at === null ? "not_looked" : row.why === null ? "seen" : "not_visible",
  why: row.looked_at === null ? notLooked : row.why,
  lookedAt: row.looked_at?.getTime() ?? null,
  found: row.found,
  readBack: row.read_back,
  vendorAnswer: row.vendor_answer,
  confirmedByHand: row.confirmed_by_hand,
  accepted: row.accepted,
  pending: row.pending
})

const unseen = (app: string): LeftBehindFacts => ({
  app,
  kind: null,
  sight: "not_looked",
  why: notLooked,
  lookedAt: null,
  found: 0,
  readBack: 0,
  vendorAnswer: 0,
  confirmedByHand: 0,
  accepted: 0,
  pending: 0
})

/** For the apps of a case, in order, including apps that were not scanned. */
export const leftBehindOf = (
  rows: ReadonlyArray<LeftBehindRow>,
  apps: ReadonlyArray<{ readonly app: string }>
): ReadonlyArray<LeftBehindFacts> =>
  apps.flatMap(({ app }) => {
    const own = rows.filter(({ service_name }) => service_name === app)
    return own.length === 0 ? [unseen(app)] : own.map(factsOf)
  })

/** A kind at an app, judged. */
export interface JudgedLeftBehind {
  readonly facts: LeftBehindFacts
  readonly inScope: boolean
  readonly result: LeftBehindVerdict
}

const msPerHour = 3_600_000

/** By the hours that the app's removal is allowed: what is pending, or was not seen, once they are over counts. */
export const judgeLeftBehind = (
  left: ReadonlyArray<LeftBehindFacts>,
  removals: ReadonlyArray<{
    readonly facts: { readonly app: string }
    readonly tier: AppTier | undefined
    readonly inScope: boolean
  }>,
  { asOf, startedAt }: { readonly startedAt: number; readonly asOf: number }
): ReadonlyArray<JudgedLeftBehind> =>
  left.flatMap((facts) => {
    const removal = removals.find((one) => one.facts.app === facts.app)
    if (removal === undefined) return []
    const isOver = asOf - startedAt > (removal.tier?.hours ?? 0) * msPerHour
    const isSettled = facts.pending === 0 && facts.sight === "seen"
    const late = facts.pending > 0 ? ("pending" as const) : ("not_seen" as const)
    return [{ facts, inScope: removal.inScope, result: isSettled ? "settled" : isOver ? late : "not_due" }]
  })

/** The worst first. */
const severity = ["pending", "not_seen", "not_due", "settled"] as const satisfies ReadonlyArray<LeftBehindVerdict>

/** Counts what leavers left behind, one leaver after the other, by the worst of each. */
export class LeftBehindCount {
  readonly #results = { settled: 0, pending: 0, not_seen: 0, not_due: 0 }
  readonly #things = { found: 0, read_back: 0, vendor_answer: 0, confirmed_by_hand: 0, accepted: 0, pending: 0 }
  readonly #unseen = new Map<string, { readonly app: string; readonly kind: string | null; leavers: number }>()

  add(judged: ReadonlyArray<JudgedLeftBehind>): void {
    const own = judged.filter(({ inScope }) => inScope)
    const worst = severity.find((verdict) => own.some(({ result }) => result === verdict))
    if (worst === undefined) return
    this.#results[worst] += 1
    for (const { facts } of own) {
      this.#things.found += facts.found
      this.#things.read_back += facts.readBack
      this.#things.vendor_answer += facts.vendorAnswer
      this.#things.confirmed_by_hand += facts.confirmedByHand
      this.#things.accepted += facts.accepted
      this.#things.pending += facts.pending
      if (facts.sight === "seen") continue
      const name = JSON.stringify([facts.app, facts.kind])
      const known = this.#unseen.get(name) ?? { app: facts.app, kind: facts.kind, leavers: 0 }
      known.leavers += 1
      this.#unseen.set(name, known)
    }
  }

  figures(): LeftBehindFigures {
    const { not_due, not_seen, pending, settled } = this.#results
    const tested = settled + pending
    return {
      total: tested + not_seen + not_due,
      tested,
      ...this.#results,
      exception_rate: tested === 0 ? null : Math.round((pending / tested) * 1e6) / 1e6,
      exception_bound_95: upperBound(pending, tested),
      things: { ...this.#things },
      unseen: [...this.#unseen.values()].toSorted(
        (one, other) =>
          other.leavers - one.leavers ||
          Buffer.compare(Buffer.from(one.app), Buffer.from(other.app)) ||
          ((one.kind ?? "") < (other.kind ?? "") ? -1 : 1)
      )
    }
  }
}
