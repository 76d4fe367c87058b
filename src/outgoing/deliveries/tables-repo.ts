import type { SqlClient } from "effect/sql"
import type { ClaimedRow, DeliveryPolicy } from "./policy.ts"

/** Names of a policy's tables, and conditions on its deliveries `d`, as parts of statements. */
export const partsOf = (sql: SqlClient.SqlClient, policy: Pick<DeliveryPolicy<ClaimedRow>, "tables">) => {
  const { tables } = policy
  return {
    deliveries: sql.literal(tables.deliveries),
    receivers: sql.literal(tables.receivers),
    receiverId: sql.literal(tables.receiverId),
    /** As in the index of these. */
    unfinished: sql.literal("d.status IN ('pending', 'failed')"),
    /** `r` names a delivery as held by this process. */
    stillHeld: sql.literal(
      "d.org_id = r.org_id AND d.id = r.id AND d.leased_until IS NOT NULL AND d.last_attempt_at = r.attempt_at"
    )
  }
}
