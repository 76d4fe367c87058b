import type { SignInMethod } from "@svc/contract/kernel/access"
import { CalendarDate } from "@svc/contract/kernel/dates"
import type { OrgId, UserId } from "@svc/contract/kernel/ids"
import type { Role } from "@svc/contract/kernel/permissions"
import { CreateOffboarding, type OffboardingStatus } from "@svc/contract/offboardings/schema"
import { DateTime, Effect, Schema } from "effect"
import { randomUUID } from "node:crypto"
import { Offboardings } from "#offboarding/offboardings/service"
import { aMember, asCaller, aSession, type Member } from "#test/support/people"
import { send } from "#test/support/requests"
import { asSystem, systemSql } from "#test/support/tables"

/** The same account in another organisation too. */
export const joins = Effect.fnUntraced(function* (member: Member, orgId: OrgId, role: Role) {
  const like = yield* aMember(orgId, role)
  const now = DateTime.toDateUtc(yield* DateTime.now)
  yield* asSystem(
    (sql) =>
      sql`INSERT INTO memberships ${sql.insert({ org_id: orgId, user_id: member.userId, role, created_at: now })}`
  )
  // Only its shape was wanted: it would be a second member.
  yield* systemSql`DELETE FROM users WHERE id = ${like.userId}`
  const there: Member = { ...like, userId: member.userId, email: member.email }
  return there
})

const decode = Schema.decodeUnknownEffect(CreateOffboarding)

export const setStatus = (id: string, status: OffboardingStatus) =>
  systemSql`UPDATE offboardings SET status = ${status} WHERE id = ${id}`

/** An offboarding that the member started in the app, in this status. */
export const startedBy = Effect.fnUntraced(function* (
  member: Member,
  status: OffboardingStatus = "pending",
  employee: { readonly name?: string; readonly email?: string } = {}
) {
  const offboardings = yield* Offboardings
  const input = yield* decode({
    employee_name: employee.name ?? "Grace Hopper",
    employee_email: employee.email ?? `grace-${randomUUID().slice(0, 8)}@acme.test`,
    exit_date: CalendarDate.make("2030-04-30")
  })
  const { id } = yield* offboardings.create(input, { source: "app" }).pipe(asCaller(member))
  yield* setStatus(id, status)
  return id
})

/** A session that was opened in this way. */
export const aSessionBy = Effect.fnUntraced(function* (member: Member, method: SignInMethod) {
  const token = yield* aSession(member, { steppedUp: false })
  yield* systemSql`UPDATE sessions SET method = ${method} WHERE user_id = ${member.userId}`
  return token
})

/** One notification of the member in the organisation. */
export const notified = Effect.fnUntraced(function* (member: Member, title = "A task is overdue") {
  const now = DateTime.toDateUtc(yield* DateTime.now)
  yield* asSystem(
    (sql) =>
      sql`INSERT INTO notifications ${sql.insert({
        org_id: member.orgId,
        id: randomUUID(),
        user_id: member.userId,
        type: "task_overdue",
        title,
        body: "Return the laptop",
        created_at: now
      })}`
  )
})

export const rowsOf = (table: "users" | "memberships" | "sessions" | "notifications", userId: UserId) =>
  Effect.map(
    asSystem(
      (sql) => sql`SELECT 1 AS row FROM ${sql(table)} WHERE ${sql(table === "users" ? "id" : "user_id")} = ${userId}`
    ),
    (rows) => rows.length
  )

export const superadminsOf = (orgId: OrgId) =>
  Effect.map(
    systemSql`SELECT user_id FROM memberships WHERE org_id = ${orgId} AND role = 'superadmin'`,
    (rows) => rows.length
  )

export const roleOf = (member: Member) =>
  Effect.map(
    systemSql<{ role: string }>`
        SELECT role FROM memberships WHERE org_id = ${member.orgId} AND user_id = ${member.userId}`,
    (rows) => rows[0]?.role
  )

export const initiatorOf = (id: string) =>
  Effect.map(
    systemSql<{ initiated_by: string | null }>`SELECT initiated_by FROM offboardings WHERE id = ${id}`,
    (rows) => rows[0]?.initiated_by
  )

export const nameOf = (orgId: OrgId) =>
  Effect.map(systemSql<{ name: string }>`SELECT name FROM organisations WHERE id = ${orgId}`, (rows) => rows[0]?.name)

/** Is this session still one? */
export const isSignedIn = (bearer: string) =>
  Effect.map(send("GET", "/api/auth/me", { bearer }), ({ status }) => status === 200)

export const worksWith = (key: string) =>
  Effect.map(send("GET", "/api/v1/employees", { bearer: key }), ({ status }) => status === 200)

/** A request of the member's own browser, which sends the cookie by itself. */
export const byCookie = (token: string, site: "same-origin" | "cross-site" = "same-origin") => ({
  cookie: `access_token=${token}`,
  "sec-fetch-site": site
})

/** The answer takes the cookie away. */
export const clearsCookie = ({ headers }: { readonly headers: Readonly<Record<string, string>> }) =>
  /^access_token=;.*Max-Age=0/i.test(headers["set-cookie"] ?? "")
