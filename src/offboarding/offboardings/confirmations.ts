import { Caller } from "@svc/contract/kernel/access"
import { PermissionDenied } from "@svc/contract/kernel/errors"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { AppsSelected, OffboardingCancelled } from "@svc/contract/offboardings/errors"
import { DateTime, Effect } from "effect"
import { Audit } from "#audit/record/service"
import { aboutCase, auditText } from "#audit/record/text"
import { Checklists } from "#work/checklists/service"
import { Db } from "#platform/database/db"
import { Revocations } from "#access-removal/revocations/service"
import { lockInScope } from "./locked-case.ts"
import { type OffboardingRow, OffboardingsRepo } from "./repo.ts"

/** The verbs `Offboardings.confirmNoApps` and `Offboardings.confirmAssetReturn`. */
export const makeConfirmations = Effect.gen(function* () {
  const db = yield* Db
  const repo = yield* OffboardingsRepo
  const audit = yield* Audit
  const checklists = yield* Checklists
  const revocations = yield* Revocations

  const confirmation = Effect.fnUntraced(function* (row: OffboardingRow) {
    const { orgId, userId } = yield* Caller
    return { org_id: orgId, id: row.id, by: userId, at: yield* DateTime.now }
  })

  const recordConfirmation = (
    row: OffboardingRow,
    action: "no_apps_confirmed" | "asset_return_confirmed",
    what: string
  ) =>
    audit.record({
      action,
      ...aboutCase(row),
      details: auditText`${what}`
    })

  const confirmNoApps = Effect.fn("Offboardings.confirmNoApps")(function* (id: OffboardingId) {
    const { role } = yield* Caller
    if (role !== "superadmin" && role !== "admin") {
      return yield* new PermissionDenied({
        error: "Only a Super Admin or an Admin can confirm that there is nothing to revoke"
      })
    }
    const row = yield* lockInScope(repo, id)
    if (row.status === "cancelled") return yield* new OffboardingCancelled()
    const { selected } = yield* revocations.gate(id)
    if (selected > 0) return yield* new AppsSelected()
    if (row.no_apps_confirmed_at !== null) return
    yield* repo.confirmNoApps(yield* confirmation(row))
    yield* recordConfirmation(row, "no_apps_confirmed", "there is nothing to revoke")
    yield* checklists.sync(row.id)
  }, db.transact)

  const confirmAssetReturn = Effect.fn("Offboardings.confirmAssetReturn")(function* (id: OffboardingId) {
    const row = yield* lockInScope(repo, id)
    if (row.status === "cancelled") return yield* new OffboardingCancelled()
    if (row.asset_return_confirmed_at !== null) return
    yield* repo.confirmAssetReturn(yield* confirmation(row))
    yield* recordConfirmation(row, "asset_return_confirmed", "all equipment of the person was returned")
    yield* checklists.sync(row.id)
  }, db.transact)

  return { confirmNoApps, confirmAssetReturn }
})
