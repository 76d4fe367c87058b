import { OrgId } from "@svc/contract/kernel/ids"
import { Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { Instant, one } from "#platform/database/statements"

/**
 * The counts of a daily brake (`tenthOf`): the active people of an organization, and its offboardings since a time that
 * fulfill this condition on `offboardings o`.
 */
export const brakeCounts = (sql: SqlClient.SqlClient, condition: Statement.Fragment) =>
  one({
    Request: Schema.Struct({ orgId: OrgId, since: Instant }),
    Result: Schema.Struct({ active: Schema.Int, begun: Schema.Int }),
    execute: ({ orgId, since }) => sql`
      SELECT
        COALESCE((SELECT sum(c.count) FROM org_employee_counts c
          WHERE c.org_id = ${orgId} AND c.status = 'active'), 0)::int AS active,
        (SELECT count(*) FROM offboardings o
          WHERE o.org_id = ${orgId} AND ${condition} AND o.created_at > ${since})::int AS begun`
  })
