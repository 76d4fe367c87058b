import { OrgId } from "@svc/contract/kernel/ids"
import { DistributionList, DistributionListId } from "@svc/contract/scheduled-reports/schema"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { columnsOf } from "#platform/database/columns"
import { all, Instant, maybe, one, run } from "#platform/database/statements"

const Row = Schema.Struct({ ...DistributionList.fields, created_at: Instant, updated_at: Instant })
const Key = Schema.Struct({ orgId: OrgId, id: DistributionListId })
type Key = typeof Key.Type

const Saved = Schema.Struct({
  orgId: OrgId,
  id: DistributionListId,
  name: Schema.String,
  recipients: Schema.Array(Schema.String),
  at: Instant
})

/** Lists of addresses for reports. */
export class ListsRepo extends Context.Service<ListsRepo>()("svc/scheduled-reports/ListsRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const columns = columnsOf(Row, "l")

    const count = one({
      Request: OrgId,
      Result: Schema.Struct({ count: Schema.Int }),
      execute: (orgId) => sql`SELECT count(*)::int AS count FROM distribution_lists WHERE org_id = ${orgId}`
    })

    return {
      count: (orgId: OrgId) => Effect.map(count(orgId), (row) => row.count),
      insert: run({
        Request: Saved,
        execute: ({ at, id, name, orgId, recipients }) => sql`
          INSERT INTO distribution_lists (org_id, id, name, recipients, created_at, updated_at)
          VALUES (${orgId}::uuid, ${id}::uuid, ${name}, ${recipients}::text[], ${at}::timestamptz, ${at}::timestamptz)`
      }),
      /** Newest first. */
      list: all({
        Request: OrgId,
        Result: Row,
        execute: (orgId) => sql`
          SELECT ${columns} FROM distribution_lists l WHERE l.org_id = ${orgId} ORDER BY l.created_at DESC, l.id DESC`
      }),
      /** Locks the list until the transaction ends: no report starts to use it. */
      lock: maybe({
        Request: Key,
        Result: Row,
        execute: ({ id, orgId }) => sql`
          SELECT ${columns} FROM distribution_lists l WHERE l.org_id = ${orgId} AND l.id = ${id} FOR UPDATE`
      }),
      save: run({
        Request: Saved,
        execute: ({ at, id, name, orgId, recipients }) => sql`
          UPDATE distribution_lists SET name = ${name}, recipients = ${recipients}::text[], updated_at = ${at}
          WHERE org_id = ${orgId} AND id = ${id}`
      }),
      delete: run({
        Request: Key,
        execute: ({ id, orgId }) => sql`DELETE FROM distribution_lists WHERE org_id = ${orgId} AND id = ${id}`
      })
    }
  })
}) {
  static readonly layer = Layer.effect(ListsRepo, ListsRepo.make)
}
