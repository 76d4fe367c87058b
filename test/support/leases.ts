import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { asSystem } from "./tables.ts"

/** What a killed process still holds is given up, as it is once its leases have run out: nobody waits for that. */
export const leasesRunOut = Effect.fnUntraced(function* (
  table:
    | "webhook_endpoints"
    | "siem_targets"
    | "organisation_exports"
    | "leaver_tests"
    | "revocation_runs"
    | "esignature_requests"
) {
  const held = yield* asSystem(
    (sql) => sql`UPDATE ${sql(table)} SET leased_until = now() WHERE leased_until > now() RETURNING org_id`
  )
  assert.isNotEmpty(held, `nothing of ${table} was held`)
})
