import { ApiKey, ApiKeyUsage } from "@svc/contract/api-keys/schema"
import { ApiKeyId, OrgId, UserId } from "@svc/contract/kernel/ids"
import { ApiScope } from "@svc/contract/kernel/permissions"
import { Plan, PlanStatus } from "@svc/contract/kernel/plans"
import { Context, DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema, type Statement } from "effect/sql"
import { SystemSql, Transaction } from "#platform/database/db"
import { ofOrganisation } from "#platform/database/fragments"
import { all, Instant, maybe, one, run, unlessTaken } from "#platform/database/statements"
import { utcDay } from "./rules.ts"

const OptionalInstant = Schema.NullOr(Instant)

const { usage: _, ...listed } = ApiKey.fields
const ListRow = Schema.Struct({
  ...listed,
  last_used_at: OptionalInstant,
  expires_at: OptionalInstant,
  revoked_at: OptionalInstant,
  created_at: Instant,
  rotated_at: OptionalInstant,
  previous_valid_until: OptionalInstant,
  last_status: ApiKeyUsage.fields.lastStatus,
  last_seen_from: ApiKeyUsage.fields.lastSeenFrom,
  calls7d: ApiKeyUsage.fields.calls7d,
  errors7d: ApiKeyUsage.fields.errors7d
})

const NewKey = Schema.Struct({
  org_id: OrgId,
  id: ApiKeyId,
  name: Schema.String,
  key_prefix: Schema.String,
  key_digest: Schema.String,
  scopes: Schema.Array(ApiScope),
  expires_at: OptionalInstant,
  created_at: Instant,
  created_by: Schema.NullOr(UserId),
  by_operator: Schema.Boolean
})

const Key = Schema.Struct({ org_id: OrgId, id: ApiKeyId })

const LiveKey = Schema.Struct({
  ...Key.fields,
  name: Schema.String,
  key_prefix: Schema.String,
  key_digest: Schema.String,
  previous_key_digest: Schema.NullOr(Schema.String),
  scopes: Schema.Array(ApiScope),
  expires_at: OptionalInstant
})
type LiveKey = typeof LiveKey.Type

const Rotation = Schema.Struct({
  ...Key.fields,
  key_prefix: Schema.String,
  key_digest: Schema.String,
  rotated_at: Instant,
  previous_key_prefix: Schema.NullOr(Schema.String),
  previous_key_digest: Schema.NullOr(Schema.String),
  previous_valid_until: OptionalInstant
})

const RevokedKey = Schema.Struct({ id: ApiKeyId, name: Schema.String, key_prefix: Schema.String })

const AuthenticatedRow = Schema.Struct({
  org_id: OrgId,
  id: ApiKeyId,
  name: Schema.String,
  key_prefix: Schema.String,
  key_digest: Schema.String,
  previous_key_digest: Schema.NullOr(Schema.String),
  scopes: Schema.Array(ApiScope),
  plan: Plan,
  plan_status: PlanStatus,
  suspended: Schema.Boolean
})

const Totals = Schema.fromJsonString(
  Schema.Array(
    Schema.Struct({
      org_id: OrgId,
      api_key_id: ApiKeyId,
      day: Schema.String,
      calls: Schema.Int,
      errors: Schema.Int,
      last_used_at: Schema.DateTimeUtcFromString,
      last_status: Schema.Int,
      last_seen_from: Schema.NullOr(Schema.String)
    })
  )
)

