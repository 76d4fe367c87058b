import { Caller } from "@svc/contract/kernel/access"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { OffboardingNotFound } from "@svc/contract/offboardings/errors"
import { Effect, Option } from "effect"
import type { OffboardingsRepo } from "./repo.ts"

/** The case, locked until the transaction ends; not found also if the caller cannot see it. */
export const lockInScope = Effect.fnUntraced(function* (repo: OffboardingsRepo["Service"], id: OffboardingId) {
  const { orgId, records } = yield* Caller
  const row = yield* repo.lock({ org_id: orgId, id }, records)
  if (Option.isNone(row)) return yield* new OffboardingNotFound()
  return row.value
})
