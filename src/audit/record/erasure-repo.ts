import { OrgId, PersonKeyId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { all, send } from "#platform/database/statements"

const HeldKey = Schema.Struct({
  id: PersonKeyId,
  alive: Schema.Boolean,
  /** Its stored digest; null if it is not an email of a person. */
  email_digest: Schema.NullOr(Schema.String)
})
export type HeldKey = typeof HeldKey.Type

/** The end of persons' keys. */
export class ErasureRepo extends Context.Service<ErasureRepo>()("svc/audit/ErasureRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const lockKeys = all({
      Request: Schema.Struct({ orgId: OrgId, ids: Schema.Array(PersonKeyId), digests: Schema.Array(Schema.String) }),
      Result: HeldKey,
      execute: ({ digests, ids, orgId }) => sql`
        SELECT id, wrapped_key IS NOT NULL OR destroyed_at IS NULL AS alive, email_digest FROM audit_person_keys
        WHERE org_id = ${orgId} AND (id = ANY(${ids}::uuid[]) OR email_digest = ANY(${digests}::text[]))
        ORDER BY id FOR UPDATE`
    })

    const sealingSignIns = all({
      Request: Schema.Struct({ orgId: OrgId, ids: Schema.Array(PersonKeyId) }),
      Result: Schema.Struct({ id: PersonKeyId }),
      execute: ({ ids, orgId }) => sql`
        SELECT k.id FROM unnest(${ids}::uuid[]) AS k (id) WHERE EXISTS (
          SELECT FROM audit_entries e JOIN memberships m ON m.org_id = e.org_id AND m.user_id = e.actor_id
          WHERE e.org_id = ${orgId} AND e.action IN ('login', 'login_failed')
            AND strpos(e.target, '[[aps:v1:' || k.id || ':') > 0
        )`
    })

    return {
      /**
       * The keys with these ids and those stored under these digests. `FOR UPDATE`: it waits for every transaction that is
       * sealing under one of them, and lets none begin until this one ends.
       */
      lockKeys,
      /** Keys that encrypt sign-ins of a current member, from before members had their own keys. */
      sealingSignIns: (orgId: OrgId, ids: ReadonlyArray<PersonKeyId>) =>
        sealingSignIns({ orgId, ids }).pipe(Effect.map((rows) => new Set(rows.map(({ id }) => id)))),
      /** Only the key's id is left; the digest is removed too, so that it reveals no email. */
      destroy: (orgId: OrgId, ids: ReadonlyArray<PersonKeyId>, at: Date) =>
        send(sql`
            UPDATE audit_person_keys SET wrapped_key = NULL, email_digest = NULL, destroyed_at = ${at}
            WHERE org_id = ${orgId} AND id = ANY(${ids}::uuid[])`)
    }
  })
}) {
  static readonly layer = Layer.effect(ErasureRepo, ErasureRepo.make)
}
