import { DateTime, Effect } from "effect"
import { randomUUID } from "node:crypto"
import { asSystem } from "#test/support/tables"

/** An open finding of this case, as a look leaves it; answers its id. */
export const aFinding = Effect.fnUntraced(function* (orgId: string, offboardingId: string, service = "crm") {
  const id = randomUUID()
  const now = DateTime.toDateUtc(yield* DateTime.now)
  yield* asSystem(
    (sql) =>
      sql`INSERT INTO residual_access_findings ${sql.insert({
        org_id: orgId,
        id,
        offboarding_id: offboardingId,
        service_name: service,
        found_at: now,
        last_seen_at: now
      })}`
  )
  return id
})
