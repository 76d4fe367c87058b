import { NodeHttpServer } from "@effect/platform-node"
import { SessionApi, SignInApi } from "@svc/contract/accounts/api"
import { TwoFactorApi, TwoFactorSignInApi } from "@svc/contract/accounts/two-factor-api"
import { ProfileApi, UserSessionsApi } from "@svc/contract/accounts/profile-api"
import { PasswordResetApi, RegistrationApi } from "@svc/contract/accounts/registration-api"
import { EmailAddress } from "@svc/contract/kernel/text"
import type { OrgId, UserId } from "@svc/contract/kernel/ids"
import type { Role } from "@svc/contract/kernel/permissions"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Clock, DateTime, Effect, Layer, Option, Redacted, Schema } from "effect"
import { Cookies, HttpRouter } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { TestClock } from "effect/testing"
import { Secret, TOTP } from "otpauth"
import { randomUUID } from "node:crypto"
import * as AccountsDomain from "#organisation/accounts/index"
import { HashCost } from "#organisation/accounts/passwords"
import { Accounts } from "#organisation/accounts/service"
import { AccessLog } from "#platform/observability/access-log"
import { middlewares } from "#test/support/middlewares"
import { AccessServices, cookie, doors, send, type Sent } from "#test/access/support"
import { anOrganisation, type OrganisationOptions } from "#test/support/people"
import { asSystem, systemSql } from "#test/support/tables"

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

/** The same where a hash costs next to nothing: for suites of many passwords, none of which looks at the hashes. */
export const QuickAccounts = AccountsSurface.pipe(
  Layer.provide(Layer.succeed(HashCost, { memoryCost: 64, timeCost: 1 }))
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

/** The token of one more session. */
export const anotherSession = (user: Parameters<typeof sessionOf>[0]) =>
  Effect.map(sessionOf(user), ({ token }) => token)

export const statusOfMe = (token: string) =>
  Effect.map(send("GET", "/api/auth/me", { headers: cookie(token) }), ({ status }) => status)

export const logIn = (email: string, given: unknown = password, sent: Omit<Sent, "body"> = {}) =>
  send("POST", "/api/auth/login", { ...sent, body: JSON.stringify({ email, password: given }) })

/** The token of the cookie that an answer sets. */
export const tokenIn = (answer: { readonly cookies: Cookies.Cookies }) =>
  Option.getOrUndefined(Cookies.getValue(answer.cookies, "access_token"))

/** What the authenticator app shows now, or so many steps of 30 seconds later. */
export const appCode = (secret: string, steps = 0) =>
  Effect.map(Clock.currentTimeMillis, (now) =>
    TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: now + steps * 30_000 })
  )

const post = (path: string, token: string, body: unknown, sent: Sent = {}) =>
  send("POST", path, { ...sent, headers: { ...cookie(token), ...sent.headers }, body: JSON.stringify(body) })

export const setUp = (token: string) => post("/api/auth/2fa/setup", token, {})
export const enable = (token: string, code: unknown) => post("/api/auth/2fa/enable", token, { code })
export const disable = (token: string, proof: object) => post("/api/auth/2fa/disable", token, proof)
export const renew = (token: string, proof: object) => post("/api/auth/2fa/recovery-codes", token, proof)
export const stepUp = (token: string, proof: object) => post("/api/auth/step-up", token, proof)
export const me = (token: string) => send("GET", "/api/auth/me", { headers: cookie(token) })
export const verify = (challengeToken: unknown, code: unknown, from?: string) =>
  send("POST", "/api/auth/2fa/verify", {
    body: JSON.stringify({ challengeToken, code }),
    ...(from === undefined ? {} : { from })
  })

const decodeSecret = Schema.decodeUnknownEffect(Schema.Struct({ secret: Schema.String, otpauth_url: Schema.String }), {
  onExcessProperty: "error"
})
const decodeCodes = Schema.decodeUnknownEffect(Schema.Struct({ recovery_codes: Schema.Array(Schema.String) }))
const decodeChallenge = Schema.decodeUnknownEffect(Schema.Struct({ challengeToken: Schema.String }))

export const secretIn = (body: unknown) => decodeSecret(body)
export const codesIn = (body: unknown) => Effect.map(decodeCodes(body), (answer) => answer.recovery_codes)

export const challengeIn = (body: unknown) => Effect.map(decodeChallenge(body), (answer) => answer.challengeToken)

/** Proved, as the ten minutes after a step-up are. */
export const steppedUp = Effect.fnUntraced(function* (sessionId: string) {
  const until = DateTime.toDateUtc(DateTime.add(yield* DateTime.now, { minutes: 10 }))
  yield* systemSql`UPDATE sessions SET stepped_up_until = ${until} WHERE id = ${sessionId}`
})

/** Somebody who is signed in and has just proved once more who they are. */
export const aSteppedUpUser = Effect.fnUntraced(function* (options: Parameters<typeof aUser>[0] = {}) {
  const user = yield* aSignedIn(options)
  yield* steppedUp(user.sessionId)
  return user
})

/** The same with the second factor on; the code that switched it on is a minute old, so that the next one is fresh. */
export const aUserWithTwoFactor = Effect.fnUntraced(function* (options: Parameters<typeof aUser>[0] = {}) {
  const user = yield* aSteppedUpUser(options)
  const { secret } = yield* secretIn((yield* setUp(user.token)).body)
  const enabled = yield* enable(user.token, yield* appCode(secret))
  const recoveryCodes = yield* codesIn(enabled.body)
  yield* systemSql`UPDATE sessions SET stepped_up_until = NULL WHERE id = ${user.sessionId}`
  yield* TestClock.adjust("1 minute")
  return { ...user, secret, recoveryCodes }
})

/** The token of a sign-in whose password was right. */
export const aChallenge = (email: string) => Effect.flatMap(logIn(email), ({ body }) => challengeIn(body))

/** As Google or an identity provider lets them in. */
export const withoutPassword = (userId: string) => systemSql`UPDATE users SET password_hash = NULL WHERE id = ${userId}`

export const steppedUpUntil = (sessionId: string) =>
  Effect.map(
    systemSql<{ at: Date | null }>`SELECT stepped_up_until AS at FROM sessions WHERE id = ${sessionId}`,
    (rows) => rows[0]?.at ?? null
  )
