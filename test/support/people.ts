import { Caller, type RecordScope } from "@svc/contract/kernel/access"
import { type OrgId, SessionId, UserId } from "@svc/contract/kernel/ids"
import {
  ApiScope,
  type MemberRole,
  type Permission,
  type Role,
  rolePermissions,
  type ScopeName
} from "@svc/contract/kernel/permissions"
import type { Plan, PlanStatus } from "@svc/contract/kernel/plans"
import { DateTime, Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { systemCaller } from "#platform/jobs/system-caller"
import { Sessions } from "#access/sessions"
import { ApiKeys } from "#organisation/api-keys/service"
import { Organisations } from "#organisation/organisations/service"
import { asSystem, systemSql } from "./tables.ts"

export interface OrganisationOptions {
  readonly plan?: Plan
  readonly planStatus?: PlanStatus
  readonly suspended?: boolean
  readonly timezone?: string
}

/** An organisation, by default on the enterprise plan so that no feature is missing. */
export const anOrganisation = Effect.fnUntraced(function* (options: OrganisationOptions = {}) {
  const organisations = yield* Organisations
  const { id } = yield* organisations.create({
    name: `Acme ${randomUUID().slice(0, 8)}`,
    plan: options.plan ?? "enterprise"
  })
  yield* systemSql`
    UPDATE organisations SET plan_status = ${options.planStatus ?? "active"}, suspended = ${options.suspended ?? false},
      timezone = ${options.timezone ?? "UTC"} WHERE id = ${id}`
  return id
})

/** A role of the organisation's own. */
export interface OwnRole {
  readonly permissions: ReadonlyArray<Permission>
  /** `all` unless said otherwise. */
  readonly scope?: ScopeName
  readonly departments?: ReadonlyArray<string>
}

const insertRole = Effect.fnUntraced(function* (orgId: OrgId, role: OwnRole) {
  const sql = yield* SqlClient.SqlClient
  const id = randomUUID()
  const now = DateTime.toDateUtc(yield* DateTime.now)
  const { departments = [], permissions, scope = "all" } = role
  yield* sql`
    INSERT INTO roles (org_id, id, name, permissions, scope, departments, created_at, updated_at)
    VALUES (${orgId}, ${id}, ${`Role ${id}`}, ${permissions}::text[], ${scope}, ${departments}::text[], ${now}, ${now})`
  return id
})

const recordsOf = (role: Role | OwnRole, email: string): RecordScope => {
  const scope = typeof role === "string" ? (role === "manager" ? "direct_reports" : "all") : (role.scope ?? "all")
  if (scope === "direct_reports") return { _tag: "DirectReports", managerEmail: email }
  if (scope === "all" || typeof role === "string") return { _tag: "All" }
  return { _tag: "Departments", departments: role.departments ?? [] }
}

/**
 * A signed-up member of an organisation, with a built-in role or one of its own; their password is unset unless a test
 * signs in.
 */
export const aMember = Effect.fnUntraced(function* (orgId: OrgId, holding: Role | OwnRole = "superadmin") {
  const userId = UserId.make(randomUUID())
  const role: MemberRole = typeof holding === "string" ? holding : "custom"
  const email = `${role}-${userId.slice(0, 8)}@acme.test`
  const now = DateTime.toDateUtc(yield* DateTime.now)
  yield* asSystem(
    Effect.fnUntraced(function* (sql) {
      yield* sql`INSERT INTO users ${sql.insert({ id: userId, email, full_name: `The ${role}`, email_verified_at: now, created_at: now })}`
      const roleId = typeof holding === "string" ? null : yield* insertRole(orgId, holding)
      yield* sql`INSERT INTO memberships ${sql.insert({ org_id: orgId, user_id: userId, role, role_id: roleId, created_at: now })}`
    })
  )
  const permissions = typeof holding === "string" ? rolePermissions[holding] : holding.permissions
  return { orgId, userId, email, role, permissions, records: recordsOf(holding, email) }
})
export type Member = Effect.Success<ReturnType<typeof aMember>>

/** An organisation's Super Admin. */
export const aSuperAdmin = (options: OrganisationOptions = {}) =>
  Effect.flatMap(anOrganisation(options), (orgId) => aMember(orgId))

/** An organisation's member whose role is `admin`. */
export const anAdmin = (options: OrganisationOptions = {}) =>
  Effect.flatMap(anOrganisation(options), (orgId) => aMember(orgId, "admin"))

/** The member as the services see them: `offboardings.create(...).pipe(asCaller(member))`. */
export const asCaller = (member: Member) =>
  Effect.provideService(Caller, {
    orgId: member.orgId,
    source: "app",
    userId: member.userId,
    role: member.role,
    permissions: member.permissions,
    records: member.records,
    apiKey: null,
    session: null,
    organisation: { plan: "enterprise", planStatus: "active", suspended: false }
  })

/** The same with a step-up in the session. */
export const asProvenCaller =
  (member: Member) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(DateTime.now, (now) =>
      Effect.updateService(effect, Caller, (caller) => ({
        ...caller,
        session: {
          id: SessionId.make(randomUUID()),
          method: "password" as const,
          steppedUpUntil: DateTime.add(now, { minutes: 10 }),
          totpEnabled: false
        }
      }))
    ).pipe(asCaller(member))

/** What the service does by itself in an organisation: `archives.create(...).pipe(asSystemCaller(orgId))`. */
export const asSystemCaller = (orgId: OrgId) => Effect.provideService(Caller, systemCaller(orgId))

/** A bearer token of a session of the member, stepped up unless told otherwise. */
export const aSession = Effect.fnUntraced(function* (member: Member, options: { readonly steppedUp?: boolean } = {}) {
  const sessions = yield* Sessions
  const now = yield* DateTime.now
  const later = DateTime.toDateUtc(DateTime.add(now, { minutes: 10 }))
  const sid = SessionId.make(randomUUID())
  yield* asSystem(
    (sql) =>
      sql`INSERT INTO sessions ${sql.insert({
        org_id: member.orgId,
        id: sid,
        user_id: member.userId,
        created_at: DateTime.toDateUtc(now),
        expires_at: later,
        stepped_up_until: options.steppedUp === false ? null : later
      })}`
  )
  return Redacted.value(yield* sessions.tokenFor({ sub: member.userId, sid, org: member.orgId }))
})

/** An API key of the member's organisation, by default with every scope. */
export const aKey = Effect.fnUntraced(function* (member: Member, scopes: ReadonlyArray<ApiScope> = ApiScope.literals) {
  const apiKeys = yield* ApiKeys
  return (yield* asCaller(member)(apiKeys.create({ name: "Test", scopes, expires_at: null }))).raw_key
})
