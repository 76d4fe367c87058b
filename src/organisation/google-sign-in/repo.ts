import { OrgId, UserId, Uuid } from "@svc/contract/kernel/ids"
import { Context, type DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { SystemSql, Transaction } from "#platform/database/db"
import { Instant } from "#platform/database/statements"
import type { GoogleIdentity } from "./rules.ts"

const CandidateRow = Schema.Struct({
  id: UserId,
  email: Schema.String,
  email_verified: Schema.Boolean,
  totp_enabled: Schema.Boolean,
  org_id: Schema.NullOr(OrgId),
  sso_enforced: Schema.Boolean,
  sub: Schema.NullOr(Schema.String)
})

const UsedSignIn = Schema.Struct({ id: Uuid, expires_at: Instant, now: Instant })

const NewIdentity = Schema.Struct({ user_id: UserId, sub: Schema.String, email: Schema.String, created_at: Instant })

/** Linked Google accounts, and the sign-ins that came back. */
export class GoogleSignInRepo extends Context.Service<GoogleSignInRepo>()("svc/google-sign-in/GoogleSignInRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql

    // The same organization that a password sign-in opens.
    const findCandidate = SqlSchema.findOneOption({
      Request: Schema.Struct({ sub: Schema.String, email: Schema.String }),
      Result: CandidateRow,
      execute: ({ email, sub }) => sql`
        SELECT u.id, u.email, u.email_verified_at IS NOT NULL AS email_verified, u.totp_enabled, m.org_id,
          EXISTS (
            SELECT FROM sso_configurations c WHERE c.org_id = m.org_id AND c.enforce_sso
              AND NOT EXISTS (SELECT FROM sso_bypasses b WHERE b.org_id = c.org_id AND b.user_id = u.id)
          ) AS sso_enforced, g.sub
        FROM users u
        LEFT JOIN google_identities g ON g.user_id = u.id
        CROSS JOIN LATERAL (SELECT sign_in_organisation(u.id) AS org_id) m
        WHERE u.id = COALESCE(
          (SELECT user_id FROM google_identities WHERE sub = ${sub}),
          (SELECT id FROM users WHERE lower(email) = lower(${email}))
        )
        FOR SHARE OF u`
    })

    const link = SqlSchema.findOneOption({
      Request: NewIdentity,
      Result: Schema.Struct({ user_id: UserId }),
      execute: (identity) =>
        sql`INSERT INTO google_identities ${sql.insert(identity)} ON CONFLICT DO NOTHING RETURNING user_id`
    })

    const use = SqlSchema.findOneOption({
      Request: UsedSignIn,
      Result: Schema.Struct({ id: Uuid }),
      execute: ({ expires_at, id, now }) => system`
        WITH expired AS (DELETE FROM google_sign_ins_used WHERE expires_at < ${now})
        INSERT INTO google_sign_ins_used ${system.insert({ id, expires_at })} ON CONFLICT DO NOTHING RETURNING id`
    })

    return {
      /**
       * The account linked to the identity, else the one with its address (compared without case). Until the transaction
       * ends no second factor is switched on that the session would have to wait for.
       */
      findCandidate: ({ email, sub }: GoogleIdentity) =>
        Transaction.use(() =>
          Effect.map(
            Effect.orDie(findCandidate({ email, sub })),
            Option.map((row) => ({
              userId: row.id,
              email: row.email,
              emailVerified: row.email_verified,
              totpEnabled: row.totp_enabled,
              orgId: row.org_id,
              ssoEnforced: row.sso_enforced,
              linkedSub: row.sub
            }))
          )
        ),
      /** False when the user or the Google account is linked already. */
      link: (identity: typeof NewIdentity.Type) =>
        Transaction.use(() => Effect.map(Effect.orDie(link(identity)), Option.isSome)),
      /** Uses the sign-in up; false if it was used before. Expired ones are removed. */
      use: (id: string, expires_at: DateTime.Utc, now: DateTime.Utc) =>
        Effect.map(Effect.orDie(use({ id, expires_at, now })), Option.isSome)
    }
  })
}) {
  static readonly layer = Layer.effect(GoogleSignInRepo, GoogleSignInRepo.make)
}
