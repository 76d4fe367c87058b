import { SignInMethod } from "@svc/contract/kernel/access"
import { noOrganisation, OrgId, SessionId, UserId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { SystemSql } from "#platform/database/db"
import { all, Instant, maybe, one, run } from "#platform/database/statements"

const SessionRow = Schema.Struct({
  id: SessionId,
  /** Null for a user without an organization. */
  org_id: Schema.NullOr(OrgId),
  created_at: Instant,
  last_seen_at: Instant,
  expires_at: Instant,
  address: Schema.NullOr(Schema.String),
  user_agent: Schema.NullOr(Schema.String),
  method: SignInMethod
})
const OfUser = Schema.Struct({ userId: UserId, now: Instant })
/** Null is every organization. */
const InOrganisation = Schema.Struct({ ...OfUser.fields, orgId: Schema.NullOr(OrgId) })
const OneOfUser = Schema.Struct({ ...InOrganisation.fields, id: SessionId })

const Profile = Schema.Struct({
  id: UserId,
  fullName: Schema.NullOr(Schema.String),
  theme: Schema.NullOr(Schema.String),
  language: Schema.NullOr(Schema.String)
})

/** A user's data across their organizations: sessions, memberships, the profile. Read and written by the user's id. */
export class UserSessionsRepo extends Context.Service<UserSessionsRepo>()("svc/accounts/UserSessionsRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql

    // One without an organization is invalid once its user belongs to one.
    const opens = `CASE WHEN s.org_id IS NULL THEN NOT EXISTS (SELECT FROM memberships m WHERE m.user_id = s.user_id)
      ELSE EXISTS (SELECT FROM memberships m WHERE m.org_id = s.org_id AND m.user_id = s.user_id) END`

    const live = SqlSchema.findAll({
      Request: InOrganisation,
      Result: SessionRow,
      execute: ({ now, orgId, userId }) => system`
        SELECT s.id, s.org_id, s.created_at, COALESCE(s.last_seen_at, s.created_at) AS last_seen_at, s.expires_at,
          s.address, s.user_agent, s.method
        FROM sessions s
        WHERE s.user_id = ${userId} AND s.revoked_at IS NULL AND s.expires_at > ${now} AND ${system.literal(opens)}
          AND (${orgId}::uuid IS NULL OR COALESCE(s.org_id, ${noOrganisation}) = ${orgId}::uuid)
        ORDER BY 4 DESC, s.created_at DESC, s.id`
    })

    const end = maybe({
      Request: OneOfUser,
      Result: Schema.Struct({ org_id: OrgId }),
      execute: ({ id, now, orgId, userId }) => sql`
        UPDATE sessions s SET revoked_at = ${now}
        WHERE s.id = ${id} AND s.user_id = ${userId} AND s.revoked_at IS NULL AND s.expires_at > ${now}
          AND ${sql.literal(opens)} AND (${orgId}::uuid IS NULL OR COALESCE(s.org_id, ${noOrganisation}) = ${orgId}::uuid)
        RETURNING COALESCE(s.org_id, ${noOrganisation}) AS org_id`
    })

    const endAll = run({
      Request: OfUser,
      execute: ({ now, userId }) => sql`
        UPDATE sessions SET revoked_at = ${now} WHERE user_id = ${userId} AND revoked_at IS NULL`
    })

    const organisationsOf = all({
      Request: UserId,
      Result: Schema.Struct({ org_id: OrgId }),
      execute: (userId) => sql`SELECT org_id FROM memberships WHERE user_id = ${userId} ORDER BY org_id`
    })

    const setActiveOrganisation = run({
      Request: Schema.Struct({ userId: UserId, orgId: OrgId }),
      execute: ({ orgId, userId }) => sql`UPDATE users SET active_org_id = ${orgId} WHERE id = ${userId}`
    })

    const updateProfile = one({
      Request: Profile,
      Result: Schema.Struct({ previous_name: Schema.String }),
      execute: ({ fullName, id, language, theme }) => sql`
        UPDATE users u SET full_name = COALESCE(${fullName}, u.full_name), theme = COALESCE(${theme}, u.theme),
          language = COALESCE(${language}, u.language)
        FROM (SELECT id, full_name FROM users WHERE id = ${id} FOR UPDATE) AS before
        WHERE u.id = before.id RETURNING before.full_name AS previous_name`
    })

    const purge = SqlSchema.findOne({
      Request: Instant,
      Result: Schema.Struct({ purged: Schema.Int }),
      execute: (before) => system`
        WITH gone AS (DELETE FROM sessions WHERE LEAST(revoked_at, expires_at) < ${before} RETURNING 1)
        SELECT count(*)::int AS purged FROM gone`
    })

    return {
      /** Valid ones: neither ended nor expired, in organizations that the user still belongs to. */
      live: (key: typeof InOrganisation.Type) => Effect.orDie(live(key)),
      /**
       * The organization of the ended session, `noOrganisation` for one without; none if the user has no such live
       * session.
       */
      end: (key: typeof OneOfUser.Type) => Effect.map(end(key), (ended) => Option.map(ended, (row) => row.org_id)),
      endAll,
      /** In the order in which their audit chains are locked. */
      organisationsOf: (userId: UserId) => Effect.map(organisationsOf(userId), (rows) => rows.map((r) => r.org_id)),
      setActiveOrganisation: (userId: UserId, orgId: OrgId) => setActiveOrganisation({ userId, orgId }),
      /** Null leaves a field as it is; answers the name before. */
      updateProfile: (profile: typeof Profile.Type) => Effect.map(updateProfile(profile), (row) => row.previous_name),
      /** Sessions that ended or expired before the instant. */
      purge: (before: typeof Instant.Type) => Effect.orDie(Effect.map(purge(before), ({ purged }) => purged))
    }
  })
}) {
  static readonly layer = Layer.effect(UserSessionsRepo, UserSessionsRepo.make)
}
