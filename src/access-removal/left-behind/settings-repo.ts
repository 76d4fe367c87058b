import { OrgId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { exists, perform } from "#platform/database/statements"

/** Organizations that scan for orphaned items. */
export class SettingsRepo extends Context.Service<SettingsRepo>()("svc/left-behind/SettingsRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const isOn = exists({
      Request: OrgId,
      execute: (orgId) => sql`SELECT 1 FROM left_behind_settings WHERE org_id = ${orgId} AND is_on`
    })
    // Nothing is written before it is turned on.
    const wasOn = exists({
      Request: OrgId,
      execute: (orgId) => sql`SELECT 1 FROM left_behind_settings WHERE org_id = ${orgId}`
    })
    return {
      isOn,
      /** Whether it was on at any time. */
      wasOn,
      turn: (orgId: OrgId, on: boolean) =>
        perform(sql`
          INSERT INTO left_behind_settings (org_id, is_on) VALUES (${orgId}, ${on})
          ON CONFLICT (org_id) DO UPDATE SET is_on = EXCLUDED.is_on`),
      /** Makes a scan due for every open case. */
      queueOpen: (orgId: OrgId, at: DateTime.Utc) =>
        perform(sql`
          INSERT INTO left_behind_looks (org_id, offboarding_id, next_attempt_at)
          SELECT o.org_id, o.id, ${DateTime.toDateUtc(at)}::timestamptz FROM offboardings o
          WHERE o.org_id = ${orgId} AND o.status NOT IN ('completed', 'cancelled')
            AND EXISTS (SELECT FROM revocation_apps a WHERE a.org_id = o.org_id AND a.offboarding_id = o.id)
          ON CONFLICT (org_id, offboarding_id) DO UPDATE SET next_attempt_at = EXCLUDED.next_attempt_at, attempts = 0`)
    }
  })
}) {
  static readonly layer = Layer.effect(SettingsRepo, SettingsRepo.make)
}
