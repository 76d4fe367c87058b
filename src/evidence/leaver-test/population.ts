import type {
  ExceptionShown,
  LeaverTestResult,
  LeaverTestStatistics,
  LeftBehindFigures
} from "@svc/contract/leaver-test/figures"
import { CalendarDate } from "@svc/contract/kernel/dates"
import type { OrgId } from "@svc/contract/kernel/ids"
import type { LeaverTestParameters } from "@svc/contract/leaver-test/schema"
import { Context, type DateTime, Effect, Layer, type Scope, Stream } from "effect"
import { createHash } from "node:crypto"
import path from "node:path"
import { AppConfig } from "#platform/config/config"
import { Randomness } from "#platform/crypto/random"
import { csvOf } from "#platform/files/csv"
import { openScratchFile, type ScratchFile } from "#platform/files/scratch-file"
import {
  leftBehindHeader,
  leftBehindRows,
  populationHeader,
  populationRow,
  removalRows,
  removalsHeader
} from "./csv-files.ts"
import { LeaverFactsRepo } from "./facts-repo.ts"
import { type JudgedLeaver, makeJudge } from "./judging.ts"
import { LeftBehindCount } from "./left-behind.ts"
import type { MissingFacts } from "./missing-repo.ts"
import { makeAccountNaming, makeNaming } from "./sealed-names.ts"
import { LeaverTestCount } from "./statistics.ts"

/** A leaver whom nobody offboarded, or an offboarding of nobody in the directory. */
interface Listed {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly last_working_day: string
  /** The directory has a record of them. */
  readonly hasRecord: boolean
}

