import { UserId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { SystemSql } from "#platform/database/db"
import { exists, Instant, maybe, perform, run } from "#platform/database/statements"

const Owner = Schema.Struct({ id: UserId, email: Schema.String })
export type Owner = typeof Owner.Type

const Credentials = Schema.Struct({
  email: Schema.String,
  password_hash: Schema.NullOr(Schema.String),
  credentials_version: Schema.Int
})

const NewReset = Schema.Struct({
  user_id: UserId,
  token_digest: Schema.String,
  created_at: Instant,
  expires_at: Instant
})

const ByToken = Schema.Struct({ digests: Schema.Array(Schema.String), now: Instant })

/** Only while the password is still the one of this version. */
const PasswordChange = Schema.Struct({
  id: UserId,
  passwordHash: Schema.String,
  version: Schema.Int
})

/** Passwords being replaced, and the links by which they are. */
export class PasswordRepo extends Context.Service<PasswordRepo>()("svc/accounts/PasswordRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql

    const findByEmail = SqlSchema.findOneOption({
      Request: Schema.String,
      Result: Owner,
      execute: (email) => system`SELECT id, email FROM users WHERE lower(email) = lower(${email})`
    })

    const credentialsOf = SqlSchema.findOne({
      Request: UserId,
      Result: Credentials,
      execute: (id) => system`SELECT email, password_hash, credentials_version FROM users WHERE id = ${id}`
    })

    const putReset = run({
      Request: NewReset,
      execute: (row) => sql`
        INSERT INTO password_resets ${sql.insert(row)}
        ON CONFLICT (user_id) DO UPDATE SET token_digest = EXCLUDED.token_digest, created_at = EXCLUDED.created_at,
          expires_at = EXCLUDED.expires_at`
    })

    const findReset = SqlSchema.findOneOption({
      Request: ByToken,
      Result: Owner,
      execute: ({ digests, now }) => system`
        SELECT u.id, u.email FROM password_resets r JOIN users u ON u.id = r.user_id
        WHERE r.token_digest IN ${system.in(digests)} AND r.expires_at > ${now}`
    })

    const takeReset = maybe({
      Request: ByToken,
      Result: Owner,
      execute: ({ digests, now }) => sql`
        DELETE FROM password_resets r USING users u
        WHERE u.id = r.user_id AND r.token_digest IN ${sql.in(digests)} AND r.expires_at > ${now}
        RETURNING u.id, u.email`
    })

    const resetPassword = run({
      Request: Schema.Struct({ id: UserId, passwordHash: Schema.String, now: Instant }),
      execute: ({ id, now, passwordHash }) => sql`
        UPDATE users SET password_hash = ${passwordHash}, credentials_version = credentials_version + 1,
          email_verified_at = COALESCE(email_verified_at, ${now})
        WHERE id = ${id}`
    })

    const changePassword = exists({
      Request: PasswordChange,
      execute: ({ id, passwordHash, version }) => sql`
        UPDATE users SET password_hash = ${passwordHash}, credentials_version = credentials_version + 1
        WHERE id = ${id} AND credentials_version = ${version} RETURNING id`
    })

    const purge = SqlSchema.findOne({
      Request: Instant,
      Result: Schema.Struct({ purged: Schema.Int }),
      execute: (now) => system`
        WITH gone AS (DELETE FROM password_resets WHERE expires_at <= ${now} RETURNING 1)
        SELECT count(*)::int AS purged FROM gone`
    })

    return {
      findByEmail: (email: string) => Effect.orDie(findByEmail(email)),
      credentialsOf: (id: UserId) => Effect.orDie(credentialsOf(id)),
      /** Replaces an earlier one. */
      putReset,
      findReset: (key: typeof ByToken.Type) => Effect.orDie(findReset(key)),
      /** Removes it, so a token works once. */
      takeReset,
      removeReset: (id: UserId) => perform(sql`DELETE FROM password_resets WHERE user_id = ${id}`),
      /** For the reader of the email account, which confirms the email. */
      resetPassword,
      /** False if the password was changed in the meantime. */
      changePassword: (change: typeof PasswordChange.Type) => changePassword(change),
      purge: (now: typeof Instant.Type) => Effect.orDie(Effect.map(purge(now), ({ purged }) => purged))
    }
  })
}) {
  static readonly layer = Layer.effect(PasswordRepo, PasswordRepo.make)
}
