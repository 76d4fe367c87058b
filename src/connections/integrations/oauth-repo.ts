import { OrgId, SessionId, UserId, Uuid } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Transaction } from "#platform/database/db"
import { Instant, maybe } from "#platform/database/statements"

const NewAttempt = Schema.Struct({
  org_id: OrgId,
  id: Uuid,
  state_digest: Schema.String,
  service_name: Schema.String,
  user_id: UserId,
  session_id: SessionId,
  sealed_verifier: Schema.String,
  vendor_org: Schema.NullOr(Schema.String),
  expires_at: Instant
})

const Use = Schema.Struct({
  org_id: OrgId,
  state_digests: Schema.Array(Schema.String),
  service_name: Schema.String,
  user_id: UserId,
  session_id: SessionId,
  now: Instant
})

const Used = Schema.Struct({
  id: Schema.String,
  sealed_verifier: Schema.String,
  vendor_org: Schema.NullOr(Schema.String)
})

/** OAuth connections in progress. */
export class OAuthAttemptsRepo extends Context.Service<OAuthAttemptsRepo>()("svc/integrations/OAuthAttemptsRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const insert = SqlSchema.void({
      Request: NewAttempt,
      execute: (attempt) => sql`INSERT INTO integration_oauth_attempts ${sql.insert(attempt)}`
    })
    const use = maybe({
      Request: Use,
      Result: Used,
      execute: ({ now, org_id, service_name, session_id, state_digests, user_id }) => sql`
        DELETE FROM integration_oauth_attempts
        WHERE org_id = ${org_id} AND state_digest = ANY(${state_digests}::text[]) AND service_name = ${service_name}
          AND user_id = ${user_id} AND session_id = ${session_id} AND expires_at > ${now}
        RETURNING id, sealed_verifier, vendor_org`
    })
    return {
      /** Removes the organization's expired ones. */
      insert: ({ now, ...attempt }: typeof NewAttempt.Type & { readonly now: DateTime.Utc }) =>
        Transaction.use(() =>
          Effect.orDie(sql`
            DELETE FROM integration_oauth_attempts
            WHERE org_id = ${attempt.org_id} AND expires_at <= ${DateTime.toDateUtc(now)}`).pipe(
            Effect.andThen(Effect.orDie(insert(attempt)))
          )
        ),
      /** Uses the attempt up. None for a state that is unknown, used, expired, or another's. */
      use
    }
  })
}) {
  static readonly layer = Layer.effect(OAuthAttemptsRepo, OAuthAttemptsRepo.make)
}
