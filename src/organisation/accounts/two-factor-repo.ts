import { SignInMethod } from "@svc/contract/kernel/access"
import { noOrganisation, OrgId, SessionId, UserId, Uuid } from "@svc/contract/kernel/ids"
import { Context, type DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { SystemSql, Transaction } from "#platform/database/db"
import { exists, Instant, maybe, perform, run } from "#platform/database/statements"

const Account = Schema.Struct({
  id: UserId,
  email: Schema.String,
  full_name: Schema.String,
  password_hash: Schema.NullOr(Schema.String),
  totp_enabled: Schema.Boolean,
  credentials_version: Schema.Int
})
export type Account = typeof Account.Type

const NewSecret = Schema.Struct({ user_id: UserId, secret: Schema.String, created_at: Instant })

const NewChallenge = Schema.Struct({
  org_id: OrgId,
  id: Uuid,
  user_id: UserId,
  /** Null: the one at this moment. */
  credentials_version: Schema.NullOr(Schema.Int),
  method: SignInMethod,
  expires_at: Instant,
  now: Instant
})

const Try = Schema.Struct({
  org_id: OrgId,
  id: Uuid,
  user_id: UserId,
  credentials_version: Schema.Int,
  tries: Schema.Int,
  now: Instant
})

interface ChallengeKey {
  readonly org_id: OrgId
  readonly id: typeof Uuid.Type
}

/**
 * Secrets, recovery codes, and challenges. They belong to users, above all organizations, so every change is a system
 * transaction that starts with `lockAccount`: concurrent changes of a user run one after the other.
 */
export class TwoFactorRepo extends Context.Service<TwoFactorRepo>()("svc/accounts/TwoFactorRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql

    const account = "id, email, full_name, password_hash, totp_enabled, credentials_version"

    const findAccount = SqlSchema.findOneOption({
      Request: UserId,
      Result: Account,
      execute: (id) => system`SELECT ${system.literal(account)} FROM users WHERE id = ${id}`
    })

    const lockAccount = maybe({
      Request: UserId,
      Result: Account,
      execute: (id) => sql`SELECT ${sql.literal(account)} FROM users WHERE id = ${id} FOR NO KEY UPDATE`
    })

    const putSecret = run({
      Request: NewSecret,
      execute: (secret) => sql`
        INSERT INTO second_factors ${sql.insert(secret)}
        ON CONFLICT (user_id) DO UPDATE
        SET secret = EXCLUDED.secret, created_at = EXCLUDED.created_at, last_step = DEFAULT, enabled_in = DEFAULT`
    })

    const findSecret = maybe({
      Request: UserId,
      Result: Schema.Struct({ secret: Schema.String }),
      execute: (userId) => sql`SELECT secret FROM second_factors WHERE user_id = ${userId}`
    })

    const takeStep = exists({
      Request: Schema.Struct({ userId: UserId, step: Schema.Int }),
      execute: ({ step, userId }) => sql`
        UPDATE second_factors SET last_step = ${step} WHERE user_id = ${userId} AND last_step < ${step}
        RETURNING user_id`
    })

    const setEnabled = run({
      Request: Schema.Struct({ userId: UserId, by: Schema.NullOr(SessionId) }),
      execute: ({ by, userId }) => sql`
        WITH factor AS (UPDATE second_factors SET enabled_in = ${by}::uuid WHERE user_id = ${userId})
        UPDATE users SET totp_enabled = ${by !== null} WHERE id = ${userId}`
    })

    const wasEnabledBy = exists({
      Request: Schema.Struct({ userId: UserId, sessionId: SessionId }),
      execute: ({ sessionId, userId }) => sql`
        SELECT user_id FROM second_factors WHERE user_id = ${userId} AND enabled_in = ${sessionId}`
    })

    const RecoveryCodes = Schema.Struct({ userId: UserId, digests: Schema.Array(Schema.String) })

    const putRecoveryCodes = SqlSchema.void({
      Request: RecoveryCodes,
      execute: ({ digests, userId }) =>
        sql`INSERT INTO recovery_codes (user_id, digest) SELECT ${userId}::uuid, unnest(${digests}::text[])`
    })

    const takeRecoveryCode = maybe({
      Request: RecoveryCodes,
      Result: Schema.Struct({ left: Schema.Int }),
      // The outer statement sees the table as it was before the deletion.
      execute: ({ digests, userId }) => sql`
        WITH taken AS (
          DELETE FROM recovery_codes WHERE user_id = ${userId} AND digest IN ${sql.in(digests)} RETURNING digest
        )
        SELECT (SELECT count(*)::int FROM recovery_codes WHERE user_id = ${userId}) - 1 AS "left" FROM taken`
    })

    const insertChallenge = run({
      Request: NewChallenge,
      execute: ({ now, ...challenge }) => sql`
        WITH expired AS (
          DELETE FROM second_factor_challenges WHERE user_id = ${challenge.user_id} AND expires_at <= ${now}
        )
        INSERT INTO second_factor_challenges (org_id, id, user_id, credentials_version, method, expires_at)
        SELECT NULLIF(${challenge.org_id}::uuid, ${noOrganisation}), ${challenge.id}::uuid, id,
          COALESCE(${challenge.credentials_version}::int, credentials_version), ${challenge.method}, ${challenge.expires_at}
        FROM users WHERE id = ${challenge.user_id}`
    })

    const tryChallenge = maybe({
      Request: Try,
      Result: Schema.Struct({ method: SignInMethod }),
      execute: ({ credentials_version, id, now, org_id, tries, user_id }) => sql`
        UPDATE second_factor_challenges SET tries = tries + 1
        WHERE COALESCE(org_id, ${noOrganisation}) = ${org_id} AND id = ${id} AND user_id = ${user_id} AND expires_at > ${now}
          AND credentials_version = ${credentials_version} AND tries < ${tries}
        RETURNING method`
    })

    const endOtherSessions = run({
      Request: Schema.Struct({ userId: UserId, sessionId: Uuid, now: Instant }),
      execute: ({ now, sessionId, userId }) => sql`
        UPDATE sessions SET revoked_at = ${now}
        WHERE user_id = ${userId} AND id <> ${sessionId} AND revoked_at IS NULL`
    })

    return {
      findAccount: (id: UserId) => Effect.orDie(findAccount(id)),
      /** Held to the end of the transaction. */
      lockAccount,
      /** Replaces the previous secret and forgets its used codes. */
      putSecret,
      findSecret: (userId: UserId) =>
        Effect.map(
          findSecret(userId),
          Option.map(({ secret }) => secret)
        ),
      /** False when a code of this step or a later one was accepted before. */
      takeStep: (userId: UserId, step: number) => takeStep({ userId, step }),
      /** By this session, where it is switched on. */
      setEnabled: (userId: UserId, by: SessionId | null) => setEnabled({ userId, by }),
      /** Whether it was this session that switched on the factor in use. */
      wasEnabledBy: (userId: UserId, sessionId: SessionId) => wasEnabledBy({ userId, sessionId }),
      /** Replaces the previous ones. */
      putRecoveryCodes: (userId: UserId, digests: ReadonlyArray<string>) =>
        Transaction.use(() =>
          Effect.andThen(
            Effect.orDie(sql`DELETE FROM recovery_codes WHERE user_id = ${userId}`),
            Effect.orDie(putRecoveryCodes({ userId, digests }))
          )
        ),
      /** How many are left without the one that is under one of the digests; none when there is no such one. */
      takeRecoveryCode: (userId: UserId, digests: ReadonlyArray<string>) =>
        Effect.map(
          takeRecoveryCode({ userId, digests }),
          Option.map(({ left }) => left)
        ),
      /** Secret, recovery codes and challenges. */
      forget: (userId: UserId) =>
        Transaction.use(() =>
          Effect.forEach(
            [
              sql`DELETE FROM second_factors WHERE user_id = ${userId}`,
              sql`DELETE FROM recovery_codes WHERE user_id = ${userId}`,
              sql`DELETE FROM second_factor_challenges WHERE user_id = ${userId}`
            ],
            (statement) => Effect.orDie(statement),
            { discard: true }
          )
        ),
      /** The user's expired ones go, as nothing else would remove them. */
      insertChallenge,
      /**
       * Counts one and answers how the sign-in began; none when the challenge is gone, expired, from before a change of the
       * password, or all are used.
       */
      tryChallenge: (challenge: typeof Try.Type) =>
        Effect.map(
          tryChallenge(challenge),
          Option.map(({ method }) => method)
        ),
      removeChallenge: ({ id, org_id }: ChallengeKey) =>
        perform(
          sql`DELETE FROM second_factor_challenges WHERE COALESCE(org_id, ${noOrganisation}) = ${org_id} AND id = ${id}`
        ),
      /** Ends the user's sessions in every organization except this one. */
      endOtherSessions: (userId: UserId, sessionId: string, now: DateTime.Utc) =>
        endOtherSessions({ userId, sessionId: Uuid.make(sessionId), now })
    }
  })
}) {
  static readonly layer = Layer.effect(TwoFactorRepo, TwoFactorRepo.make)
}
