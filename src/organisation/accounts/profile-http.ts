import { ProfileApi, UserSessionsApi } from "@svc/contract/accounts/profile-api"
import { Caller } from "@svc/contract/kernel/access"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { clientAddress } from "#access/client-address"
import { KnownDevice, visitorOf } from "#access/known-device"
import { RateLimits } from "#access/rate-limits"
import { answeringRetryLater } from "#platform/http/retry-later"
import { SessionCookie } from "#access/session-cookie"
import { withinLimit } from "#access/too-many-requests"
import { proofLimit } from "./limits.ts"
import { PasswordChanges } from "./password-changes.ts"
import { UserSessions } from "./user-sessions.ts"

const done = { success: true } as const

const ProfileHttp = HttpApiBuilder.group(
  appSurface.add(ProfileApi),
  "profile",
  Effect.fn(function* (handlers) {
    const sessions = yield* UserSessions
    const changes = yield* PasswordChanges
    const limits = yield* RateLimits
    const cookie = yield* SessionCookie
    const knownDevice = yield* KnownDevice
    return handlers.handleAll({
      update: ({ payload }) => sessions.updateProfile(payload),
      changePassword: ({ payload, request }) =>
        Effect.flatMap(Caller, ({ session, userId }) => {
          const limit = proofLimit(String(userId))
          // With a second factor the password is half a proof: it must not make room for more guesses at the codes.
          const proved = session?.totpEnabled === true ? Effect.void : limits.reset(limit.key)
          const answer = changes.change({ ...payload, ...visitorOf(request) }).pipe(
            Effect.tap(proved),
            Effect.tap(({ device }) => knownDevice.set(device)),
            Effect.tap(({ token }) => cookie.set(token)),
            Effect.as(done),
            answeringRetryLater
          )
          return withinLimit(limits, limit, answer)
        })
    })
  })
)

const UserSessionsHttp = HttpApiBuilder.group(
  appSurface.add(UserSessionsApi),
  "user-sessions",
  Effect.fn(function* (handlers) {
    const sessions = yield* UserSessions
    const cookie = yield* SessionCookie
    const knownDevice = yield* KnownDevice
    return handlers.handleAll({
      list: () => sessions.list,
      end: ({ params, request }) =>
        sessions.end(params.id, clientAddress(request)).pipe(
          Effect.tap(({ current }) => (current ? cookie.clear : Effect.void)),
          Effect.as(done)
        ),
      switchOrg: ({ payload, request }) =>
        sessions.switchOrg({ orgId: payload.orgId, ...visitorOf(request) }).pipe(
          Effect.tap(({ device }) => knownDevice.set(device)),
          Effect.tap(({ token }) => cookie.set(token)),
          Effect.map(({ user }) => ({ user }))
        )
    })
  })
)

export const ProfileRoutes = Layer.mergeAll(ProfileHttp, UserSessionsHttp)
