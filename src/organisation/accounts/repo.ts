import { noOrganisation, OrgId, SessionId, UserId } from "@svc/contract/kernel/ids"
import { SignInMethod } from "@svc/contract/kernel/access"
import { Role } from "@svc/contract/kernel/permissions"
import { Plan } from "@svc/contract/kernel/plans"
import { Context, type DateTime, Effect, Layer, Option, Schema, Struct } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { SystemSql, Transaction } from "#platform/database/db"
import { exists, Instant, maybe, perform, run } from "#platform/database/statements"

const SignInRow = Schema.Struct({
  id: UserId,
  email: Schema.String,
  full_name: Schema.String,
  password_hash: Schema.NullOr(Schema.String),
  email_verified_at: Schema.NullOr(Instant),
  totp_enabled: Schema.Boolean,
  credentials_version: Schema.Int,
  org_id: Schema.NullOr(OrgId),
  /** Whether that organization requires its identity provider for sign-in. */
  sso: Schema.Literals(["free", "required", "bypassed"])
})
type SignInRow = typeof SignInRow.Type

const MemberKey = Schema.Struct({ orgId: OrgId, userId: UserId })

const UserRow = Schema.Struct({
  id: UserId,
  email: Schema.String,
  full_name: Schema.String,
  password_hash: Schema.NullOr(Schema.String),
  theme: Schema.String,
  language: Schema.String,
  is_platform_admin: Schema.Boolean,
  totp_enabled: Schema.Boolean,
  /** A built-in role, or the name of a custom one. */
  role_name: Schema.String,
  org_name: Schema.String,
  /** The organization's. */
  timezone: Schema.String
})

const AccountRow = UserRow.mapFields(Struct.omit(["role_name", "org_name", "timezone"]))

const NewUser = Schema.Struct({
  id: UserId,
  email: Schema.String,
  full_name: Schema.String,
  password_hash: Schema.String,
  email_verified_at: Instant,
  created_at: Instant
})

const MemberRow = Schema.Struct({
  email: Schema.String,
  full_name: Schema.String,
  /** A built-in role, or the name of a custom one. */
  role_name: Schema.String
})

const NewMembership = Schema.Struct({ org_id: OrgId, user_id: UserId, role: Role, created_at: Instant })

const NewSession = Schema.Struct({
  org_id: OrgId,
  id: SessionId,
  user_id: UserId,
  created_at: Instant,
  expires_at: Instant,
  last_seen_at: Instant,
  method: SignInMethod,
  user_agent: Schema.NullOr(Schema.String),
  address: Schema.NullOr(Schema.String)
})

interface SessionKey {
  readonly orgId: OrgId
  readonly id: SessionId
}

