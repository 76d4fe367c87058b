import { Caller } from "@svc/contract/kernel/access"
import { Effect } from "effect"
import { LeftBehinds } from "#access-removal/left-behind/service"
import { Revocations } from "#access-removal/revocations/service"
import { type OffboardingRow, OffboardingsRepo } from "./repo.ts"
import type { gateOf, Gates } from "./rules.ts"

/** Reads only what a gate of a case requires. */
export const makeReadGates = Effect.gen(function* () {
  const repo = yield* OffboardingsRepo
  const revocations = yield* Revocations
  const leftBehind = yield* LeftBehinds

  return Effect.fnUntraced(function* (row: OffboardingRow, gate: ReturnType<typeof gateOf>) {
    const { orgId } = yield* Caller
    const apps = gate === "none" ? { selected: 0, missing: [], stillActive: [] } : yield* revocations.gate(row.id)
    const completion =
      gate === "completion"
        ? yield* repo.openForCompletion({ org_id: orgId, id: row.id }, row.directory_id)
        : { assets: [], tasks: [] }
    const pending = gate === "completion" ? yield* leftBehind.gate(row.id) : []
    return {
      ...apps,
      assets: completion.assets,
      // The gate has no field for orphaned items: they appear as their task, once.
      tasks: [...new Set([...completion.tasks, ...pending])],
      nothingConfirmed: row.no_apps_confirmed_at !== null,
      assetReturnConfirmed: row.asset_return_confirmed_at !== null
    } satisfies Gates
  })
})
