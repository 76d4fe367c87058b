import type {
  ExceptionShown,
  LeaverTestResult,
  LeaverTestStatistics,
  LeftBehindFigures
} from "@svc/contract/leaver-test/figures"
import { CalendarDate } from "@svc/contract/kernel/dates"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { csvOf } from "#platform/files/csv"
import type { ScratchFile } from "#platform/files/scratch-file"
import {
  leftBehindHeader,
  leftBehindRows,
  populationHeader,
  populationRow,
  removalRows,
  removalsHeader
} from "./csv-files.ts"
import type { JudgedLeaver } from "./judging.ts"
import { LeftBehindCount } from "./left-behind.ts"
import type { MissingFacts } from "./missing-repo.ts"
import { LeaverTestCount } from "./statistics.ts"

/*
 * A streaming fold over judged leavers: each page goes to the three files and into the figures, then its rows are
 * forgotten. Memory grows with ids and exceptions only.
 *
 *   begin (headers) --> add (a page) --> add ... --> finish: the population, with the hash of its file
 */

/** A leaver without an offboarding, or an offboarding without a directory record. */
interface Listed {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly last_working_day: string
  /** The directory has a record of them. */
  readonly hasRecord: boolean
}

/** All leavers of the period, judged and recorded. */
export interface Population {
  /** `population.csv` and `removals.csv`. */
  readonly population: ScratchFile
  readonly removals: ScratchFile
  /** `left-behind.csv` and its figures; null if the organization never scanned for orphaned items. */
  readonly leftBehind: { readonly file: ScratchFile; readonly figures: LeftBehindFigures } | null
  /** Of `population.csv`. */
  readonly sha256: string
  readonly leaverIds: ReadonlyArray<string>
  /** Ids that the files name: offboardings, directory records, users. */
  readonly subjects: ReadonlyArray<string>
  readonly statistics: LeaverTestStatistics
  readonly evidence: LeaverTestResult["evidence"]
  readonly reactivatedLeavers: number
  readonly residualFindings: number
  /** All of them, the worst first. */
  readonly exceptions: ReadonlyArray<ExceptionShown>
  readonly leaversWithoutCase: ReadonlyArray<Listed>
  readonly casesWithoutRecord: ReadonlyArray<Listed>
  readonly missing: MissingFacts
}

const encoder = new TextEncoder()

const weight = ({ allowed_hours, hours, result }: ExceptionShown) =>
  result === "no_case"
    ? Number.POSITIVE_INFINITY
    : result === "open"
      ? 1e9 + (hours ?? 1e8)
      : (hours ?? 0) - (allowed_hours ?? 0)

const exceptionsOf = ({ cause, facts, removals, result }: JudgedLeaver): ReadonlyArray<ExceptionShown> => {
  const about = { leaver_id: facts.leaverId, last_working_day: CalendarDate.make(facts.lastWorkingDay) }
  const own = removals.flatMap((of): ReadonlyArray<ExceptionShown> =>
    of.inScope && of.cause !== null && (of.result === "late" || of.result === "open")
      ? [
          {
            ...about,
            app: of.facts.app,
            result: of.result,
            cause: of.cause,
            hours: of.hours / 100,
            allowed_hours: of.tier?.hours ?? null,
            accepted: of.facts.residual === "accepted"
          }
        ]
      : []
  )
  if (own.length > 0 || cause === null || (result !== "no_case" && result !== "open")) return own
  return [{ ...about, app: null, result, cause, hours: null, allowed_hours: null, accepted: false }]
}

/** Empty files, one per CSV. */
interface PopulationFiles {
  readonly population: ScratchFile
  readonly removals: ScratchFile
  readonly leftBehind: ScratchFile
}

type Rows = ReadonlyArray<ReadonlyArray<string>>

export class PopulationWriter {
  readonly #files: PopulationFiles
  readonly #hash = createHash("sha256")
  readonly #count = new LeaverTestCount()
  readonly #leftBehind = new LeftBehindCount()
  readonly #evidence = { read_back: 0, vendor_answer: 0, confirmed_by_hand: 0, not_observed: 0 }
  readonly #leaverIds: Array<string> = []
  readonly #subjects = new Set<string>()
  readonly #exceptions: Array<ExceptionShown> = []
  readonly #leaversWithoutCase: Array<Listed> = []
  readonly #casesWithoutRecord: Array<Listed> = []
  #reactivatedLeavers = 0
  #residualFindings = 0

