import { SessionApi, SignInApi } from "@svc/contract/accounts/api"
import { Caller } from "@svc/contract/kernel/access"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect, Layer, Redacted } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { addressBlock, clientAddress } from "#access/client-address"
import { KnownDevice, visitorOf } from "#access/known-device"
import { RateLimits } from "#access/rate-limits"
import { answeringRetryLater } from "#platform/http/retry-later"
import { SessionCookie } from "#access/session-cookie"
import { withinLimit } from "#access/too-many-requests"
import { attempts, proofLimit } from "./limits.ts"
import { Accounts } from "./service.ts"
import { SignOutAddress } from "./sign-out-address.ts"

const SignInHttp = HttpApiBuilder.group(
  appSurface.add(SignInApi),
  "sign-in",
  Effect.fn(function* (handlers) {
    const accounts = yield* Accounts
    const limits = yield* RateLimits
    const cookie = yield* SessionCookie
    const knownDevice = yield* KnownDevice
    return handlers.handleAll({
      login: ({ payload, request }) => {
        const visitor = visitorOf(request)
        const answer = Effect.gen(function* () {
          const signIn = yield* accounts.login({ ...payload, ...visitor })
          if (signIn._tag === "Challenged") {
            return { require2fa: true as const, challengeToken: Redacted.value(signIn.token) }
          }
          yield* knownDevice.set(signIn.device)
          yield* cookie.set(signIn.token)
          const { bypassesSso, user } = signIn
          return bypassesSso && user.orgId !== null && user.role !== null
            ? { message: "Signed in", role: user.role, orgId: user.orgId }
            : { user }
        }).pipe(answeringRetryLater)
        return withinLimit(limits, { ...attempts, key: `login:${addressBlock(visitor.address)}` }, answer)
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
    const cookie = yield* SessionCookie
    const signOutAddress = yield* SignOutAddress
    return handlers.handleAll({
      logout: Effect.fnUntraced(function* ({ request }) {
        const ssoLogoutUrl = yield* signOutAddress
        yield* accounts.logout(clientAddress(request))
        yield* cookie.clear
        return { success: true as const, ssoLogoutUrl }
      }),
      me: () => accounts.me,
      stepUp: ({ payload }) =>
        Effect.flatMap(Caller, ({ userId }) => {
          const limit = proofLimit(String(userId))
          const answer = accounts.stepUp(payload).pipe(
            // Only wrong passwords and codes use up the limit; counting first keeps parallel guesses within it.
            Effect.tap(limits.reset(limit.key)),
            Effect.map((until) => ({ ok: true as const, expires_at: until })),
            answeringRetryLater
          )
          return withinLimit(limits, limit, answer)
        })
    })
  })
)

export const AccountsHttp = Layer.mergeAll(SignInHttp, SessionHttp)
