import type { SampleDraw } from "@svc/contract/leaver-test/figures"
import { Caller } from "@svc/contract/kernel/access"
import type { LeaverTestParameters } from "@svc/contract/leaver-test/schema"
import { Context, Effect } from "effect"
import { hash } from "node:crypto"
import type { AnchorPage } from "@svc/contract/audit/files"
import { AuditAnchors } from "#audit/anchors/service"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { layerOf } from "#platform/services/layer-of"
import { upperBound } from "./bound.ts"
import { LeaverTestBuildsRepo } from "./builds-repo.ts"
import { drawn, seedOf } from "./draw.ts"
import type { Population } from "./population-writer.ts"

interface Drawn {
  readonly sample: SampleDraw
  /** In the order of the draw. */
  readonly leaverIds: ReadonlyArray<string>
  readonly anchors: AnchorPage
  /** The number of the entry that the anchor is of. */
  readonly through: bigint
}

/** Draws a verifiable random sample that no one could choose (`docs/leaver-test.md`). */
export class LeaverSample extends Context.Service<
  LeaverSample,
  {
    /** Fixes the population in the chain, has the chain anchored, then draws. */
    draw(population: Population, parameters: LeaverTestParameters): Effect.Effect<Drawn, never, Caller>
  }
>()("svc/leaver-test/LeaverSample") {
  static readonly layerNoDeps = layerOf(LeaverSample, function* () {
    const db = yield* Db
    const repo = yield* LeaverTestBuildsRepo
    const audit = yield* Audit
    const anchors = yield* AuditAnchors

    const fix = Effect.fnUntraced(function* (
      { leaverIds, sha256 }: Population,
      { sample_size, words }: LeaverTestParameters
    ) {
      yield* audit.record({
        action: "leaver_test_population_fixed",
        target: auditText`Leaver access test`,
        details: auditText`population sha256: ${sha256}, rows: ${leaverIds.length}, words sha256: ${hash("sha256", words)}, sample size: ${sample_size}`
      })
    }, db.transact)

    const anchored = Effect.fnUntraced(function* (populationSha256: string) {
      const { orgId } = yield* Caller
      const anchor = yield* Effect.orDie(Effect.flatMap(anchors.anchorHead("nightly"), Effect.fromOption))
      return {
        anchor,
        anchors: yield* anchors.pageOf([anchor]),
        through: yield* repo.anchored(orgId, anchor.id),
        fixedBy: yield* repo.fixedBy(orgId, populationSha256)
      }
    }, db.transact)

    const draw = Effect.fn("LeaverSample.draw")(function* (population: Population, parameters: LeaverTestParameters) {
      yield* fix(population, parameters)
      const { anchor, anchors: page, fixedBy, through } = yield* anchored(population.sha256)
      const { leaverIds, sha256 } = population
      const { sample_size, words } = parameters
      const seed = seedOf({ populationSha256: sha256, anchorHash: anchor.entry_hash, words })
      const chosen = drawn(seed, leaverIds, sample_size)
      const sample: SampleDraw = {
        population_sha256: sha256,
        population_rows: leaverIds.length,
        population_seq: fixedBy,
        anchor_id: anchor.id,
        anchor_hash: anchor.entry_hash,
        anchored_at: anchor.anchored_at,
        words,
        seed,
        size: chosen.length,
        bound_without_exceptions: upperBound(0, chosen.length)
      }
      return { sample, leaverIds: chosen, anchors: page, through }
    })

    return LeaverSample.of({ draw })
  })
}
