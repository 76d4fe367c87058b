import { OrgId, PersonKeyId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Transaction } from "#platform/db"

export interface NewEntry {
  readonly orgId: string
  readonly id: string
  readonly createdAt: Date
  readonly actorId: string | null
  readonly action: string
  readonly target: string
  readonly details: string
  readonly contentHash: string
  readonly offboardingId: string | null
  readonly orgEmployeeId: string | null
  /** The API key that makes the change; a revoked one refuses it (migration 0016). */
  readonly apiKeyId: string | null
}

const PersonKey = Schema.Struct({
  id: PersonKeyId,
  wrapped_key: Schema.NullOr(Schema.String)
})
export type PersonKey = typeof PersonKey.Type

export interface NewPersonKey {
  readonly orgId: OrgId
  readonly id: PersonKeyId
  /** Of the person's address, the current master key's first; none when there is no address. */
  readonly digests: ReadonlyArray<string>
  readonly wrappedKey: string
  readonly createdAt: Date
}

/** Appending to the chain, and the keys that seal personal values in it. */
export class AuditRepo extends Context.Service<
  AuditRepo,
  {
    /** Travels with the transaction's next statement or with its COMMIT, and undoes it when it is refused. */
    append(entry: NewEntry): Effect.Effect<void, never, Transaction>
    findPersonKeyByEmail(
      orgId: OrgId,
      digests: ReadonlyArray<string>
    ): Effect.Effect<Option.Option<PersonKey>, never, Transaction>
    findPersonKeys(
      orgId: OrgId,
      ids: ReadonlyArray<PersonKeyId>
    ): Effect.Effect<ReadonlyArray<PersonKey>, never, Transaction>
    /**
     * The key of whoever has this address, else the given one, newly stored. None when another transaction is just
     * storing this person's key.
     */
    findOrInsertPersonKey(key: NewPersonKey): Effect.Effect<Option.Option<PersonKey>, never, Transaction>
    /** Refused by `audit_person_keys_email` when the person has a key already. */
    insertPersonKey(key: NewPersonKey): Effect.Effect<void, never, Transaction>
  }
>()("svc/audit/AuditRepo") {
  static readonly layer = Layer.effect(
    AuditRepo,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const held = ({ apiKeyId, orgId }: NewEntry) =>
        apiKeyId === null ? sql`` : sql`AND hold_api_key(${orgId}::uuid, ${apiKeyId}::uuid)`

      /**
       * One statement: the update of the head is the lock under which the entry gets its number and its link, so
       * that two appends of one organisation follow each other and those of two organisations never meet.
       */
      const append = (entry: NewEntry) => sql`
        WITH head AS (
          UPDATE audit_heads SET
            seq = seq + 1,
            prev_hash = entry_hash,
            entry_hash = encode(sha256(convert_to(
              'svc-audit-entry/v1' || chr(10) ||
              'org_id=' || org_id || chr(10) ||
              'seq=' || (seq + 1) || chr(10) ||
              'content_hash=' || ${entry.contentHash}::text || chr(10) ||
              'prev_hash=' || entry_hash || chr(10), 'UTF8')), 'hex')
          WHERE org_id = ${entry.orgId}::uuid ${held(entry)}
          RETURNING seq, prev_hash, entry_hash
        )
        INSERT INTO audit_entries (
          org_id, seq, id, created_at, actor_id, action, target, details,
          content_hash, prev_hash, entry_hash, offboarding_id, org_employee_id
        )
        SELECT ${entry.orgId}::uuid, head.seq, ${entry.id}::uuid, ${entry.createdAt}::timestamptz, ${entry.actorId}::uuid, ${entry.action}::text,
          ${entry.target}::text, ${entry.details}::text, ${entry.contentHash}::text, head.prev_hash, head.entry_hash,
          ${entry.offboardingId}::uuid, ${entry.orgEmployeeId}::uuid
        -- An organisation without a chain has no number for it, which the table refuses.
        FROM (SELECT) AS entry LEFT JOIN head ON true`

      const findByEmail = SqlSchema.findOneOption({
        Request: Schema.Struct({ orgId: OrgId, digests: Schema.Array(Schema.String) }),
        Result: PersonKey,
        execute: ({ digests, orgId }) => sql`
          SELECT id, wrapped_key FROM audit_person_keys
          WHERE org_id = ${orgId} AND email_digest = ANY(${digests}) AND destroyed_at IS NULL
          ORDER BY created_at LIMIT 1`
      })

      const findOrInsert = SqlSchema.findOneOption({
        Request: Schema.Struct({
          orgId: OrgId,
          id: PersonKeyId,
          digests: Schema.Array(Schema.String),
          emailDigest: Schema.NullOr(Schema.String),
          wrappedKey: Schema.String,
          createdAt: Schema.Date
        }),
        Result: PersonKey,
        execute: ({ createdAt, digests, emailDigest, id, orgId, wrappedKey }) => sql`
          WITH found AS MATERIALIZED (
            SELECT id, wrapped_key FROM audit_person_keys
            WHERE org_id = ${orgId} AND ${sql.in("email_digest", digests)} AND destroyed_at IS NULL
            ORDER BY created_at LIMIT 1
          ), made AS (
            INSERT INTO audit_person_keys (org_id, id, email_digest, wrapped_key, created_at)
            SELECT ${orgId}::uuid, ${id}::uuid, ${emailDigest}::text, ${wrappedKey}::text, ${createdAt}::timestamptz
            WHERE NOT EXISTS (SELECT FROM found)
            ON CONFLICT DO NOTHING RETURNING id, wrapped_key
          )
          SELECT id, wrapped_key FROM found UNION ALL SELECT id, wrapped_key FROM made`
      })

      const findMany = SqlSchema.findAll({
        Request: Schema.Struct({ orgId: OrgId, ids: Schema.Array(PersonKeyId) }),
        Result: PersonKey,
        execute: ({ ids, orgId }) => sql`
          SELECT id, wrapped_key FROM audit_person_keys WHERE org_id = ${orgId} AND id = ANY(${ids}::uuid[])`
      })

      return AuditRepo.of({
        append: (entry) => Transaction.use(({ send }) => send(append(entry))),
        findPersonKeyByEmail: (orgId, digests) => Transaction.use(() => Effect.orDie(findByEmail({ orgId, digests }))),
        findPersonKeys: (orgId, ids) =>
          ids.length === 0 ? Effect.succeed([]) : Transaction.use(() => Effect.orDie(findMany({ orgId, ids }))),
        findOrInsertPersonKey: ({ createdAt, digests, id, orgId, wrappedKey }) =>
          Transaction.use(() =>
            Effect.orDie(findOrInsert({ createdAt, digests, emailDigest: digests[0] ?? null, id, orgId, wrappedKey }))
          ),
        insertPersonKey: ({ createdAt, digests, id, orgId, wrappedKey }) =>
          Transaction.use(({ send }) =>
            send(sql`
              INSERT INTO audit_person_keys ${sql.insert({
                org_id: orgId,
                id,
                email_digest: digests[0] ?? null,
                wrapped_key: wrappedKey,
                created_at: createdAt
              })}`)
          )
      })
    })
  )
}
