import { Caller } from "@svc/contract/kernel/access"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { reasonOf } from "@svc/contract/kernel/reasons"
import type { SetLegalHold } from "@svc/contract/offboardings/lifecycle-schema"
import { DateTime, Effect } from "effect"
import { Audit } from "#audit/record/service"
import { aboutCase, auditText, personal } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { lockInScope } from "./locked-case.ts"
import { OffboardingsRepo } from "./repo.ts"

/** The verb `Offboardings.setLegalHold`. */
export const makeLegalHold = Effect.gen(function* () {
  const db = yield* Db
  const repo = yield* OffboardingsRepo
  const audit = yield* Audit

  const set = Effect.fn("Offboardings.setLegalHold")(function* (id: OffboardingId, held: boolean, reason: string) {
    const { orgId } = yield* Caller
    const row = yield* lockInScope(repo, id)
    if (row.legal_hold === held) return row
    const now = yield* DateTime.now
    const changes = { legal_hold: held, legal_hold_released_at: held ? null : now, updated_at: now }
    yield* repo.setLegalHold({ org_id: orgId, id: row.id, ...changes })
    yield* audit.record({
      action: held ? "legal_hold_set" : "legal_hold_released",
      ...aboutCase(row),
      details: auditText`reason: ${personal(row.person_key_id, reason)}`
    })
    return { ...row, ...changes }
  }, db.transact)

  return Effect.fnUntraced(function* (id: OffboardingId, { held, reason: given }: SetLegalHold) {
    const reason = yield* Effect.fromResult(
      reasonOf({ payload: given === undefined ? {} : { reason: given }, query: {} })
    )
    return yield* set(id, held, reason)
  })
})
