import type { AuditFacts } from "@svc/contract/audit/facts"
import { OrgId, PersonKeyId, UserId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Transaction } from "#platform/database/db"
import { maybe, perform, send } from "#platform/database/statements"

interface NewEntry {
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
  /** Keys that must exist until the commit; a destroyed one rolls the transaction back, and it is retried. */
  readonly personKeyIds: ReadonlyArray<PersonKeyId>
  /** The commit is not to keep the head locked until it is on the disk; the connection waits for that afterwards. */
  readonly early: boolean
  readonly facts: AuditFacts | null
}

const PersonKey = Schema.Struct({
  id: PersonKeyId,
  wrapped_key: Schema.NullOr(Schema.String)
})
export type PersonKey = typeof PersonKey.Type

interface NewPersonKey {
  readonly orgId: OrgId
  readonly id: PersonKeyId
  /** Of the person's address, the current master key's first; none when there is no address. */
  readonly digests: ReadonlyArray<string>
  readonly wrappedKey: string
  readonly createdAt: Date
}

const AuthorRow = Schema.Struct({
  name: Schema.String,
  email: Schema.String,
  key_id: Schema.NullOr(PersonKeyId),
  wrapped_key: Schema.NullOr(Schema.String)
})

/** A member as the log names them. */
export interface Author {
  readonly name: string
  readonly email: string
  readonly key: { readonly id: PersonKeyId; readonly wrapped_key: string } | null
}

/** Appending to the chain, and the keys that seal personal values in it. */
export class AuditRepo extends Context.Service<AuditRepo>()("svc/audit/AuditRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    /** Plans are kept by the function; the order of its arguments is migration 0072's. */
    const append = (entry: NewEntry) => sql`
      SELECT append_audit_entry(
        ${entry.orgId}::uuid, ${entry.id}::uuid, ${entry.createdAt}::timestamptz, ${entry.actorId}::uuid,
        ${entry.action}::text, ${entry.target}::text, ${entry.details}::text, ${entry.contentHash}::text,
        ${entry.offboardingId}::uuid, ${entry.orgEmployeeId}::uuid, ${entry.apiKeyId}::uuid,
        ${entry.personKeyIds.length === 0 ? null : entry.personKeyIds}::uuid[], ${entry.early}::boolean,
        ${entry.facts === null ? null : JSON.stringify(entry.facts)}::jsonb
      )`

    const findAuthor = maybe({
      Request: Schema.Struct({ orgId: OrgId, userId: UserId }),
      Result: AuthorRow,
      execute: ({ orgId, userId }) => sql`
        SELECT u.full_name AS name, u.email, k.id AS key_id, k.wrapped_key
        FROM users u
        LEFT JOIN memberships m ON m.org_id = ${orgId} AND m.user_id = u.id
        LEFT JOIN audit_person_keys k ON k.org_id = m.org_id AND k.id = m.audit_key_id AND k.destroyed_at IS NULL
        WHERE u.id = ${userId}`
    })

    const findByEmail = maybe({
      Request: Schema.Struct({ orgId: OrgId, digests: Schema.Array(Schema.String) }),
      Result: PersonKey,
      execute: ({ digests, orgId }) => sql`
        SELECT id, wrapped_key FROM audit_person_keys
        WHERE org_id = ${orgId} AND email_digest = ANY(${digests}) AND destroyed_at IS NULL
        ORDER BY created_at LIMIT 1`
    })

    const findOrInsert = maybe({
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

    // Not decoded by a schema: a search reads the keys of ten thousand persons, and the column types are as good.
    const findMany = (orgId: OrgId, ids: ReadonlyArray<PersonKeyId>) => sql<PersonKey>`
      SELECT id, wrapped_key FROM audit_person_keys WHERE org_id = ${orgId} AND id = ANY(${ids}::uuid[])`

    return {
      /** Travels with the transaction's next statement or with its COMMIT, and undoes it when it is refused. */
      append: (entry: NewEntry) => send(append(entry)),
      /** The user, and the key of what they do here if they are a member and have one. */
      findAuthor: (orgId: OrgId, userId: UserId) =>
        Effect.map(
          findAuthor({ orgId, userId }),
          Option.map(({ key_id: id, wrapped_key, ...author }) => ({
            ...author,
            key: id === null || wrapped_key === null ? null : { id, wrapped_key }
          }))
        ),
      /** From now on the member is read together with their key. */
      linkKey: (orgId: OrgId, userId: UserId, id: PersonKeyId) =>
        send(sql`
            UPDATE memberships SET audit_key_id = ${id}
            WHERE org_id = ${orgId} AND user_id = ${userId} AND audit_key_id IS DISTINCT FROM ${id}::uuid`),
      findPersonKeyByEmail: (orgId: OrgId, digests: ReadonlyArray<string>) => findByEmail({ orgId, digests }),
      findPersonKeys: (orgId: OrgId, ids: ReadonlyArray<PersonKeyId>) =>
        ids.length === 0 ? Effect.succeed([]) : Transaction.use(() => Effect.orDie(findMany(orgId, ids))),
      /**
       * The key of this email, else the given one, newly stored. None while another transaction stores this person's
       * key.
       */
      findOrInsertPersonKey: ({ createdAt, digests, id, orgId, wrappedKey }: NewPersonKey) =>
        findOrInsert({ createdAt, digests, emailDigest: digests[0] ?? null, id, orgId, wrappedKey }),
      /** The key is found under these digests from now on; where another one is already, under none. */
      readdressPersonKey: ({
        digests,
        id,
        orgId
      }: {
        readonly orgId: OrgId
        readonly id: PersonKeyId
        readonly digests: ReadonlyArray<string>
      }) =>
        perform(sql`
            UPDATE audit_person_keys SET email_digest = CASE WHEN NOT EXISTS (
              SELECT FROM audit_person_keys o
              WHERE o.org_id = ${orgId} AND o.email_digest = ANY(${digests}::text[]) AND o.destroyed_at IS NULL
                AND o.id <> ${id}
            ) THEN ${digests[0] ?? null}::text END
            WHERE org_id = ${orgId} AND id = ${id} AND destroyed_at IS NULL`),
      /** Refused by `audit_person_keys_email` when the person has a key already. */
      insertPersonKey: ({ createdAt, digests, id, orgId, wrappedKey }: NewPersonKey) =>
        send(sql`
            INSERT INTO audit_person_keys ${sql.insert({
              org_id: orgId,
              id,
              email_digest: digests[0] ?? null,
              wrapped_key: wrappedKey,
              created_at: createdAt
            })}`)
    }
  })
}) {
  static readonly layer = Layer.effect(AuditRepo, AuditRepo.make)
}
