import { OrgId, SessionId, UserId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { all, exists, Instant, perform, run } from "#platform/database/statements"

const Member = Schema.Struct({ orgId: OrgId, userId: UserId })

/** Everything that lets a signed-in person continue. */
export class SignOutsRepo extends Context.Service<SignOutsRepo>()("svc/accounts/SignOutsRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const belongsElsewhere = exists({
      Request: Member,
      execute: ({ orgId, userId }) => sql`
        SELECT 1 FROM memberships WHERE user_id = ${userId} AND org_id <> ${orgId} LIMIT 1`
    })

    const endSessions = all({
      Request: Schema.Struct({ ...Member.fields, now: Instant }),
      Result: Schema.Struct({ id: SessionId }),
      execute: ({ now, orgId, userId }) => sql`
        UPDATE sessions SET revoked_at = ${now}
        WHERE org_id = ${orgId} AND user_id = ${userId} AND revoked_at IS NULL AND expires_at > ${now}
        RETURNING id`
    })

    const removeChallenges = run({
      Request: Member,
      execute: ({ orgId, userId }) => sql`
        DELETE FROM second_factor_challenges WHERE org_id = ${orgId} AND user_id = ${userId}`
    })

    return {
      /** Locked until the end of the transaction: a change of the password or of an origin comes before or after it. */
      lockUser: (userId: UserId) => perform(sql`SELECT id FROM users WHERE id = ${userId} FOR NO KEY UPDATE`),
      /** Whether the user belongs to other organizations too. */
      belongsElsewhere,
      /** Number of live sessions of this organization. */
      endSessions: (key: typeof Member.Type & { readonly now: typeof Instant.Type }) =>
        Effect.map(endSessions(key), ({ length }) => length),
      removeChallenges,
      removeReset: (userId: UserId) => perform(sql`DELETE FROM password_resets WHERE user_id = ${userId}`),
      /** A password that was found right before this opens nothing after it. */
      renewCredentials: (userId: UserId) =>
        perform(sql`UPDATE users SET credentials_version = credentials_version + 1 WHERE id = ${userId}`)
    }
  })
}) {
  static readonly layer = Layer.effect(SignOutsRepo, SignOutsRepo.make)
}
