import type { OrgId } from "@svc/contract/kernel/ids"
import { type DateTime, Effect, Schema } from "effect"
import { SqlSchema } from "effect/sql"
import { SystemSql } from "#platform/database/db"
import { Instant } from "#platform/database/statements"
import type { ClaimedRow, DeliveryPolicy } from "./policy.ts"
import { partsOf } from "./tables-repo.ts"

/** One receiver's queue, as this process owns it. */
export interface Lease {
  readonly org_id: OrgId
  readonly receiver_id: string
  readonly lease_id: string
}

/** The queues that this process owns; a claim begins with one (`queue-repo.ts`). */
interface DeliveryLeases {
  renew(leases: ReadonlyArray<Lease>, until: DateTime.Utc): Effect.Effect<void>
  /** Releases queues; their deliveries in flight are due again immediately, and no attempt of them is counted. */
  release(leases: ReadonlyArray<Lease>): Effect.Effect<void>
}

// Planned when they are run, as the queue's statements are.
export const makeDeliveryLeases = Effect.fnUntraced(function* <Row extends ClaimedRow>(policy: DeliveryPolicy<Row>) {
  const system = yield* SystemSql
  const { receivers } = partsOf(system, policy)

  // Runs concurrently with the writing of results: receivers that it has locked are skipped, so the two never deadlock.
  // Each is found by its key.
  const unlocked = (leases: string) => system`
    free AS MATERIALIZED (
      SELECT own.tuple FROM json_to_recordset(${leases}::json) AS r(org_id uuid, receiver_id uuid, lease_id uuid)
      CROSS JOIN LATERAL (
        SELECT e.ctid AS tuple FROM ${receivers} e
        WHERE e.org_id = r.org_id AND e.id = r.receiver_id AND e.lease_id = r.lease_id FOR NO KEY UPDATE SKIP LOCKED
      ) own
    )`
  const renew = SqlSchema.void({
    Request: Schema.Struct({ leases: Schema.String, until: Instant }),
    execute: ({ leases, until }) =>
      system`
      WITH ${unlocked(leases)}
      UPDATE ${receivers} e SET leased_until = ${until} WHERE e.ctid = ANY(ARRAY(SELECT tuple FROM free))`.unprepared
  })

  const release = SqlSchema.void({
    Request: Schema.String,
    execute: (leases) =>
      system`
      UPDATE ${receivers} e SET lease_id = NULL, leased_until = NULL
      FROM json_to_recordset(${leases}::json) AS r(org_id uuid, receiver_id uuid, lease_id uuid)
      WHERE e.org_id = r.org_id AND e.id = r.receiver_id AND e.lease_id = r.lease_id`.unprepared
  })

  const leases: DeliveryLeases = {
    renew: (leases, until) => Effect.orDie(renew({ leases: JSON.stringify(leases), until })),
    release: (leases) => Effect.orDie(release(JSON.stringify(leases)))
  }
  return leases
})
