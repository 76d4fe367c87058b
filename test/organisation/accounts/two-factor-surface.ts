import { Clock, DateTime, Effect, Option, Redacted, Schema } from "effect"
import { Cookies } from "effect/http"
import { TestClock } from "effect/testing"
import { Secret, TOTP } from "otpauth"
import { Accounts } from "#organisation/accounts/service"
import { cookie, send, type Sent } from "#test/access/support"
import { asSystem } from "#test/support/tables"
import { aUser, password } from "./support.ts"

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
export const logIn = (email: string, given: unknown = password) =>
  send("POST", "/api/auth/login", { body: JSON.stringify({ email, password: given }) })
export const verify = (challengeToken: unknown, code: unknown, from?: string) =>
  send("POST", "/api/auth/2fa/verify", {
    body: JSON.stringify({ challengeToken, code }),
    ...(from === undefined ? {} : { from })
  })

export const tokenIn = (cookies: Cookies.Cookies) => Option.getOrUndefined(Cookies.getValue(cookies, "access_token"))

const decodeSecret = Schema.decodeUnknownEffect(Schema.Struct({ secret: Schema.String, otpauth_url: Schema.String }), {
  onExcessProperty: "error"
})
const decodeCodes = Schema.decodeUnknownEffect(Schema.Struct({ recovery_codes: Schema.Array(Schema.String) }))
const decodeChallenge = Schema.decodeUnknownEffect(Schema.Struct({ challengeToken: Schema.String }))

export const secretIn = (body: unknown) => decodeSecret(body)
export const codesIn = (body: unknown) => Effect.map(decodeCodes(body), (answer) => answer.recovery_codes)

export const challengeIn = (body: unknown) => Effect.map(decodeChallenge(body), (answer) => answer.challengeToken)

export const anotherSession = Effect.fnUntraced(function* (user: Pick<SignedIn, "userId" | "orgId">) {
  const accounts = yield* Accounts
  return Redacted.value((yield* accounts.issueSession(user.userId, user.orgId)).token)
})

/** Somebody who is signed in. */
export const aSignedInUser = Effect.fnUntraced(function* (options: Parameters<typeof aUser>[0] = {}) {
  const user = yield* aUser(options)
  const accounts = yield* Accounts
  const issued = yield* accounts.issueSession(user.userId, user.orgId)
  return { ...user, sessionId: issued.sessionId, token: Redacted.value(issued.token) }
})
type SignedIn = Effect.Success<ReturnType<typeof aSignedInUser>>

/** Proved, as the ten minutes after a step-up are. */
export const steppedUp = Effect.fnUntraced(function* (sessionId: string) {
  const until = DateTime.toDateUtc(DateTime.add(yield* DateTime.now, { minutes: 10 }))
  yield* asSystem((sql) => sql`UPDATE sessions SET stepped_up_until = ${until} WHERE id = ${sessionId}`)
})

/** Somebody who is signed in and has just proved once more who they are. */
export const aSteppedUpUser = Effect.fnUntraced(function* (options: Parameters<typeof aUser>[0] = {}) {
  const user = yield* aSignedInUser(options)
  yield* steppedUp(user.sessionId)
  return user
})

/** The same with the second factor on; the code that switched it on is a minute old, so that the next one is fresh. */
export const aUserWithTwoFactor = Effect.fnUntraced(function* (options: Parameters<typeof aUser>[0] = {}) {
  const user = yield* aSteppedUpUser(options)
  const { secret } = yield* secretIn((yield* setUp(user.token)).body)
  const enabled = yield* enable(user.token, yield* appCode(secret))
  const recoveryCodes = yield* codesIn(enabled.body)
  yield* asSystem((sql) => sql`UPDATE sessions SET stepped_up_until = NULL WHERE id = ${user.sessionId}`)
  yield* TestClock.adjust("1 minute")
  return { ...user, secret, recoveryCodes }
})

/** The token of a sign-in whose password was right. */
export const aChallenge = (email: string) => Effect.flatMap(logIn(email), ({ body }) => challengeIn(body))

/** As Google or an identity provider lets them in. */
export const withoutPassword = (userId: string) =>
  asSystem((sql) => sql`UPDATE users SET password_hash = NULL WHERE id = ${userId}`)

export const steppedUpUntil = (sessionId: string) =>
  Effect.map(
    asSystem((sql) => sql<{ at: Date | null }>`SELECT stepped_up_until AS at FROM sessions WHERE id = ${sessionId}`),
    (rows) => rows[0]?.at ?? null
  )
