import type { Caller, RecordScope } from "@svc/contract/kernel/access"
import { noOrganisation, OrgId, SessionId, UserId } from "@svc/contract/kernel/ids"
import { Permission, rolePermissions } from "@svc/contract/kernel/permissions"
import { Context, DateTime, Duration, Effect, Option, type Redacted, Schema } from "effect"
import { Secrets } from "#platform/keys/secrets"
import { ownRecordsOf } from "#records/own-records"
import { layerOf } from "#platform/services/layer-of"
import { AccessRepo, type SessionRow, type StandingRow } from "./repo.ts"
import { makeSignedTokens } from "./signed-tokens.ts"

/** How long a session lasts, and its token and cookie with it. */
export const sessionLifetime = Duration.hours(12)

const SessionClaims = Schema.Struct({ sub: UserId, sid: SessionId, org: OrgId })
type SessionClaims = typeof SessionClaims.Type

const isPermission = Schema.is(Permission)

/** A name that this version does not know grants nothing. */
const permissionsOf = ({ permissions, role }: StandingRow): ReadonlyArray<Permission> =>
  role === "custom" ? (permissions ?? []).filter(isPermission) : rolePermissions[role]

/** The membership's own scope, else the role's; a manager's is their direct reports, the other built-in roles' all. */
const recordsOf = (row: StandingRow): RecordScope => {
  const { departments, email, role, scope } = row
  const own = ownRecordsOf(row)
  switch (scope ?? (role === "manager" ? "direct_reports" : "all")) {
    case "all":
      return { _tag: "All", own }
    case "departments":
      return { _tag: "Departments", departments: departments ?? [], own }
    case "direct_reports":
      return { _tag: "DirectReports", managerEmail: email, own }
  }
}

/** The tokens that the app routes accept, and whom each stands for (credentials-6). */
export class Sessions extends Context.Service<
  Sessions,
  {
    /** The token of a session that exists; it expires `sessionLifetime` from now. */
    tokenFor(claims: SessionClaims): Effect.Effect<Redacted.Redacted>
    /**
     * The caller of the token. The token has ids only: role, membership, suspension, and the session's end are read on
     * every call, so a change applies from the next request (access-3).
     */
    find(token: Redacted.Redacted): Effect.Effect<Option.Option<Caller["Service"]>>
    /** For long responses: the current callers of these sessions of an organization; ended ones are missing. */
    standing(orgId: OrgId, ids: ReadonlyArray<SessionId>): Effect.Effect<ReadonlyMap<SessionId, Caller["Service"]>>
    /**
     * The current member with this email, for a service that the organization trusts to identify people. Without a
     * session, so it passes no step-up.
     */
    memberOf(key: {
      readonly orgId: OrgId
      readonly email: string
    }): Effect.Effect<Option.Option<{ readonly caller: Caller["Service"]; readonly name: string }>>
  }
>()("svc/access/Sessions") {
  static readonly layerNoDeps = layerOf(Sessions, function* () {
    const repo = yield* AccessRepo
    const tokens = yield* makeSignedTokens(yield* Secrets, {
      purpose: "session-jwt",
      type: "svc-session+jwt",
      audience: "svc-app",
      lifetime: sessionLifetime,
      claims: SessionClaims
    })

    /** An account without an organization: no permission and no records. */
    const findAccount = Effect.fnUntraced(function* ({ sid: id, sub: userId }: SessionClaims) {
      const now = yield* DateTime.now
      const session = yield* repo.findAccountSession({ id, user_id: userId, now })
      if (Option.isSome(session) && !session.value.seen_lately) yield* repo.markSeen({ id, now })
      return Option.map(session, (row): Caller["Service"] => ({
        orgId: noOrganisation,
        source: "app",
        userId,
        role: null,
        permissions: [],
        records: { _tag: "Departments", departments: [] },
        apiKey: null,
        session: {
          id,
          method: row.method,
          steppedUpUntil: row.stepped_up_until,
          totpEnabled: row.totp_enabled
        },
        organisation: { plan: "none", planStatus: "active", suspended: false }
      }))
    })

    const find = Effect.fnUntraced(function* (token: Redacted.Redacted) {
      const claims = yield* tokens.verify(token)
      if (Option.isNone(claims)) return Option.none()
      const { org: orgId, sid: id, sub: userId } = claims.value
      if (orgId === noOrganisation) return yield* findAccount(claims.value)
      const now = yield* DateTime.now
      const session = yield* repo.findSession({ org_id: orgId, id, user_id: userId, now })
      if (Option.isSome(session) && !session.value.seen_lately) yield* repo.markSeen({ id, now })
      return Option.map(session, (row) => callerOf({ orgId, id, userId }, row))
    })

    const callerOf = (
      { id, orgId, userId }: { readonly orgId: OrgId; readonly id: SessionId; readonly userId: UserId },
      row: SessionRow
    ): Caller["Service"] => ({
      orgId,
      source: "app" as const,
      userId,
      role: row.role,
      permissions: permissionsOf(row),
      records: recordsOf(row),
      apiKey: null,
      author: {
        name: row.full_name,
        email: row.email,
        key:
          row.audit_key_id === null || row.wrapped_key === null
            ? null
            : { id: row.audit_key_id, wrapped_key: row.wrapped_key }
      },
      session: {
        id,
        method: row.method,
        steppedUpUntil: row.stepped_up_until,
        totpEnabled: row.totp_enabled
      },
      organisation: { plan: row.plan, planStatus: row.plan_status, suspended: row.suspended }
    })

    const standing = Effect.fnUntraced(function* (orgId: OrgId, ids: ReadonlyArray<SessionId>) {
      const rows = yield* repo.findSessions({ org_id: orgId, ids, now: yield* DateTime.now })
      return new Map(rows.map((row) => [row.id, callerOf({ orgId, id: row.id, userId: row.user_id }, row)]))
    })

    const memberOf = Effect.fnUntraced(function* ({ email, orgId }: { readonly orgId: OrgId; readonly email: string }) {
      const member = yield* repo.findMember({ org_id: orgId, email, now: yield* DateTime.now })
      return Option.map(member, (row) => ({
        name: row.full_name,
        caller: {
          orgId,
          source: "app" as const,
          userId: row.user_id,
          role: row.role,
          permissions: permissionsOf(row),
          records: recordsOf(row),
          apiKey: null,
          session: null,
          organisation: { plan: row.plan, planStatus: row.plan_status, suspended: row.suspended }
        }
      }))
    })

    return Sessions.of({ tokenFor: tokens.sign, find, standing, memberOf })
  })
}