/** Users, memberships and sessions. */
export class AccountsRepo extends Context.Service<AccountsRepo>()("svc/accounts/AccountsRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql

    const findForSignIn = SqlSchema.findOneOption({
      Request: Schema.String,
      Result: SignInRow,
      execute: (email) => system`
        SELECT u.id, u.email, u.full_name, u.password_hash, u.email_verified_at, u.totp_enabled,
          u.credentials_version, m.org_id,
          CASE WHEN c.org_id IS NULL THEN 'free' WHEN b.user_id IS NULL THEN 'required' ELSE 'bypassed' END AS sso
        FROM users u
        CROSS JOIN LATERAL (SELECT sign_in_organisation(u.id) AS org_id) m
        LEFT JOIN sso_configurations c ON c.org_id = m.org_id AND c.enforce_sso
        LEFT JOIN sso_bypasses b ON b.org_id = m.org_id AND b.user_id = u.id
        WHERE lower(u.email) = lower(${email})`
    })

    const asCompared = SqlSchema.findOne({
      Request: Schema.String,
      Result: Schema.Struct({ address: Schema.String }),
      execute: (email) => system`SELECT lower(${email}::text) AS address`
    })

    const findUser = SqlSchema.findOneOption({
      Request: MemberKey,
      Result: UserRow,
      execute: ({ orgId, userId }) => system`
        SELECT u.id, u.email, u.full_name, u.password_hash, u.theme, u.language, u.is_platform_admin,
          u.totp_enabled, COALESCE(r.name, m.role) AS role_name, o.name AS org_name, o.timezone
        FROM memberships m
        JOIN organisations o ON o.id = m.org_id
        JOIN users u ON u.id = m.user_id
        LEFT JOIN roles r ON r.org_id = m.org_id AND r.id = m.role_id
        WHERE m.org_id = ${orgId} AND m.user_id = ${userId}`
    })

    const findAccount = SqlSchema.findOneOption({
      Request: UserId,
      Result: AccountRow,
      execute: (userId) => system`
        SELECT id, email, full_name, password_hash, theme, language, is_platform_admin, totp_enabled
        FROM users WHERE id = ${userId}`
    })

    const findMember = maybe({
      Request: MemberKey,
      Result: MemberRow,
      execute: ({ orgId, userId }) => sql`
        SELECT u.email, u.full_name, COALESCE(r.name, m.role) AS role_name
        FROM memberships m
        JOIN users u ON u.id = m.user_id
        LEFT JOIN roles r ON r.org_id = m.org_id AND r.id = m.role_id
        WHERE m.org_id = ${orgId} AND m.user_id = ${userId}`
    })

    const holdPassword = exists({
      Request: Schema.Struct({ id: UserId, version: Schema.Int }),
      execute: ({ id, version }) => sql`
        SELECT id FROM users WHERE id = ${id} AND credentials_version = ${version} AND NOT totp_enabled
        FOR SHARE`
    })

    const insertUser = exists({
      Request: NewUser,
      execute: (user) => sql`INSERT INTO users ${sql.insert(user)} ON CONFLICT DO NOTHING RETURNING id`
    })

    const insertMembership = run({
      Request: NewMembership,
      execute: (membership) => sql`INSERT INTO memberships ${sql.insert(membership)}`
    })

    // The user's expired sessions go, as nothing else would ever remove them.
    const insertSession = run({
      Request: NewSession,
      execute: (session) => sql`
        WITH expired AS (
          DELETE FROM sessions WHERE user_id = ${session.user_id} AND expires_at < ${session.created_at}
        )
        INSERT INTO sessions ${sql.insert({ ...session, org_id: session.org_id === noOrganisation ? null : session.org_id })}`
    })

    const SessionUpdate = Schema.Struct({ orgId: OrgId, id: SessionId, at: Instant })

    const endSession = run({
      Request: SessionUpdate,
      execute: ({ at, id, orgId }) => sql`
        UPDATE sessions SET revoked_at = ${at}
        WHERE COALESCE(org_id, ${noOrganisation}) = ${orgId} AND id = ${id} AND revoked_at IS NULL`
    })

    // Statements of their own: what comes after a lock was waited for must see what its holder has committed.
    const entering = (orgId: OrgId) => sql`SELECT pg_advisory_xact_lock_shared(hashtextextended(${`sso ${orgId}`}, 0))`
    const closing = (orgId: OrgId) => sql`SELECT pg_advisory_xact_lock(hashtextextended(${`sso ${orgId}`}, 0))`

    const requiresSso = exists({
      Request: MemberKey,
      execute: ({ orgId, userId }) => sql`
        SELECT c.org_id FROM sso_configurations c
        WHERE c.org_id = ${orgId} AND c.enforce_sso
          AND NOT EXISTS (SELECT FROM sso_bypasses b WHERE b.org_id = c.org_id AND b.user_id = ${userId})`
    })

    const endSessionsWithoutSso = run({
      Request: Schema.Struct({ orgId: OrgId, except: Schema.NullOr(SessionId), at: Instant }),
      execute: ({ at, except, orgId }) => sql`
        UPDATE sessions s SET revoked_at = ${at}
        WHERE s.org_id = ${orgId} AND s.revoked_at IS NULL AND s.method <> 'saml'
          AND s.id IS DISTINCT FROM ${except}::uuid
          AND NOT EXISTS (SELECT FROM sso_bypasses b WHERE b.org_id = s.org_id AND b.user_id = s.user_id)`
    })

    const stepUp = run({
      Request: SessionUpdate,
      execute: ({ at, id, orgId }) => sql`
        UPDATE sessions SET stepped_up_until = ${at}
        WHERE COALESCE(org_id, ${noOrganisation}) = ${orgId} AND id = ${id} AND revoked_at IS NULL`
    })

    const lockOrganisation = SqlSchema.findOneOption({
      Request: OrgId,
      Result: Schema.Struct({ plan: Plan }),
      execute: (orgId) => sql`SELECT plan FROM organisations WHERE id = ${orgId} FOR UPDATE`
    })

    const countMembers = SqlSchema.findOne({
      Request: OrgId,
      Result: Schema.Struct({ members: Schema.Int }),
      execute: (orgId) => sql`SELECT count(*)::int AS members FROM memberships WHERE org_id = ${orgId}`
    })

    // Counted after the lock is held, in a statement of its own: the locking one still sees the past.
    const lockSeats = Effect.fnUntraced(function* (orgId: OrgId) {
      const organisation = yield* lockOrganisation(orgId)
      if (Option.isNone(organisation)) return Option.none()
      const { members } = yield* countMembers(orgId)
      return Option.some({ plan: organisation.value.plan, members })
    })

    return {
      /**
       * The account of an email, compared without case, with the organization last switched to, else the first. A
       * suspended one comes last, because the user could not switch out of it, and before it one without passwords.
       */
      findForSignIn: (email: string) => Effect.orDie(findForSignIn(email)),
      /** An address in the form in which the database compares it. */
      asCompared: (email: string) => Effect.orDie(Effect.map(asCompared(email), ({ address }) => address)),
      /** A member of the organization. */
      findUser: (key: typeof MemberKey.Type) => Effect.orDie(findUser(key)),
      /** The account itself, whatever it belongs to. */
      findAccount: (userId: UserId) => Effect.orDie(findAccount(userId)),
      findMember,
      /** Changes nothing, and takes about as long as an audit entry. */
      rehearse: Transaction.use(() =>
        Effect.asVoid(Effect.orDie(Effect.replicateEffect(sql`SELECT count(*) FROM sessions WHERE false`, 4)))
      ),
      /** A newer hash of the same password; nothing if the password was changed in the meantime. */
      rehashPassword: (id: UserId, { from, to }: { readonly from: string; readonly to: string }) =>
        Effect.asVoid(
          Effect.orDie(system`UPDATE users SET password_hash = ${to} WHERE id = ${id} AND password_hash = ${from}`)
        ),
      /** Whether this password alone still signs in: neither changed nor joined by a second factor before the commit. */
      holdPassword: (id: UserId, version: number) => holdPassword({ id, version }),
      /** False if the email already has an account. */
      insertUser: (user: typeof NewUser.Type) => insertUser(user),
      insertMembership,
      insertSession,
      endSession: (key: SessionKey, at: DateTime.Utc) => endSession({ ...key, at }),
      /**
       * Whether the organization requires its identity provider for this member; it can start to only after the
       * transaction.
       */
      requiresSso: (key: typeof MemberKey.Type) => Effect.andThen(perform(entering(key.orgId)), requiresSso(key)),
      /**
       * Waits for sign-ins that `requiresSso` has admitted, then ends every session of the organization except this
       * one, those its identity provider opened, and exempt ones.
       */
      endSessionsWithoutSso: (orgId: OrgId, except: SessionId | null, at: DateTime.Utc) =>
        Effect.andThen(perform(closing(orgId)), endSessionsWithoutSso({ orgId, except, at })),
      stepUp: (key: SessionKey, at: DateTime.Utc) => stepUp({ ...key, at }),
      /**
       * Plan and members; until the end of the transaction no one else joins. None: the organization does not exist.
       */
      lockSeats: (orgId: OrgId) => Transaction.use(() => Effect.orDie(lockSeats(orgId)))
    }
  })
}) {
  static readonly layer = Layer.effect(AccountsRepo, AccountsRepo.make)
}
