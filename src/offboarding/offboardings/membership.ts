import { Caller } from "@svc/contract/kernel/access"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { OffboardingNotFound } from "@svc/contract/offboardings/errors"
import { Effect, Option } from "effect"
import { DepartingMembers } from "#access/departing-members"
import { Db } from "#platform/database/db"
import { OffboardingsRepo } from "./repo.ts"

/** The verb `Offboardings.membership`. */
export const makeMembership = Effect.gen(function* () {
  const db = yield* Db
  const repo = yield* OffboardingsRepo
  const departing = yield* DepartingMembers

  return Effect.fn("Offboardings.membership")(function* (id: OffboardingId) {
    const { orgId, records } = yield* Caller
    if (Option.isNone(yield* repo.find({ org_id: orgId, id }, records))) return yield* new OffboardingNotFound()
    return { members: yield* departing.of(id) }
  }, db.transact)
})
