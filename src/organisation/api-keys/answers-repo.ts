import { ApiKeyId, OrgId } from "@svc/contract/kernel/ids"
import { Context, type DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { ofOrganisation } from "#platform/database/fragments"
import { exists, Instant, maybe, one, run } from "#platform/database/statements"

/** Maximum number of answers that are kept of an organization; the oldest go first. */
const maxAnswers = 10_000

/** Maximum number of answers beyond those that one claim deletes. */
const maxDeleted = 100

const Key = Schema.Struct({ orgId: OrgId, apiKeyId: ApiKeyId, keyDigest: Schema.String })
export type AnswerKey = typeof Key.Type

const Lease = Schema.Struct({ ...Key.fields, leaseId: Schema.String })
type Lease = typeof Lease.Type

const Kept = Schema.Struct({ request_digest: Schema.String, sealed_answer: Schema.NullOr(Schema.String) })

/** Responses to API keys, by idempotency key. */
export class AnswersRepo extends Context.Service<AnswersRepo>()("svc/api-keys/AnswersRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const claim = exists({
      Request: Schema.Struct({
        ...Lease.fields,
        requestDigest: Schema.String,
        now: Instant,
        leasedUntil: Instant,
        keptSince: Instant
      }),
      execute: ({ apiKeyId, keptSince, keyDigest, leasedUntil, leaseId, now, orgId, requestDigest }) => sql`
        WITH beyond AS (
          DELETE FROM api_key_answers a WHERE a.org_id = ${orgId} AND a.ctid = ANY(ARRAY(
            SELECT b.ctid FROM api_key_answers b WHERE b.org_id = ${orgId}
            ORDER BY b.created_at DESC OFFSET ${maxAnswers} LIMIT ${maxDeleted} FOR UPDATE SKIP LOCKED
          ))
        )
        INSERT INTO api_key_answers AS a (org_id, api_key_id, key_digest, request_digest, lease_id, leased_until, created_at)
        VALUES (${orgId}::uuid, ${apiKeyId}::uuid, ${keyDigest}::text, ${requestDigest}::text, ${leaseId}::uuid,
          ${leasedUntil}::timestamptz, ${now}::timestamptz)
        ON CONFLICT (org_id, api_key_id, key_digest) DO UPDATE SET
          request_digest = EXCLUDED.request_digest, lease_id = EXCLUDED.lease_id, leased_until = EXCLUDED.leased_until,
          created_at = EXCLUDED.created_at, sealed_answer = NULL
        WHERE a.created_at <= ${keptSince}::timestamptz
          OR (a.sealed_answer IS NULL AND a.leased_until <= ${now}::timestamptz
            AND a.request_digest = EXCLUDED.request_digest)
        RETURNING 1`
    })
    const ofKey = ({ apiKeyId, keyDigest, orgId }: typeof Key.Encoded) =>
      sql`org_id = ${orgId} AND api_key_id = ${apiKeyId} AND key_digest = ${keyDigest}`
    const find = maybe({
      Request: Key,
      Result: Kept,
      execute: (key) => sql`SELECT request_digest, sealed_answer FROM api_key_answers WHERE ${ofKey(key)}`
    })
    const keep = run({
      Request: Schema.Struct({ ...Lease.fields, sealedAnswer: Schema.String }),
      execute: ({ leaseId, sealedAnswer, ...key }) => sql`
        UPDATE api_key_answers SET sealed_answer = ${sealedAnswer} WHERE ${ofKey(key)} AND lease_id = ${leaseId}`
    })
    const release = run({
      Request: Lease,
      execute: ({ leaseId, ...key }) => sql`
        DELETE FROM api_key_answers WHERE ${ofKey(key)} AND lease_id = ${leaseId} AND sealed_answer IS NULL`
    })
    const deleteBefore = one({
      Request: Schema.Struct({ orgId: Schema.UndefinedOr(OrgId), before: Instant }),
      Result: Schema.Struct({ deleted: Schema.Int }),
      execute: ({ before, orgId }) => sql`
        WITH deleted AS (
          DELETE FROM api_key_answers
          WHERE created_at <= ${before}::timestamptz AND ${ofOrganisation(sql, orgId, "org_id")} RETURNING 1
        )
        SELECT count(*)::int AS deleted FROM deleted`
    })

    return {
      /** Whether the call may run: its key is new, or too old, or the same request's whose lease has run out. */
      claim,
      find,
      /** Only while the lease is still the call's own. */
      keep: (lease: Lease, sealedAnswer: string) => keep({ ...lease, sealedAnswer }),
      /** The key is free again. */
      release,
      /** Deletes what was kept before; answers how many. */
      deleteBefore: (orgId: OrgId | undefined, before: DateTime.Utc) =>
        Effect.map(deleteBefore({ orgId, before }), ({ deleted }) => deleted)
    }
  })
}) {
  static readonly layer = Layer.effect(AnswersRepo, AnswersRepo.make)
}
