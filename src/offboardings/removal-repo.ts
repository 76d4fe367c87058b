import type { OffboardingId, OrgId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { SystemSql, Transaction } from "#platform/db"

/** The end of cases, and the files that they leave. */
export class RemovalRepo extends Context.Service<
  RemovalRepo,
  {
    /** The case with all that refers to it; its stored files are left over. */
    remove(key: { readonly orgId: OrgId; readonly id: OffboardingId }): Effect.Effect<void, never, Transaction>
    leftovers(limit: number): Effect.Effect<ReadonlyArray<string>>
    forgetLeftover(storageKey: string): Effect.Effect<void>
  }
>()("svc/offboardings/RemovalRepo") {
  static readonly layer = Layer.effect(
    RemovalRepo,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const system = yield* SystemSql

      // Only what can be a document: whoever can write to this table must not have the service delete other files.
      const leftovers = SqlSchema.findAll({
        Request: Schema.Int,
        Result: Schema.Struct({ storage_key: Schema.String }),
        execute: (limit) => system`
          SELECT storage_key FROM offboarding_leftovers WHERE starts_with(storage_key, 'documents/')
          ORDER BY storage_key LIMIT ${limit}`
      })

      return RemovalRepo.of({
        remove: ({ id, orgId }) =>
          Transaction.use(() =>
            Effect.gen(function* () {
              yield* sql`
                INSERT INTO offboarding_leftovers (storage_key)
                SELECT file_url FROM compliance_documents
                WHERE org_id = ${orgId} AND offboarding_id = ${id} AND file_is_stored AND file_url IS NOT NULL
                ON CONFLICT DO NOTHING`
              yield* sql`DELETE FROM offboardings WHERE org_id = ${orgId} AND id = ${id}`
            }).pipe(Effect.orDie)
          ),
        leftovers: (limit) =>
          Effect.map(Effect.orDie(leftovers(limit)), (rows) => rows.map(({ storage_key }) => storage_key)),
        forgetLeftover: (storageKey) =>
          Effect.orDie(Effect.asVoid(system`DELETE FROM offboarding_leftovers WHERE storage_key = ${storageKey}`))
      })
    })
  )
}
