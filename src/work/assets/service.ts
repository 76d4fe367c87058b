import { dayIn } from "@svc/contract/kernel/dates"
import type {
  AssetHolderRefused,
  AssetLost,
  AssetNotFound,
  AssetSerialTaken,
  ShipmentNotAnnounced
} from "@svc/contract/assets/errors"
import {
  type Asset,
  AssetCategory,
  type AssetPage,
  type AssetSummary,
  type CreateAsset,
  type EditAsset,
  type ImportedAssets,
  type ListAssets,
  type ReturnedAsset,
  type ReturnedAssets
} from "@svc/contract/assets/schema"
import { Caller } from "@svc/contract/kernel/access"
import type { LegalHoldInForce, PlanLimitReached } from "@svc/contract/kernel/errors"
import type { AssetId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, type Schema } from "effect"
import { layerOf } from "#platform/services/layer-of"
import { makeChanges, type TrackOptions } from "./changes.ts"
import { makeCreation } from "./creation.ts"
import { AssetsReadRepo } from "./read-repo.ts"
import { recoveryTimeline, totalsOf } from "./rules.ts"

/**
 * Equipment and who has it (assets-1). Every change is audited, and the tasks of the holder's open cases follow it in
 * its transaction.
 */
export class Assets extends Context.Service<
  Assets,
  {
    /** Newest first: unassigned items, and those of people in the caller's scope. */
    list(filters: ListAssets): Effect.Effect<AssetPage, never, Caller>
    /** Days of the organization's calendar; a deadline is due through its own day. */
    readonly summary: Effect.Effect<AssetSummary, never, Caller>
    create(input: CreateAsset): Effect.Effect<Asset, AssetHolderRefused | PlanLimitReached | AssetSerialTaken, Caller>
    /** Each row separately; refused rows are returned with their reason. */
    importMany(rows: ReadonlyArray<Schema.Json>): Effect.Effect<ImportedAssets, never, Caller>
    /** Announces a return if the asset becomes `returned` by it. */
    edit(
      id: AssetId,
      input: EditAsset
    ): Effect.Effect<
      Asset,
      AssetNotFound | AssetHolderRefused | AssetSerialTaken | AssetLost | LegalHoldInForce,
      Caller
    >
    /** `found` lets a lost asset come back. One that is returned already is left alone. */
    giveBack(
      id: AssetId,
      options: { readonly found: boolean }
    ): Effect.Effect<ReturnedAsset, AssetNotFound | AssetLost, Caller>
    /** Of these only what is deployed, in one audit entry. */
    giveBackMany(ids: ReadonlyArray<AssetId>): Effect.Effect<ReturnedAssets, never, Caller>
    /** A return that was announced by the portal link has arrived. One that is returned already is left alone. */
    receive(id: AssetId): Effect.Effect<ReturnedAsset, AssetNotFound | ShipmentNotAnnounced, Caller>
    /** Announces that this person sends back something that they still have; anything else is not found. */
    track(id: AssetId, options: TrackOptions): Effect.Effect<Asset, AssetNotFound, Caller>
    remove(id: AssetId): Effect.Effect<void, AssetNotFound | LegalHoldInForce, Caller>
  }
>()("svc/assets/Assets") {
  static readonly layerNoDeps = layerOf(Assets, function* () {
    const reads = yield* AssetsReadRepo

    const list = Effect.fnUntraced(function* (filters: ListAssets) {
      const { orgId, records } = yield* Caller
      return { ...(yield* reads.page(orgId, records, filters)), limit: filters.limit, offset: filters.offset }
    })

    const summary = Effect.gen(function* () {
      const { orgId, records } = yield* Caller
      const { counts, dues, timezone } = yield* reads.figures(orgId, records)
      const today = dayIn(timezone, yield* DateTime.now)
      const { totals, ...figures } = totalsOf(counts, AssetCategory.literals)
      return {
        totals,
        ...figures,
        recoveryTimeline: recoveryTimeline(dues, today),
        noDeadlineDeployedCount: totals.deployed - dues.reduce((sum, { count }) => sum + count, 0)
      }
    }).pipe(Effect.withSpan("Assets.summary"))

    return Assets.of({ list, summary, ...(yield* makeCreation), ...(yield* makeChanges) })
  })
}
