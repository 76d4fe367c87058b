import { SessionApi, SignInApi } from "@svc/contract/accounts/api"
import { Caller, SessionAuth } from "@svc/contract/kernel/access"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Duration, Effect, Layer, Redacted } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { addressBlock, clientAddress } from "#access/client-address"
import { RateLimits } from "#access/rate-limits"
import { sessionLifetime } from "#access/sessions"
import { withinLimit } from "#access/too-many-requests"
import { AppConfig } from "#platform/config"
import { Accounts } from "./service.ts"

const attempts = { limit: 10, windowSeconds: Duration.toSeconds("15 minutes") } as const

/** Sets the session cookie; without a token it is cleared. */
const sessionCookie = Effect.map(AppConfig, ({ baseUrl }) => {
  const options = { httpOnly: true, sameSite: "lax", path: "/", secure: baseUrl.startsWith("https:") } as const
  const scheme = SessionAuth.security.cookie
  return {
    set: (token: Redacted.Redacted) =>
      HttpApiBuilder.securitySetCookie(scheme, token, { ...options, maxAge: sessionLifetime }),
    clear: HttpApiBuilder.securitySetCookie(scheme, "", { ...options, maxAge: 0 })
  }
})

const SignInHttp = HttpApiBuilder.group(
  appSurface.add(SignInApi),
  "sign-in",
  Effect.fn(function* (handlers) {
    const accounts = yield* Accounts
    const limits = yield* RateLimits
    const cookie = yield* sessionCookie
    return handlers.handleAll({
      login: ({ payload, request }) => {
        const address = clientAddress(request)
        const answer = Effect.gen(function* () {
          const signIn = yield* accounts.login({ ...payload, address })
          if (signIn._tag === "Challenged") {
            return { require2fa: true as const, challengeToken: Redacted.value(signIn.token) }
          }
          yield* cookie.set(signIn.token)
          return { user: signIn.user }
        })
        return withinLimit(limits, { ...attempts, key: `login:${addressBlock(address)}` }, answer)
      }
    })
  })
)

const SessionHttp = HttpApiBuilder.group(
  appSurface.add(SessionApi),
  "session",
  Effect.fn(function* (handlers) {
    const accounts = yield* Accounts
    const limits = yield* RateLimits
    const cookie = yield* sessionCookie
    return handlers.handleAll({
      logout: ({ request }) =>
        accounts
          .logout(clientAddress(request))
          .pipe(Effect.andThen(cookie.clear), Effect.as({ success: true as const, ssoLogoutUrl: null })),
      me: () => accounts.me,
      stepUp: ({ payload }) =>
        Effect.flatMap(Caller, ({ userId }) => {
          const key = `step-up:${userId}`
          const answer = accounts.stepUp(payload.password).pipe(
            // Only wrong passwords use up the limit; counting first keeps parallel guesses within it.
            Effect.tap(limits.reset(key)),
            Effect.map((until) => ({ ok: true as const, expires_at: until }))
          )
          return withinLimit(limits, { ...attempts, key }, answer)
        })
    })
  })
)

export const AccountsHttp = Layer.mergeAll(SignInHttp, SessionHttp)