  constructor(files: PopulationFiles) {
    this.#files = files
  }

  /** Before the first page. */
  begin(): Effect.Effect<void> {
    return Effect.suspend(() => this.#append([populationHeader], [removalsHeader], [leftBehindHeader]))
  }

  /** One page, after the one before it. */
  add(page: ReadonlyArray<JudgedLeaver>): Effect.Effect<void> {
    return Effect.suspend(() => {
      page.forEach((leaver) => this.#note(leaver))
      return this.#append(page.map(populationRow), page.flatMap(removalRows), page.flatMap(leftBehindRows))
    })
  }

  /** Leavers added. */
  done(): number {
    return this.#leaverIds.length
  }

  /** After the last page; `lookedFor`: the organization has scanned for orphaned items. */
  finish(missing: MissingFacts, lookedFor: boolean): Population {
    const subjects = new Set(this.#subjects)
    for (const { employee_id } of [...missing.accounts_off_without_case, ...missing.terminated_but_active])
      subjects.add(employee_id)
    for (const { leaver_id } of [...missing.leavers_without_day, ...missing.withdrawn_leavers]) subjects.add(leaver_id)
    for (const { case_id } of missing.cancelled_cases) subjects.add(case_id)
    const { leftBehind, population, removals } = this.#files
    return {
      population,
      removals,
      leftBehind: lookedFor ? { file: leftBehind, figures: this.#leftBehind.figures() } : null,
      sha256: this.#hash.digest("hex"),
      leaverIds: this.#leaverIds,
      subjects: [...subjects],
      statistics: this.#count.statistics(),
      evidence: this.#evidence,
      reactivatedLeavers: this.#reactivatedLeavers,
      residualFindings: this.#residualFindings,
      exceptions: this.#exceptions.toSorted(
        (one, other) => weight(other) - weight(one) || (one.leaver_id < other.leaver_id ? -1 : 1)
      ),
      leaversWithoutCase: this.#leaversWithoutCase,
      casesWithoutRecord: this.#casesWithoutRecord,
      missing
    }
  }

  #append(rows: Rows, ofRemovals: Rows, ofLeftBehind: Rows): Effect.Effect<void> {
    const bytes = encoder.encode(csvOf(rows))
    this.#hash.update(bytes)
    return this.#files.population
      .append(bytes)
      .pipe(
        Effect.andThen(this.#files.removals.append(encoder.encode(csvOf(ofRemovals)))),
        Effect.andThen(this.#files.leftBehind.append(encoder.encode(csvOf(ofLeftBehind))))
      )
  }

  #note(leaver: JudgedLeaver): void {
    const { facts } = leaver
    this.#count.add(leaver)
    this.#leftBehind.add(leaver.leftBehind)
    for (const { facts: of, inScope } of leaver.removals) {
      if (inScope) this.#evidence[of.evidence] += 1
      if (of.acceptedById !== null) this.#subjects.add(of.acceptedById)
    }
    this.#leaverIds.push(facts.leaverId)
    this.#subjects.add(facts.leaverId)
    if (facts.employeeId !== null) this.#subjects.add(facts.employeeId)
    const approver = facts.offboarding?.approvedById ?? null
    if (approver !== null) this.#subjects.add(approver)
    if (facts.reactivations > 0) this.#reactivatedLeavers += 1
    this.#residualFindings += facts.residualFindings
    this.#exceptions.push(...exceptionsOf(leaver))
    const listed = {
      id: facts.leaverId,
      name: facts.name,
      email: facts.email,
      last_working_day: facts.lastWorkingDay,
      hasRecord: facts.employeeId !== null
    }
    if (facts.offboarding === null) this.#leaversWithoutCase.push(listed)
    else if (facts.employeeId === null && facts.name !== "[erased]") this.#casesWithoutRecord.push(listed)
  }
}
