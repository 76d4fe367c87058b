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
    /** `d` is the delivery of `r`, and has not been restarted since; uses the whole index of unfinished deliveries. */
    sameAttempt: sql.literal(
      `d.org_id = r.org_id AND d.${tables.receiverId} = r.receiver_id AND d.next_attempt_at = r.due_at AND d.id = r.id
       AND d.attempts = r.attempts_before AND d.status IN ('pending', 'failed')`
    )
  }
}

/**
 * An array as PostgreSQL writes it. The driver would look at each element of a long one, and cannot tell the type of one that
 * holds nothing but null.
 */
export const arrayText = (values: ReadonlyArray<string | number | null>) =>
  `{${values.map((value) => (value === null ? "NULL" : `"${String(value).replace(/["\\]/g, "\\$&")}"`)).join(",")}}`
