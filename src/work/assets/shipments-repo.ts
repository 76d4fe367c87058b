import { AssetShipment } from "@svc/contract/assets/schema"
import type { RecordScope } from "@svc/contract/kernel/access"
import { AssetId, OffboardingId, OrgId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { employeesIn } from "#records/record-scope"
import { exists, Instant, maybe, run } from "#platform/database/statements"

const Key = Schema.Struct({ orgId: OrgId, assetId: AssetId })
type Key = typeof Key.Type

const Row = Schema.Struct({ ...AssetShipment.fields, announced_at: Instant })
const New = Schema.Struct({ org_id: OrgId, asset_id: AssetId, offboarding_id: OffboardingId, ...Row.fields })

/** Shipments that departing employees announced; changes lock the item. */
export class ShipmentsRepo extends Context.Service<ShipmentsRepo>()("svc/assets/ShipmentsRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const find = maybe({
      Request: Key,
      Result: Row,
      execute: ({ assetId, orgId }) => sql`
        SELECT carrier, tracking_number, announced_at FROM asset_shipments
        WHERE org_id = ${orgId} AND asset_id = ${assetId}`
    })

    const save = run({
      Request: New,
      execute: (row) => sql`
        INSERT INTO asset_shipments ${sql.insert(row)}
        ON CONFLICT (org_id, asset_id) DO UPDATE SET offboarding_id = EXCLUDED.offboarding_id,
          carrier = EXCLUDED.carrier, tracking_number = EXCLUDED.tracking_number, announced_at = EXCLUDED.announced_at`
    })

    const isInScope = (key: Key, records: RecordScope) =>
      exists({
        Request: Key,
        execute: ({ assetId, orgId }) => sql`
          SELECT 1 FROM assets a LEFT JOIN org_employees e ON e.org_id = a.org_id AND e.id = a.org_employee_id
          WHERE a.org_id = ${orgId} AND a.id = ${assetId}
            AND (a.org_employee_id IS NULL OR (${employeesIn(sql, records, "e")}))`
      })(key)

    return {
      /** Also one that was taken back, whose tracking number is empty. */
      find,
      save,
      /** Whether the scope has the asset: held by no one, or by a person of the scope. */
      isInScope
    }
  })
}) {
  static readonly layer = Layer.effect(ShipmentsRepo, ShipmentsRepo.make)
}
