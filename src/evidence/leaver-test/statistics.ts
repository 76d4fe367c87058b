import type {
  Figures,
  LateCause,
  LeaverTestStatistics,
  LeaverVerdict,
  RemovalVerdict
} from "@svc/contract/leaver-test/figures"
import { LateCause as Causes } from "@svc/contract/leaver-test/figures"
import { upperBound } from "./bound.ts"
import type { JudgedLeaver } from "./judging.ts"
import { curveOf, type Duration, percentilesOf } from "@svc/contract/kernel/survival"

type Counts = Record<LeaverVerdict, number>

const noCounts = (): Counts => ({ in_time: 0, late: 0, open: 0, not_due: 0, no_access: 0, no_case: 0 })

/** What is counted of one group: results, and how long it took. */
class Tally {
  readonly counts = noCounts()
  readonly durations: Array<Duration> = []

  add(result: LeaverVerdict, duration?: Duration) {
    this.counts[result] += 1
    if (duration !== undefined) this.durations.push(duration)
  }

  figures(): Figures {
    const { counts } = this
    const exceptions = counts.late + counts.open + counts.no_case
    const tested = counts.in_time + exceptions
    return {
      total: Object.values(counts).reduce((sum, count) => sum + count, 0),
      tested,
      ...counts,
      exceptions,
      exception_rate: tested === 0 ? null : Math.round((exceptions / tested) * 1e6) / 1e6,
      exception_bound_95: upperBound(exceptions, tested),
      ...percentilesOf(this.durations)
    }
  }
}

/** Groups by name, in the order of their bytes. */
class Groups {
  readonly tallies = new Map<string, Tally>()

  of(name: string): Tally {
    const known = this.tallies.get(name)
    if (known !== undefined) return known
    const made = new Tally()
    this.tallies.set(name, made)
    return made
  }

  figures() {
    return [...this.tallies]
      .toSorted(([one], [other]) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
      .map(([name, tally]) => ({ name, ...tally.figures() }))
  }
}

interface LateOrOpen {
  late: number
  open: number
}

/** Counts by cause, in the order of their names; zero counts are omitted. */
class CauseCounts {
  readonly leavers = new Map<LateCause, LateOrOpen>()
  readonly removals = new Map<LateCause, LateOrOpen>()

  add(of: "leavers" | "removals", cause: LateCause | null, result: LeaverVerdict) {
    if (cause === null) return
    const counted = this[of].get(cause) ?? { late: 0, open: 0 }
    counted[result === "late" ? "late" : "open"] += 1
    this[of].set(cause, counted)
  }

  figures() {
    return Causes.literals
      .toSorted((one, other) => (one < other ? -1 : 1))
      .map((cause) => ({
        cause,
        leavers: this.leavers.get(cause) ?? { late: 0, open: 0 },
        removals: this.removals.get(cause) ?? { late: 0, open: 0 }
      }))
      .filter(({ leavers, removals }) => leavers.late + leavers.open + removals.late + removals.open > 0)
  }
}

const isRemoved = (result: RemovalVerdict) => result === "in_time" || result === "late"

const longest = (durations: ReadonlyArray<Duration>) => Math.max(...durations.map(({ hours }) => hours))

/** Of a leaver: until the last removal, or so far; none without a removal in scope. */
const durationOf = (durations: ReadonlyArray<Duration>): Duration | undefined => {
  if (durations.length === 0) return undefined
  const waiting = durations.filter(({ removed }) => !removed)
  return waiting.length === 0
    ? { hours: longest(durations), removed: true }
    : { hours: longest(waiting), removed: false }
}

/** Counts judged leavers, one after the other; what it keeps of each is a number or two. */
export class LeaverTestCount {
  readonly #leavers = new Tally()
  readonly #removals = new Tally()
  readonly #tiers = new Groups()
  readonly #apps = new Groups()
  readonly #months = new Groups()
  readonly #causes = new CauseCounts()

  add({ cause, facts, removals, result }: JudgedLeaver): void {
    const durations: Array<Duration> = []
    for (const removal of removals) {
      if (!removal.inScope) continue
      const duration = { hours: removal.hours, removed: isRemoved(removal.result) }
      durations.push(duration)
      for (const tally of [
        this.#removals,
        this.#tiers.of(removal.tier?.name ?? ""),
        this.#apps.of(removal.facts.app)
      ]) {
        tally.add(removal.result, duration)
      }
      this.#causes.add("removals", removal.cause, removal.result)
    }
    const duration = durationOf(durations)
    for (const tally of [this.#leavers, this.#months.of(facts.lastWorkingDay.slice(0, 7))]) tally.add(result, duration)
    this.#causes.add("leavers", cause, result)
  }

  statistics(): LeaverTestStatistics {
    return {
      leavers: this.#leavers.figures(),
      removals: this.#removals.figures(),
      by_tier: this.#tiers.figures(),
      by_app: this.#apps.figures(),
      by_month: this.#months.figures(),
      by_cause: this.#causes.figures(),
      curve: { leavers: curveOf(this.#leavers.durations), removals: curveOf(this.#removals.durations) }
    }
  }
}
