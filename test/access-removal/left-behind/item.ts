import { LeftBehindId } from "@svc/contract/left-behind/schema"
import { DateTime, Effect } from "effect"
import { randomUUID } from "node:crypto"
import { asSystem, systemSql } from "#test/support/tables"

/** The organisation has turned it on. */
export const looksForIt = (orgId: string) =>
  systemSql`INSERT INTO left_behind_settings (org_id, is_on) VALUES (${orgId}, true) ON CONFLICT DO NOTHING`

/** Something pending of this case, as a look leaves it; answers its id. */
export const aLeftBehind = Effect.fnUntraced(function* (
  orgId: string,
  offboardingId: string,
  more: Readonly<Record<string, string | Date | null>> = {}
) {
  const id = LeftBehindId.make(randomUUID())
  const now = DateTime.toDateUtc(yield* DateTime.now)
  yield* asSystem(
    (sql) =>
      sql`INSERT INTO left_behind_items ${sql.insert({
        org_id: orgId,
        id,
        offboarding_id: offboardingId,
        service_name: "crm",
        kind: "deploy_key",
        external_id: id,
        label: "build server",
        risk: "high",
        closing: "by_hand",
        first_seen_at: now,
        last_seen_at: now,
        ...more
      })}`
  )
  return id
})
