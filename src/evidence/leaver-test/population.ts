import type { OrgId } from "@svc/contract/kernel/ids"
import type { LeaverTestParameters } from "@svc/contract/leaver-test/schema"
import { Context, type DateTime, Effect, type Scope, Stream } from "effect"
import path from "node:path"
import { AppConfig } from "#platform/config/config"
import { Randomness } from "#platform/crypto/random"
import { openScratchFile } from "#platform/files/scratch-file"
import { layerOf } from "#platform/services/layer-of"
import { LeaverFactsRepo } from "./facts-repo.ts"
import { makeJudge } from "./judging.ts"
import type { MissingFacts } from "./missing-repo.ts"
import { type Population, PopulationWriter } from "./population-writer.ts"
import { makeAccountNaming, makeNaming } from "./sealed-names.ts"

/** Reads, judges, and records all leavers of a period. */
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
  static readonly layerNoDeps = layerOf(LeaverPopulation, function* () {
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
      const writer = new PopulationWriter({
        population: yield* scratch,
        removals: yield* scratch,
        leftBehind: yield* scratch
      })
      const judge = makeJudge(parameters, asOf.epochMilliseconds)
      return yield* Effect.scoped(
        Effect.gen(function* () {
          const snapshot = yield* repo.open(orgId, parameters, asOf)
          yield* writer.begin()
          yield* Stream.runForEach(snapshot.leavers, (page) =>
            Effect.gen(function* () {
              yield* writer.add((yield* withAccounts(orgId, yield* named(orgId, page))).map(judge))
              yield* told(writer.done(), snapshot.count)
            })
          )
          return writer.finish(yield* namedMissing(orgId, yield* snapshot.missing), snapshot.lookedForLeftBehind)
        })
      )
    })

    return LeaverPopulation.of({ write })
  })
}
