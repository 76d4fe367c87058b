import { OrgId, PersonKeyId, SessionId, UserId } from "@svc/contract/kernel/ids"
import { SignInMethod } from "@svc/contract/kernel/access"
import { MemberRole, ScopeName } from "@svc/contract/kernel/permissions"
import { Plan, PlanStatus } from "@svc/contract/kernel/plans"
import { Context, Effect, Layer, Schema, Struct } from "effect"
import { SqlSchema } from "effect/sql"
import { SystemSql } from "#platform/database/db"
import { Instant } from "#platform/database/statements"
import { ownColumns, ownFields } from "#records/own-records"

const SessionKey = Schema.Struct({
  org_id: OrgId,
  id: SessionId,
  user_id: UserId,
  now: Instant
})

const standing = {
  role: MemberRole,
  /** Of a custom role; null with a built-in one. */
  permissions: Schema.NullOr(Schema.Array(Schema.String)),
  scope: Schema.NullOr(ScopeName),
  departments: Schema.NullOr(Schema.Array(Schema.String)),
  email: Schema.String,
  ...ownFields,
  plan: Plan,
  plan_status: PlanStatus,
  suspended: Schema.Boolean
}
const Standing = Schema.Struct(standing)
/** A person's permissions and record scope in an organization. */
export type StandingRow = typeof Standing.Type

const SessionRow = Schema.Struct({
  ...standing,
  stepped_up_until: Schema.NullOr(Instant),
  full_name: Schema.String,
  audit_key_id: Schema.NullOr(PersonKeyId),
  wrapped_key: Schema.NullOr(Schema.String),
  method: SignInMethod,
  totp_enabled: Schema.Boolean,
  seen_lately: Schema.Boolean
})
/** The same, and the session. */
export type SessionRow = typeof SessionRow.Type

const OpenSessionRow = Schema.Struct({ ...SessionRow.fields, id: SessionId, user_id: UserId })

const AccountRow = Schema.Struct({
  email: Schema.String,
  stepped_up_until: SessionRow.fields.stepped_up_until,
  method: SignInMethod,
  totp_enabled: Schema.Boolean,
  seen_lately: Schema.Boolean
})

const MemberKey = Schema.Struct({ org_id: OrgId, email: Schema.String, now: Instant })
const MemberRow = Schema.Struct({ ...standing, user_id: UserId, full_name: Schema.String })

