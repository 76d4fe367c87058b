import { OrgId, PersonKeyId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Transaction } from "#platform/db"

const HeldKey = Schema.Struct({ id: PersonKeyId, alive: Schema.Boolean })

/** The end of persons' keys. */
export class ErasureRepo extends Context.Service<
  ErasureRepo,
  {
    /**
     * The keys with these ids and those stored under these digests. `FOR UPDATE`: it waits for every transaction that is
     * sealing under one of them, and lets none begin until this one ends.
     */
    hold(options: {
      readonly orgId: OrgId
      readonly ids: ReadonlyArray<PersonKeyId>
      readonly digests: ReadonlyArray<string>
    }): Effect.Effect<ReadonlyArray<typeof HeldKey.Type>, never, Transaction>
    /** Nothing of the key is left but its id; the digest goes too, so that it tells of no address. */
    destroy(orgId: OrgId, ids: ReadonlyArray<PersonKeyId>, at: Date): Effect.Effect<void, never, Transaction>
  }
>()("svc/audit/ErasureRepo") {
  static readonly layer = Layer.effect(
    ErasureRepo,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const hold = SqlSchema.findAll({
        Request: Schema.Struct({ orgId: OrgId, ids: Schema.Array(PersonKeyId), digests: Schema.Array(Schema.String) }),
        Result: HeldKey,
        execute: ({ digests, ids, orgId }) => sql`
          SELECT id, wrapped_key IS NOT NULL OR destroyed_at IS NULL AS alive FROM audit_person_keys
          WHERE org_id = ${orgId} AND (id = ANY(${ids}::uuid[]) OR email_digest = ANY(${digests}::text[]))
          ORDER BY id FOR UPDATE`
      })

      return ErasureRepo.of({
        hold: (options) => Transaction.use(() => Effect.orDie(hold(options))),
        destroy: (orgId, ids, at) =>
          Transaction.use(({ send }) =>
            send(sql`
              UPDATE audit_person_keys SET wrapped_key = NULL, email_digest = NULL, destroyed_at = ${at}
              WHERE org_id = ${orgId} AND id = ANY(${ids}::uuid[])`)
          )
      })
    })
  )
}
