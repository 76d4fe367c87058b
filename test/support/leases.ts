import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Db } from "#platform/database/db"

/** What a killed process still holds is given up, as it is once its leases have run out: nobody waits for that. */
export const leasesRunOut = Effect.fnUntraced(function* (
  table: "webhook_endpoints" | "siem_targets" | "organisation_exports" | "revocation_runs"
) {
  const sql = yield* SqlClient.SqlClient
  const db = yield* Db
  const held = yield* db.transactSystem(
    sql`UPDATE ${sql(table)} SET leased_until = now() WHERE leased_until > now() RETURNING org_id`
  )
  assert.isNotEmpty(held, `nothing of ${table} was held`)
})
