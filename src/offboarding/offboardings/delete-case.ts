import { isFrozen } from "@svc/contract/kernel/legal-hold"
import { LegalHoldInForce } from "@svc/contract/kernel/errors"
import { OffboardingBeingRevoked } from "@svc/contract/offboardings/errors"
import { OffboardingDeleted } from "@svc/contract/offboardings/events"
import { Caller } from "@svc/contract/kernel/access"
import { DateTime, Effect } from "effect"
import { Outbox } from "#outgoing/outbox/service"
import { Wakeups } from "#platform/jobs/wakeups"
import { Revocations } from "#access-removal/revocations/service"
import { RemovalRepo } from "./delete-case-repo.ts"
import type { OffboardingRow } from "./repo.ts"
import { documentFiles } from "#work/documents/service"

/** Deletes a case that the caller's transaction has locked; its audit entry records that. */
export const makeRemoval = Effect.gen(function* () {
  const repo = yield* RemovalRepo
  const outbox = yield* Outbox
  const revocations = yield* Revocations
  const wakeups = yield* Wakeups

  return Effect.fnUntraced(function* (row: OffboardingRow, source: (typeof OffboardingDeleted.Type)["source"]) {
    const { orgId } = yield* Caller
    const now = yield* DateTime.now
    if (isFrozen(row, now)) return yield* new LegalHoldInForce()
    yield* revocations.cancelScheduled(row.id)
    if (yield* revocations.isRunning(row.id)) return yield* new OffboardingBeingRevoked()
    yield* repo.remove({ orgId, id: row.id })
    yield* repo.remember({ orgId, id: row.id, lastDay: row.exit_date, by: source, at: now })
    yield* outbox.append(orgId, OffboardingDeleted.make({ offboardingId: row.id, source }))
    yield* wakeups.signal(documentFiles)
  })
})
