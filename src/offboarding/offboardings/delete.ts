import type { OffboardingId } from "@svc/contract/kernel/ids"
import { reasonOf } from "@svc/contract/kernel/reasons"
import type { DeleteOffboardings } from "@svc/contract/offboardings/lifecycle-schema"
import { Effect } from "effect"
import { Audit } from "#audit/record/service"
import { aboutCase, auditText, personal } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { lockInScope } from "./locked-case.ts"
import { oneByOne } from "./one-by-one.ts"
import { makeRemoval } from "./delete-case.ts"
import { OffboardingsRepo } from "./repo.ts"

/** The verbs `Offboardings.remove` and `Offboardings.removeAll`. */
export const makeDeletion = Effect.gen(function* () {
  const db = yield* Db
  const repo = yield* OffboardingsRepo
  const audit = yield* Audit
  const removeCase = yield* makeRemoval

  const remove = Effect.fn("Offboardings.remove")(function* (
    id: OffboardingId,
    { reason, source }: { readonly reason: string; readonly source: "app" | "bulk" }
  ) {
    const row = yield* lockInScope(repo, id)
    yield* removeCase(row, source)
    yield* audit.record({
      action: "offboarding_deleted",
      ...aboutCase(row),
      details: auditText`status: ${row.status}, source: ${source}, reason: ${personal(row.person_key_id, reason)}`
    })
  }, db.transact)

  const removeAll = Effect.fn("Offboardings.removeAll")(function* ({ ids, reason: given }: DeleteOffboardings) {
    const reason = yield* Effect.fromResult(
      reasonOf({ payload: given === undefined ? {} : { reason: given }, query: {} })
    )
    const results = yield* oneByOne(ids, (id) => Effect.as(remove(id, { reason, source: "bulk" }), "deleted" as const))
    return { deleted: results.filter(({ status }) => status === "deleted").length, results }
  })

  return { remove, removeAll }
})