/** Everybody who left in the period, judged and written down. */
export interface Population {
  /** `population.csv` and `removals.csv`. */
  readonly population: ScratchFile
  readonly removals: ScratchFile
  /** `left-behind.csv` and its figures; null where the organisation never had it looked for. */
  readonly leftBehind: { readonly file: ScratchFile; readonly figures: LeftBehindFigures } | null
  /** Of `population.csv`. */
  readonly sha256: string
  readonly leaverIds: ReadonlyArray<string>
  /** Whom the files name: offboardings, directory records, users. */
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

/** Reads, judges and writes down everybody who left in a period. */
export class LeaverPopulation extends Context.Service<
  LeaverPopulation,
  {
    /** In one pass over one snapshot; the files are gone with the scope. `told` hears how far it is. */
    write(
      orgId: OrgId,
      parameters: LeaverTestParameters,
      asOf: DateTime.Utc,
      told: (done: number, total: number) => Effect.Effect<void>
    ): Effect.Effect<Population, never, Scope.Scope>
  }
>()("svc/leaver-test/LeaverPopulation") {
  static readonly layerNoDeps = Layer.effect(
    LeaverPopulation,
    Effect.gen(function* () {
      const repo = yield* LeaverFactsRepo
      const randomness = yield* Randomness
      const named = yield* makeNaming
      const withAccounts = yield* makeAccountNaming
      const { dataDir } = yield* AppConfig

      const scratch = Effect.provideService(openScratchFile(path.join(dataDir, "scratch")), Randomness, randomness)

      const namedMissing = Effect.fnUntraced(function* (orgId: OrgId, missing: MissingFacts) {
        const of = (people: MissingFacts["withdrawn_leavers"]) =>
          Effect.map(named(orgId, people), (rows) => rows.map(({ sealed: _sealed, ...row }) => row))
        return {
          ...missing,
          leavers_without_day: yield* of(missing.leavers_without_day),
          withdrawn_leavers: yield* of(missing.withdrawn_leavers)
        }
      })

      const write = Effect.fn("LeaverPopulation.write")(function* (
        orgId: OrgId,
        parameters: LeaverTestParameters,
        asOf: DateTime.Utc,
        told: (done: number, total: number) => Effect.Effect<void>
      ) {
        const population = yield* scratch
        const removals = yield* scratch
        const left = yield* scratch
        const hash = createHash("sha256")
        const judge = makeJudge(parameters, asOf.epochMilliseconds)
        const count = new LeaverTestCount()
        const leftBehind = new LeftBehindCount()
        const evidence = { read_back: 0, vendor_answer: 0, confirmed_by_hand: 0, not_observed: 0 }
        const leaverIds: Array<string> = []
        const subjects = new Set<string>()
        const exceptions: Array<ExceptionShown> = []
        const leaversWithoutCase: Array<Listed> = []
        const casesWithoutRecord: Array<Listed> = []
        let reactivatedLeavers = 0
        let residualFindings = 0

        const append = Effect.fnUntraced(function* (
          rows: ReadonlyArray<ReadonlyArray<string>>,
          of: ReadonlyArray<ReadonlyArray<string>>,
          leftOf: ReadonlyArray<ReadonlyArray<string>>
        ) {
          const bytes = encoder.encode(csvOf(rows))
          hash.update(bytes)
          yield* population.append(bytes)
          yield* removals.append(encoder.encode(csvOf(of)))
          yield* left.append(encoder.encode(csvOf(leftOf)))
        })

        const note = (leaver: JudgedLeaver) => {
          const { facts } = leaver
          count.add(leaver)
          leftBehind.add(leaver.leftBehind)
          for (const of of leaver.removals) {
            if (of.inScope) evidence[of.facts.evidence] += 1
            if (of.facts.acceptedById !== null) subjects.add(of.facts.acceptedById)
          }
          leaverIds.push(facts.leaverId)
          subjects.add(facts.leaverId)
          if (facts.employeeId !== null) subjects.add(facts.employeeId)
          const approver = facts.offboarding?.approvedById ?? null
          if (approver !== null) subjects.add(approver)
          if (facts.reactivations > 0) reactivatedLeavers += 1
          residualFindings += facts.residualFindings
          exceptions.push(...exceptionsOf(leaver))
          const listed = {
            id: facts.leaverId,
            name: facts.name,
            email: facts.email,
            last_working_day: facts.lastWorkingDay,
            hasRecord: facts.employeeId !== null
          }
          if (facts.offboarding === null) leaversWithoutCase.push(listed)
          else if (facts.employeeId === null && facts.name !== "[erased]") casesWithoutRecord.push(listed)
        }

        const { lookedFor, missing } = yield* Effect.scoped(
          Effect.gen(function* () {
            const snapshot = yield* repo.open(orgId, parameters, asOf)
            yield* append([populationHeader], [removalsHeader], [leftBehindHeader])
            yield* Stream.runForEach(snapshot.leavers, (page) =>
              Effect.gen(function* () {
                const judged = (yield* withAccounts(orgId, yield* named(orgId, page))).map(judge)
                judged.forEach(note)
                yield* append(judged.map(populationRow), judged.flatMap(removalRows), judged.flatMap(leftBehindRows))
                yield* told(leaverIds.length, snapshot.count)
              })
            )
            return {
              missing: yield* namedMissing(orgId, yield* snapshot.missing),
              lookedFor: snapshot.lookedForLeftBehind
            }
          })
        )
        for (const { employee_id } of [...missing.accounts_off_without_case, ...missing.terminated_but_active])
          subjects.add(employee_id)
        for (const { leaver_id } of [...missing.leavers_without_day, ...missing.withdrawn_leavers])
          subjects.add(leaver_id)
        for (const { case_id } of missing.cancelled_cases) subjects.add(case_id)
        const made: Population = {
          population,
          removals,
          leftBehind: lookedFor ? { file: left, figures: leftBehind.figures() } : null,
          sha256: hash.digest("hex"),
          leaverIds,
          subjects: [...subjects],
          statistics: count.statistics(),
          evidence,
          reactivatedLeavers,
          residualFindings,
          exceptions: exceptions.toSorted(
            (one, other) => weight(other) - weight(one) || (one.leaver_id < other.leaver_id ? -1 : 1)
          ),
          leaversWithoutCase,
          casesWithoutRecord,
          missing
        }
        return made
      })

      return LeaverPopulation.of({ write })
    })
  )
}
