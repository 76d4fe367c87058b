import { Caller } from "@svc/contract/kernel/access"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { OffboardingsImported } from "@svc/contract/offboardings/events"
import { Effect } from "effect"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { Outbox } from "#outgoing/outbox/service"
import { Db } from "#platform/database/db"
import { survive } from "#platform/jobs/survive"

/**
 * One entry, one notification and one live event for all offboardings that a request creates, however it ends; webhooks and
 * SIEM targets still get each of them. The work adds to `ids` what it has created.
 */
export const makeAnnouncing = Effect.gen(function* () {
  const db = yield* Db
  const audit = yield* Audit
  const outbox = yield* Outbox

  const announce = Effect.fnUntraced(function* (source: "csv" | "bulk", offboardingIds: ReadonlyArray<OffboardingId>) {
    const { orgId } = yield* Caller
    yield* audit.record({
      action: "offboardings_imported",
      target: auditText`Offboardings`,
      details: auditText`source: ${source}, created: ${offboardingIds.length}`
    })
    yield* outbox.append(orgId, OffboardingsImported.make({ source, offboardingIds }))
  }, db.transact)

  return <A, E, R>(source: "csv" | "bulk", work: (ids: Array<OffboardingId>) => Effect.Effect<A, E, R>) =>
    Effect.suspend(() => {
      const ids: Array<OffboardingId> = []
      return Effect.ensuring(
        work(ids),
        Effect.suspend(() => (ids.length === 0 ? Effect.void : announce(source, ids))).pipe(
          survive("created offboardings not announced", undefined)
        )
      )
    })
})