export class ApiKeysRepo extends Context.Service<ApiKeysRepo>()("svc/api-keys/ApiKeysRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql

    const list = all({
      Request: Schema.Struct({ orgId: OrgId, today: Schema.String }),
      Result: ListRow,
      execute: ({ orgId, today }) => sql`
        SELECT k.id, k.name, k.key_prefix, k.scopes, k.last_used_at, k.expires_at, k.revoked_at, k.created_at,
          COALESCE(u.full_name, CASE WHEN k.by_operator THEN 'Operator' ELSE 'Deleted user' END) AS created_by_name, k.rotated_at, k.previous_key_prefix,
          k.previous_valid_until, k.last_status, k.last_seen_from, usage.calls7d, usage.errors7d
        FROM api_keys k
        LEFT JOIN users u ON u.id = k.created_by
        CROSS JOIN LATERAL (
          SELECT array_agg(COALESCE(d.calls, 0) ORDER BY ago DESC) AS calls7d,
            COALESCE(sum(d.errors), 0)::int AS errors7d
          FROM generate_series(0, 6) AS ago
          LEFT JOIN api_key_usage d ON d.org_id = k.org_id AND d.api_key_id = k.id AND d.day = ${today}::date - ago
        ) usage
        WHERE k.org_id = ${orgId}
        ORDER BY k.created_at DESC, k.creation_order DESC`
    })

    const countActive = one({
      Request: Schema.Struct({ orgId: OrgId, now: Instant }),
      Result: Schema.Struct({ active: Schema.Int }),
      execute: ({ now, orgId }) => sql`
        SELECT count(*)::int AS active FROM api_keys
        WHERE org_id = ${orgId} AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})`
    })

    const member = SqlSchema.findOne({
      Request: Schema.Struct({ orgId: OrgId, userId: UserId }),
      Result: Schema.Struct({ found: Schema.Boolean }),
      execute: ({ orgId, userId }) => sql`
        SELECT EXISTS (SELECT FROM memberships WHERE org_id = ${orgId} AND user_id = ${userId}) AS found`
    })

    const insert = run({
      Request: NewKey,
      execute: (key) => sql`INSERT INTO api_keys ${sql.insert(key)}`
    })

    const insertImported = unlessTaken(sql, ["api_keys_digest", "api_keys_imported_digest"], {
      Request: NewKey,
      execute: (key) => sql`INSERT INTO api_keys ${sql.insert({ ...key, imported_digest: key.key_digest })}`
    })

    const lock = maybe({
      Request: Key,
      Result: LiveKey,
      execute: ({ id, org_id }) => sql`
        SELECT org_id, id, name, key_prefix, key_digest, previous_key_digest, scopes, expires_at FROM api_keys
        WHERE org_id = ${org_id} AND id = ${id} AND revoked_at IS NULL FOR NO KEY UPDATE`
    })

    const rotate = run({
      Request: Rotation,
      execute: (key) => sql`
        UPDATE api_keys SET ${sql.update(key, ["org_id", "id"])} WHERE org_id = ${key.org_id} AND id = ${key.id}`
    })

    /**
     * Locked FOR UPDATE, the only lock that the FOR KEY SHARE of a change in the key's name waits for; in the order in
     * which usage is written, so that the two do not deadlock.
     */
    const ending = (which: Statement.Fragment, now: Date) => sql`
      WITH ending AS MATERIALIZED (
        SELECT org_id, id FROM api_keys WHERE ${which} AND revoked_at IS NULL ORDER BY org_id, id FOR UPDATE
      )
      UPDATE api_keys k SET revoked_at = ${now} FROM ending
      WHERE k.org_id = ending.org_id AND k.id = ending.id
      RETURNING k.id, k.name, k.key_prefix`

    const revoke = maybe({
      Request: Schema.Struct({ ...Key.fields, now: Instant }),
      Result: RevokedKey,
      execute: ({ id, now, org_id }) => ending(sql`org_id = ${org_id} AND id = ${id}`, now)
    })

    const revokeOfCreator = all({
      Request: Schema.Struct({ org_id: OrgId, created_by: UserId, now: Instant }),
      Result: RevokedKey,
      execute: ({ created_by, now, org_id }) => ending(sql`org_id = ${org_id} AND created_by = ${created_by}`, now)
    })

    const endedSecrets = SqlSchema.findAll({
      Request: Schema.fromJsonString(
        Schema.Array(Schema.Struct({ orgId: OrgId, keyId: ApiKeyId, secret: Schema.String }))
      ),
      Result: Schema.Struct({ secret: Schema.String }),
      execute: (calls) => system`
        SELECT call.secret FROM jsonb_to_recordset(${calls}::jsonb) AS call ("orgId" uuid, "keyId" uuid, secret text)
        WHERE NOT EXISTS (
          SELECT FROM api_keys k WHERE k.org_id = call."orgId" AND k.id = call."keyId" AND k.revoked_at IS NULL
            AND call.secret IN (k.key_digest, k.previous_key_digest)
        )`
    })

    const creator = maybe({
      Request: Key,
      Result: Schema.Struct({ created_by: Schema.NullOr(UserId) }),
      execute: ({ id, org_id }) => sql`SELECT created_by FROM api_keys WHERE org_id = ${org_id} AND id = ${id}`
    })

    const decodeAuthenticated = Schema.decodeUnknownEffect(AuthenticatedRow)

    /**
     * IN with one parameter each instead of an array, and LATERAL: without the array's length the planner plans every
     * call again and prefers to read all organizations. Measured: three times the rate.
     */
    const authenticate = Effect.fnUntraced(function* (digests: ReadonlyArray<string>, now: Date) {
      const [row] = yield* system`
        SELECT k.org_id, k.id, k.name, k.key_prefix, k.key_digest, k.previous_key_digest, k.scopes, o.plan, o.plan_status, o.suspended
        FROM api_keys k
        CROSS JOIN LATERAL (
          SELECT plan, effective_plan_status(plan, plan_status, trial_ends_at, ${now}) AS plan_status, suspended
          FROM organisations WHERE id = k.org_id OFFSET 0
        ) o
        WHERE (k.key_digest IN ${system.in(digests)}
            OR (k.previous_key_digest IN ${system.in(digests)} AND k.previous_valid_until > ${now}))
          AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ${now})`
      return row === undefined ? Option.none() : Option.some(yield* decodeAuthenticated(row))
    })

    /**
     * Every node locks the keys in one order, so that two flushes wait instead of deadlocking; a key deleted with its
     * organization is skipped.
     */
    const addUsage = run({
      Request: Totals,
      execute: (totals) => sql`
        WITH used AS MATERIALIZED (
          SELECT * FROM jsonb_to_recordset(${totals}::jsonb) AS used (
            org_id uuid, api_key_id uuid, day date, calls integer, errors integer,
            last_used_at timestamptz, last_status integer, last_seen_from text
          )
        ), latest AS (
          SELECT DISTINCT ON (org_id, api_key_id) * FROM used ORDER BY org_id, api_key_id, last_used_at DESC
        ), locked AS MATERIALIZED (
          SELECT k.org_id, k.id FROM api_keys k
          WHERE (k.org_id, k.id) IN (SELECT org_id, api_key_id FROM used)
          ORDER BY k.org_id, k.id FOR NO KEY UPDATE
        ), touched AS (
          UPDATE api_keys k SET
            last_used_at = l.last_used_at,
            last_status = l.last_status,
            last_seen_from = COALESCE(l.last_seen_from, k.last_seen_from)
          FROM locked JOIN latest l ON l.org_id = locked.org_id AND l.api_key_id = locked.id
          WHERE k.org_id = locked.org_id AND k.id = locked.id
            AND (k.last_used_at IS NULL OR k.last_used_at <= l.last_used_at)
        )
        INSERT INTO api_key_usage (org_id, api_key_id, day, calls, errors)
        SELECT used.org_id, used.api_key_id, used.day, used.calls, used.errors
        FROM locked JOIN used ON used.org_id = locked.org_id AND used.api_key_id = locked.id
        ON CONFLICT (org_id, api_key_id, day) DO UPDATE SET
          calls = api_key_usage.calls + EXCLUDED.calls, errors = api_key_usage.errors + EXCLUDED.errors`
    })

    const purgeUsage = one({
      Request: Schema.Struct({ orgId: Schema.UndefinedOr(OrgId), day: Schema.String, before: Instant }),
      Result: Schema.Struct({ deleted: Schema.Int, cleared: Schema.Int }),
      execute: ({ before, day, orgId }) => sql`
        WITH deleted AS (
          DELETE FROM api_key_usage
          WHERE day < ${day}::date AND ${ofOrganisation(sql, orgId, "org_id")} RETURNING 1
        ), cleared AS (
          UPDATE api_keys SET last_seen_from = NULL
          WHERE last_seen_from IS NOT NULL AND last_used_at <= ${before}
            AND ${ofOrganisation(sql, orgId, "org_id")} RETURNING 1
        )
        SELECT (SELECT count(*)::int FROM deleted) AS deleted, (SELECT count(*)::int FROM cleared) AS cleared`
    })

    return {
      /** Most recently created first. */
      list: (orgId: OrgId, now: DateTime.Utc) => list({ orgId, today: utcDay(now) }),
      /**
       * Whether the user is a member, fixed until the end of the transaction: removing members, leaving, and closing an
       * account lock the organization too, and end the leaver's keys.
       */
      holdMember: (orgId: OrgId, userId: UserId) =>
        Transaction.use(({ send }) =>
          send(sql`SELECT FROM organisations WHERE id = ${orgId} FOR NO KEY UPDATE`).pipe(
            Effect.andThen(Effect.orDie(member({ orgId, userId }))),
            Effect.map(({ found }) => found)
          )
        ),
      /** Until the end of the transaction no one else in the organization counts or adds keys. */
      lockCount: (orgId: OrgId) =>
        Transaction.use(() =>
          Effect.orDie(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`api-keys:${orgId}`}, 0))`)
        ),
      countActive: (orgId: OrgId, now: DateTime.Utc) =>
        countActive({ orgId, now }).pipe(Effect.map(({ active }) => active)),
      insert,
      /** False when a key has this secret or was imported with it, in any organization and even if it was rotated since. */
      insertImported,
      /** Locks the key until the transaction ends; none when it is unknown or revoked. */
      lock,
      rotate,
      /**
       * Both secrets end; none when the key is unknown or was revoked before. Waits for the changes of its calls that are
       * being committed.
       */
      revoke,
      revokeOfCreator,
      creator,
      /** Runs after the commit, before the caller continues. */
      afterCommit: (work: Effect.Effect<void>) => Transaction.use(() => sql.afterCommit(work)),
      /** Of these digests, those that are no longer a secret of their key. */
      endedSecrets: (
        calls: ReadonlyArray<{ readonly orgId: OrgId; readonly keyId: ApiKeyId; readonly secret: string }>
      ) => Effect.map(Effect.orDie(endedSecrets(calls)), (rows) => rows.map(({ secret }) => secret)),
      /** One indexed statement, on every request of the public API. */
      authenticate: (digests: ReadonlyArray<string>, now: DateTime.Utc) =>
        Effect.orDie(authenticate(digests, DateTime.toDateUtc(now))),
      addUsage,
      purgeUsage: ({ before, orgId }: { readonly orgId: OrgId | undefined; readonly before: DateTime.Utc }) =>
        purgeUsage({ orgId, day: utcDay(before), before })
    }
  })
}) {
  static readonly layer = Layer.effect(ApiKeysRepo, ApiKeysRepo.make)
}
