import { TwoFactorApi, TwoFactorSignInApi } from "@svc/contract/accounts/two-factor-api"
import { Caller } from "@svc/contract/kernel/access"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { addressBlock } from "#access/client-address"
import { KnownDevice, visitorOf } from "#access/known-device"
import { RateLimits } from "#access/rate-limits"
import { answeringRetryLater } from "#platform/http/retry-later"
import { SessionCookie } from "#access/session-cookie"
import { withinLimit } from "#access/too-many-requests"
import { attempts, codeLimit, proofLimit } from "./limits.ts"
import { TwoFactor } from "./two-factor.ts"
import { TwoFactorSignIn } from "./two-factor-sign-in.ts"

const TwoFactorSignInHttp = HttpApiBuilder.group(
  appSurface.add(TwoFactorSignInApi),
  "two-factor-sign-in",
  Effect.fn(function* (handlers) {
    const signIn = yield* TwoFactorSignIn
    const limits = yield* RateLimits
    const cookie = yield* SessionCookie
    const knownDevice = yield* KnownDevice
    return handlers.handleAll({
      verify: ({ payload, request }) => {
        const visitor = visitorOf(request)
        const answer = Effect.flatMap(signIn.read(payload.challengeToken), (challenge) => {
          // Per user besides: more challenges, or more addresses, do not mean more guesses.
          const limit = codeLimit(challenge.sub)
          const session = signIn.verify({ challenge, code: payload.code, ...visitor }).pipe(
            Effect.tap(({ device }) => knownDevice.set(device)),
            Effect.tap(({ token }) => cookie.set(token)),
            Effect.tap(limits.reset(limit.key)),
            Effect.map(({ user }) => ({ user }))
          )
          return withinLimit(limits, limit, session)
        })
        return withinLimit(limits, { ...attempts, key: `two-factor-sign-in:${addressBlock(visitor.address)}` }, answer)
      }
    })
  })
)

const TwoFactorSettingsHttp = HttpApiBuilder.group(
  appSurface.add(TwoFactorApi),
  "two-factor",
  Effect.fn(function* (handlers) {
    const twoFactor = yield* TwoFactor
    const limits = yield* RateLimits
    // Only what was wrong uses up a limit; counting first keeps parallel guesses within it.
    const limited = <A, E, R>(
      limitOf: (userId: string) => ReturnType<typeof codeLimit>,
      answer: Effect.Effect<A, E, R>
    ) =>
      Effect.flatMap(Caller, ({ userId }) => {
        const limit = limitOf(String(userId))
        return withinLimit(limits, limit, Effect.tap(answer, limits.reset(limit.key)))
      })
    return handlers.handleAll({
      setUp: () => twoFactor.setUp,
      enable: ({ payload }) => limited(codeLimit, twoFactor.enable(payload.code)),
      disable: ({ payload }) =>
        limited(
          proofLimit,
          Effect.as(twoFactor.disable(payload), { enabled: false as const }).pipe(answeringRetryLater)
        ),
      renewRecoveryCodes: ({ payload }) =>
        limited(proofLimit, answeringRetryLater(twoFactor.renewRecoveryCodes(payload)))
    })
  })
)

export const TwoFactorHttp = Layer.mergeAll(TwoFactorSignInHttp, TwoFactorSettingsHttp)
