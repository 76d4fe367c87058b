import { OrgId, SessionId, UserId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { columnsOf } from "#platform/database/columns"
import { Transaction } from "#platform/database/db"
import { all, exists, Instant, maybe, run } from "#platform/database/statements"

const Configuration = Schema.Struct({
  org_id: OrgId,
  entry_point: Schema.String,
  idp_issuer: Schema.String,
  /** PEM. */
  certificates: Schema.Array(Schema.String),
  logout_url: Schema.NullOr(Schema.String),
  enforce_sso: Schema.Boolean,
  domains: Schema.Array(Schema.String),
  updated_at: Instant
})
export type SsoConfigurationRow = typeof Configuration.Type

const NewRequest = Schema.Struct({
  org_id: OrgId,
  id: Schema.String,
  relay_digest: Schema.String,
  browser_digest: Schema.NullOr(Schema.String),
  return_to: Schema.String,
  now: Instant,
  expires_at: Instant
})

const RequestKey = Schema.Struct({ org_id: OrgId, id: Schema.String, now: Instant })

const ClaimedRequest = Schema.Struct({
  relay_digest: Schema.String,
  browser_digest: Schema.NullOr(Schema.String),
  return_to: Schema.String
})
export type ClaimedRequest = typeof ClaimedRequest.Type

const SeenAssertion = Schema.Struct({ org_id: OrgId, digest: Schema.String, now: Instant, expires_at: Instant })

const MemberAddress = Schema.Struct({ orgId: OrgId, email: Schema.String })
const MemberRow = Schema.Struct({ id: UserId, email: Schema.String })

const Members = Schema.Struct({ orgId: OrgId, userIds: Schema.Array(UserId) })
const UserIdRow = Schema.Struct({ user_id: UserId })

const SessionKey = Schema.Struct({ orgId: OrgId, sessionId: SessionId })
const SessionSubject = Schema.Struct({ org_id: OrgId, session_id: SessionId, sealed_subject: Schema.String })
const SignedInBy = Schema.Struct({ sealed_subject: Schema.String, session_id: SessionId })

/** Providers of the organizations, pending requests to them, and the sessions they opened. */
export class SsoRepo extends Context.Service<SsoRepo>()("svc/sso/SsoRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const columns = columnsOf(Configuration, "")

    const find = maybe({
      Request: OrgId,
      Result: Configuration,
      execute: (orgId) => sql`SELECT ${columns} FROM sso_configurations WHERE org_id = ${orgId}`
    })

    const lock = maybe({
      Request: OrgId,
      Result: Configuration,
      execute: (orgId) => sql`SELECT ${columns} FROM sso_configurations WHERE org_id = ${orgId} FOR UPDATE`
    })

    const save = run({
      Request: Configuration,
      execute: ({ certificates, domains, ...row }) => sql`
        INSERT INTO sso_configurations
          (org_id, entry_point, idp_issuer, certificates, logout_url, enforce_sso, domains, created_at, updated_at)
        VALUES (${row.org_id}, ${row.entry_point}, ${row.idp_issuer}, ${certificates}::text[], ${row.logout_url},
          ${row.enforce_sso}, ${domains}::text[], ${row.updated_at}, ${row.updated_at})
        ON CONFLICT (org_id) DO UPDATE SET entry_point = EXCLUDED.entry_point, idp_issuer = EXCLUDED.idp_issuer,
          certificates = EXCLUDED.certificates, logout_url = EXCLUDED.logout_url, enforce_sso = EXCLUDED.enforce_sso,
          domains = EXCLUDED.domains, updated_at = EXCLUDED.updated_at`
    })

    const remove = Effect.fnUntraced(function* (orgId: OrgId) {
      yield* sql`DELETE FROM sso_bypasses WHERE org_id = ${orgId}`
      yield* sql`DELETE FROM sso_requests WHERE org_id = ${orgId}`
      yield* sql`DELETE FROM sso_configurations WHERE org_id = ${orgId}`
    })

    const bypasses = all({
      Request: OrgId,
      Result: UserIdRow,
      execute: (orgId) => sql`SELECT user_id FROM sso_bypasses WHERE org_id = ${orgId} ORDER BY user_id`
    })

    const setBypasses = Effect.fnUntraced(function* ({ orgId, userIds }: typeof Members.Type) {
      yield* sql`DELETE FROM sso_bypasses WHERE org_id = ${orgId} AND user_id <> ALL(${userIds}::uuid[])`
      yield* sql`
        INSERT INTO sso_bypasses (org_id, user_id) SELECT ${orgId}::uuid, unnest(${userIds}::uuid[])
        ON CONFLICT DO NOTHING`
    })

    const membersAmong = all({
      Request: Members,
      Result: UserIdRow,
      execute: ({ orgId, userIds }) => sql`
        SELECT user_id FROM memberships WHERE org_id = ${orgId} AND user_id = ANY(${userIds}::uuid[]) ORDER BY user_id`
    })

    const insertRequest = run({
      Request: NewRequest,
      execute: ({ now, ...request }) => sql`
        WITH expired AS (DELETE FROM sso_requests WHERE org_id = ${request.org_id} AND expires_at <= ${now})
        INSERT INTO sso_requests ${sql.insert(request)}`
    })

    const claimRequest = maybe({
      Request: RequestKey,
      Result: ClaimedRequest,
      execute: ({ id, now, org_id }) => sql`
        DELETE FROM sso_requests WHERE org_id = ${org_id} AND id = ${id} AND expires_at > ${now}
        RETURNING relay_digest, browser_digest, return_to`
    })

    const rememberAssertion = exists({
      Request: SeenAssertion,
      execute: ({ now, ...seen }) => sql`
        WITH expired AS (DELETE FROM sso_assertions WHERE org_id = ${seen.org_id} AND expires_at <= ${now})
        INSERT INTO sso_assertions ${sql.insert(seen)} ON CONFLICT DO NOTHING RETURNING digest`
    })

    const findMember = maybe({
      Request: MemberAddress,
      Result: MemberRow,
      execute: ({ email, orgId }) => sql`
        SELECT u.id, u.email FROM users u JOIN memberships m ON m.user_id = u.id
        WHERE m.org_id = ${orgId} AND lower(u.email) = lower(${email})`
    })

    const insertSession = run({
      Request: SessionSubject,
      execute: (session) => sql`INSERT INTO sso_sessions ${sql.insert(session)}`
    })

    const findSession = maybe({
      Request: SessionKey,
      Result: SignedInBy,
      execute: ({ orgId, sessionId }) => sql`
        SELECT sealed_subject, session_id FROM sso_sessions WHERE org_id = ${orgId} AND session_id = ${sessionId}`
    })

    const idsOf = (rows: ReadonlyArray<typeof UserIdRow.Type>) => rows.map(({ user_id }) => user_id)

    return {
      find,
      lock,
      save,
      remove: (orgId: OrgId) => Transaction.use(() => Effect.orDie(remove(orgId))),
      /** Who bypasses, by id. */
      bypasses: (orgId: OrgId) => Effect.map(bypasses(orgId), idsOf),
      setBypasses: (members: typeof Members.Type) => Transaction.use(() => Effect.orDie(setBypasses(members))),
      /** Which of them are members, by id. */
      membersAmong: (members: typeof Members.Type) => Effect.map(membersAmong(members), idsOf),
      /** Removes expired requests of the organization. */
      insertRequest,
      /** The request, once: no other caller gets it. None if it is unknown, answered, or expired. */
      claimRequest,
      /** False if it was seen before. Removes expired ones of the organization. */
      rememberAssertion: (seen: typeof SeenAssertion.Type) => rememberAssertion(seen),
      /** The member who has this address, compared without case. */
      findMember,
      insertSession,
      findSession
    }
  })
}) {
  static readonly layer = Layer.effect(SsoRepo, SsoRepo.make)
}
