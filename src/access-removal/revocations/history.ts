import { RevocationCaseNotFound } from "@svc/contract/revocations/errors"
import { Caller } from "@svc/contract/kernel/access"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import type { OffsetParams } from "@svc/contract/kernel/paging"
import { Effect, Option } from "effect"
import { Db } from "#platform/database/db"
import { HistoryRepo } from "./history-repo.ts"
import { makeOpenRuns } from "./opened-runs.ts"
import { RevocationsRepo } from "./repo.ts"

/** The verb `Revocations.history`. */
export const makeHistory = Effect.gen(function* () {
  const db = yield* Db
  const repo = yield* RevocationsRepo
  const runs = yield* HistoryRepo
  const openRuns = yield* makeOpenRuns

  return Effect.fn("Revocations.history")(function* (offboardingId: OffboardingId, { limit, offset }: OffsetParams) {
    const { orgId, records } = yield* Caller
    const key = { orgId, offboardingId }
    if (Option.isNone(yield* repo.findCase(key, records))) return yield* new RevocationCaseNotFound()
    const total = yield* runs.count(key)
    return {
      rows: yield* openRuns(orgId, yield* runs.page(key, { limit, offset })),
      total,
      limit,
      offset
    }
  }, db.transact)
})
