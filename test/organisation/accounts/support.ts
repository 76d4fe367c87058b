import { NodeHttpServer } from "@effect/platform-node"
import { SessionApi, SignInApi } from "@svc/contract/accounts/api"
import { TwoFactorApi, TwoFactorSignInApi } from "@svc/contract/accounts/two-factor-api"
import { ProfileApi, UserSessionsApi } from "@svc/contract/accounts/profile-api"
import { PasswordResetApi, RegistrationApi } from "@svc/contract/accounts/registration-api"
import { EmailAddress } from "@svc/contract/kernel/text"
import type { OrgId, UserId } from "@svc/contract/kernel/ids"
import type { Role } from "@svc/contract/kernel/permissions"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { DateTime, Effect, Layer, Option, Redacted } from "effect"
import { Cookies, HttpRouter } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { randomUUID } from "node:crypto"
import * as AccountsDomain from "#organisation/accounts/index"
import { Accounts } from "#organisation/accounts/service"
import { AccessLog } from "#platform/observability/access-log"
import { middlewares } from "#test/support/middlewares"
import { AccessServices, cookie, doors, send, type Sent } from "#test/access/support"
import { anOrganisation, type OrganisationOptions } from "#test/support/people"
import { asSystem } from "#test/support/tables"

/** The routes of signing in and of the session on a real socket, behind the real doors. */
export const AccountsSurface = HttpRouter.serve(
  HttpApiBuilder.layer(
    appSurface
      .add(SignInApi)
      .add(SessionApi)
      .add(RegistrationApi)
      .add(PasswordResetApi)
      .add(ProfileApi)
      .add(UserSessionsApi)
      .add(TwoFactorSignInApi)
      .add(TwoFactorApi)
  ).pipe(
    Layer.provide(AccountsDomain.http),
    Layer.provide(middlewares),
    Layer.provide(doors),
    Layer.provide(AccessLog.layerSilent)
  ),
  { disableLogger: true, disableListenLog: true }
).pipe(
  Layer.provideMerge(NodeHttpServer.layerTest),
  Layer.provideMerge(AccountsDomain.loops),
  Layer.provideMerge(AccessServices)
)

export const password = "correct horse battery staple"

/** Somebody who can sign in with `password`. */
export const aUser = Effect.fnUntraced(function* (
  options: {
    readonly orgId?: OrgId
    readonly role?: Role
    readonly password?: string
    readonly organisation?: OrganisationOptions
  } = {}
) {
  const accounts = yield* Accounts
  const orgId = options.orgId ?? (yield* anOrganisation(options.organisation))
  const email = EmailAddress.make(`Ada-${randomUUID().slice(0, 8)}@acme.test`)
  const created = yield* accounts.createUser({
    orgId,
    email,
    fullName: "Ada Lovelace",
    role: options.role ?? "hr",
    password: Redacted.make(options.password ?? password)
  })
  return { orgId, userId: created.id, email, role: created.role }
})

/** Somebody signed in. */
export const aSignedIn = Effect.fnUntraced(function* (options: Parameters<typeof aUser>[0] = {}) {
  const user = yield* aUser(options)
  return { ...user, ...(yield* sessionOf(user)) }
})

/** Makes the user a member of another organisation, too. */
export const joins = Effect.fnUntraced(function* (
  user: { readonly userId: UserId },
  role: Role = "manager",
  organisation: OrganisationOptions = {}
) {
  const orgId = yield* anOrganisation(organisation)
  // Later than the first, which is the one that signing in opens.
  const later = DateTime.toDateUtc(DateTime.add(yield* DateTime.now, { seconds: 1 }))
  yield* asSystem(
    (sql) =>
      sql`INSERT INTO memberships ${sql.insert({ org_id: orgId, user_id: user.userId, role, created_at: later })}`
  )
  return orgId
})

export const sessionOf = Effect.fnUntraced(function* (user: { readonly userId: UserId; readonly orgId: OrgId }) {
  const accounts = yield* Accounts
  const { sessionId, token } = yield* accounts.issueSession(user.userId, user.orgId)
  return { sessionId, token: Redacted.value(token) }
})

export const statusOfMe = (token: string) =>
  Effect.map(send("GET", "/api/auth/me", { headers: cookie(token) }), ({ status }) => status)

export const logIn = (email: string, given: string = password, sent: Omit<Sent, "body"> = {}) =>
  send("POST", "/api/auth/login", { ...sent, body: JSON.stringify({ email, password: given }) })

/** The token of the cookie that an answer sets. */
export const tokenIn = (answer: { readonly cookies: Cookies.Cookies }) =>
  Option.getOrUndefined(Cookies.getValue(answer.cookies, "access_token"))
