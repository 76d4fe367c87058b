import { holdFreezeDays } from "@svc/contract/kernel/legal-hold"
import type { SqlClient, Statement } from "effect/sql"

/** `isFrozen` as a condition on rows of `offboardings`, under this name in the statement. */
export const frozen = (sql: SqlClient.SqlClient, now: Date, table = "offboardings"): Statement.Fragment => {
  const column = (name: string) => sql.literal(`${table}.${name}`)
  return sql`(${column("legal_hold")} OR coalesce(
    ${column("legal_hold_released_at")} > ${now}::timestamptz - make_interval(days => ${holdFreezeDays}), false))`
}