/** A session's current rights, read on every request. */
export class AccessRepo extends Context.Service<AccessRepo>()("svc/access/AccessRepo", {
  make: Effect.gen(function* () {
    const system = yield* SystemSql
    // Maximum age of a session's last-seen time, and so the interval of its updates.
    const seenLately = system.literal("interval '5 minutes'")

    const own = ownColumns(system, { org: "m.org_id", address: "u.email" })

    const sessionOf = (now: Date) => system`
        s.method, s.stepped_up_until, m.role, r.permissions, COALESCE(m.scope, r.scope) AS scope,
          CASE WHEN m.scope IS NULL THEN r.departments ELSE m.departments END AS departments, u.email, u.full_name,
          ${own}, k.id AS audit_key_id, k.wrapped_key, u.totp_enabled, o.plan,
          effective_plan_status(o.plan, o.plan_status, o.trial_ends_at, ${now}) AS plan_status, o.suspended,
          COALESCE(s.last_seen_at, s.created_at) > ${now}::timestamptz - ${seenLately} AS seen_lately
        FROM sessions s
        JOIN memberships m ON m.org_id = s.org_id AND m.user_id = s.user_id
        LEFT JOIN roles r ON r.org_id = m.org_id AND r.id = m.role_id
        LEFT JOIN audit_person_keys k ON k.org_id = m.org_id AND k.id = m.audit_key_id AND k.destroyed_at IS NULL
        JOIN users u ON u.id = s.user_id
        JOIN organisations o ON o.id = s.org_id
        WHERE s.revoked_at IS NULL AND s.expires_at > ${now}`
    const findSession = SqlSchema.findOneOption({
      Request: SessionKey,
      Result: SessionRow,
      execute: ({ id, now, org_id, user_id }) => system`
        SELECT ${sessionOf(now)} AND s.org_id = ${org_id} AND s.id = ${id} AND s.user_id = ${user_id}`
    })
    const findSessions = SqlSchema.findAll({
      Request: Schema.Struct({ org_id: OrgId, ids: Schema.Array(SessionId), now: Instant }),
      Result: OpenSessionRow,
      execute: ({ ids, now, org_id }) => system`
        SELECT s.id, s.user_id, ${sessionOf(now)} AND s.org_id = ${org_id} AND s.id = ANY(${ids}::uuid[])`
    })
    const findAccountSession = SqlSchema.findOneOption({
      Request: SessionKey.mapFields(Struct.omit(["org_id"])),
      Result: AccountRow,
      execute: ({ id, now, user_id }) => system`
        SELECT s.method, s.stepped_up_until, u.email, u.totp_enabled,
          COALESCE(s.last_seen_at, s.created_at) > ${now}::timestamptz - ${seenLately} AS seen_lately
        FROM sessions s JOIN users u ON u.id = s.user_id
        WHERE s.id = ${id} AND s.org_id IS NULL AND s.user_id = ${user_id} AND s.revoked_at IS NULL
          AND s.expires_at > ${now} AND NOT EXISTS (SELECT FROM memberships m WHERE m.user_id = s.user_id)`
    })
    const findMember = SqlSchema.findOneOption({
      Request: MemberKey,
      Result: MemberRow,
      execute: ({ email, now, org_id }) => system`
        SELECT u.id AS user_id, u.full_name, m.role, r.permissions, COALESCE(m.scope, r.scope) AS scope,
          CASE WHEN m.scope IS NULL THEN r.departments ELSE m.departments END AS departments, u.email, ${own}, o.plan,
          effective_plan_status(o.plan, o.plan_status, o.trial_ends_at, ${now}) AS plan_status, o.suspended
        FROM users u
        JOIN memberships m ON m.user_id = u.id AND m.org_id = ${org_id}
        LEFT JOIN roles r ON r.org_id = m.org_id AND r.id = m.role_id
        JOIN organisations o ON o.id = m.org_id
        WHERE lower(u.email) = lower(${email})`
    })
    const markSeen = SqlSchema.void({
      Request: Schema.Struct({ id: SessionId, now: Instant }),
      execute: ({ id, now }) => system`
        UPDATE sessions SET last_seen_at = ${now}
        WHERE id = ${id}
          AND COALESCE(last_seen_at, created_at) <= ${now}::timestamptz - ${seenLately}`
    })

    return {
      /** None when the session is unknown, ended or expired, or its user is no longer a member. */
      findSession: (key: typeof SessionKey.Type) => Effect.orDie(findSession(key)),
      /** The valid ones of these sessions of an organization. */
      findSessions: (
        key: Pick<typeof SessionKey.Type, "org_id" | "now"> & { readonly ids: ReadonlyArray<SessionId> }
      ) => Effect.orDie(findSessions(key)),
      /**
       * A session without an organization: invalid once its user belongs to one, which may have its own sign-in rules.
       */
      findAccountSession: (key: Omit<typeof SessionKey.Type, "org_id">) => Effect.orDie(findAccountSession(key)),
      /** The member of this address, whatever its case. */
      findMember: (key: typeof MemberKey.Type) => Effect.orDie(findMember(key)),
      /** Records that the session is in use; once for concurrent requests. */
      markSeen: (key: Pick<typeof SessionKey.Type, "id" | "now">) => Effect.orDie(markSeen(key))
    }
  })
}) {
  static readonly layer = Layer.effect(AccessRepo, AccessRepo.make)
}
