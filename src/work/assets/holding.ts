import { AssetHolderRefused, AssetNotFound } from "@svc/contract/assets/errors"
import { Caller } from "@svc/contract/kernel/access"
import type { AssetId, EmployeeId, OffboardingId } from "@svc/contract/kernel/ids"
import { Effect } from "effect"
import { Checklists } from "#work/checklists/service"
import { AssetsRepo } from "./repo.ts"

type CasesByHolder = Map<EmployeeId, ReadonlyArray<OffboardingId>>

/** An open case of the holder, for the audit entry. */
export const caseOf = (cases: CasesByHolder, holder: EmployeeId | null): OffboardingId | null =>
  (holder === null ? undefined : cases.get(holder)?.[0]) ?? null

/**
 * Every change of equipment locks the open cases of its holder first, so that none completes at the same time, and
 * updates their tasks afterwards (work-59).
 */
export const makeHolding = Effect.gen(function* () {
  const repo = yield* AssetsRepo
  const checklists = yield* Checklists

  /** Locks the open cases of these people in addition to the locked ones; in one order everywhere. */
  const lockAssignees = Effect.fnUntraced(function* (
    holders: ReadonlyArray<EmployeeId | null>,
    held: CasesByHolder = new Map()
  ) {
    const wanted = new Set(holders.filter((holder) => holder !== null && !held.has(holder)))
    for (const holder of [...wanted].toSorted())
      if (holder !== null) held.set(holder, yield* checklists.lockCasesOf(holder))
    return held
  })

  /**
   * Locks the items and, before them, the open cases of their holders and of `further` people. A holder who changed in
   * the meantime is locked afterwards: a deadlock with the right order rolls back and retries.
   */
  const lockAssets = Effect.fnUntraced(function* (
    ids: ReadonlyArray<AssetId>,
    further: ReadonlyArray<EmployeeId | null> = []
  ) {
    const { orgId, records } = yield* Caller
    const seen = yield* repo.find({ orgId, records, ids })
    const cases = yield* lockAssignees([...seen.map((asset) => asset.org_employee_id), ...further])
    const assets = yield* repo.lock({ orgId, records, ids: seen.map(({ id }) => id) })
    yield* lockAssignees(
      assets.map((asset) => asset.org_employee_id),
      cases
    )
    return { assets, cases }
  })

  /** One item of any holder: the return routes cover the whole organization. */
  const lockAsset = Effect.fnUntraced(function* (id: AssetId, further: ReadonlyArray<EmployeeId | null> = []) {
    const { assets, cases } = yield* lockAssets([id], further)
    const [asset] = assets
    return asset === undefined ? yield* new AssetNotFound() : { asset, cases }
  })

  /** One asset that the caller's list shows; any other does not exist for the routes that manage assets. */
  const lockOwn = Effect.fnUntraced(function* (id: AssetId, further: ReadonlyArray<EmployeeId | null> = []) {
    const locked = yield* lockAsset(id, further)
    return locked.asset.in_sight ? locked : yield* new AssetNotFound()
  })

  /** The new holder: in the caller's part of the directory, and not erased. */
  const admitHolder = Effect.fnUntraced(function* (id: EmployeeId) {
    const { orgId, records } = yield* Caller
    const [holder] = yield* repo.holders({ orgId, records, ids: [id] })
    if (holder === undefined) {
      return yield* new AssetHolderRefused({ error: "orgEmployeeId: not found in the directory" })
    }
    if (holder.erased) {
      return yield* new AssetHolderRefused({
        error: "orgEmployeeId: this person was erased, so nothing can be assigned to them"
      })
    }
    return holder
  })

  const syncAll = (cases: CasesByHolder) =>
    Effect.forEach(new Set([...cases.values()].flat()), (id) => checklists.sync(id), { discard: true })

  return { lockAssignees, lockAssets, lockAsset, lockOwn, admitHolder, syncAll }
})
