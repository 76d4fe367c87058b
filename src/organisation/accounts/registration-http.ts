import { PasswordResetApi, RegistrationApi } from "@svc/contract/accounts/registration-api"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Duration, Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { addressBlock, clientAddress } from "#access/client-address"
import { KnownDevice, visitorOf } from "#access/known-device"
import { RateLimits } from "#access/rate-limits"
import { pageLanguage } from "#platform/http/page-language"
import { answeringRetryLater } from "#platform/http/retry-later"
import { SessionCookie } from "#access/session-cookie"
import { withinLimit } from "#access/too-many-requests"
import { attempts } from "./limits.ts"
import { PasswordChanges } from "./password-changes.ts"
import { Registration } from "./registration.ts"

const registrations = { limit: 5, windowSeconds: Duration.toSeconds("1 hour") } as const

const pending = {
  pending: true,
  message: "We sent a link to this email address. Open it within 24 hours to complete the registration"
} as const

const mailed = {
  success: true,
  message: "If this email address has an account, we sent it a link. The link is valid for one hour"
} as const

const RegistrationHttp = HttpApiBuilder.group(
  appSurface.add(RegistrationApi),
  "registration",
  Effect.fn(function* (handlers) {
    const registration = yield* Registration
    const limits = yield* RateLimits
    const cookie = yield* SessionCookie
    const knownDevice = yield* KnownDevice
    return handlers.handleAll({
      show: () => Effect.map(registration.isOpen, (open) => ({ open })),
      register: ({ payload, request }) =>
        withinLimit(
          limits,
          { ...registrations, key: `register:${addressBlock(clientAddress(request))}` },
          Effect.as(registration.register(payload, pageLanguage(request)), pending).pipe(answeringRetryLater)
        ),
      verifyEmail: ({ payload, request }) =>
        registration.verifyEmail({ token: payload.token, ...visitorOf(request) }).pipe(
          Effect.tap(({ device }) => knownDevice.set(device)),
          Effect.tap(({ token }) => cookie.set(token)),
          Effect.map(({ user }) => ({ user }))
        )
    })
  })
)

const PasswordResetHttp = HttpApiBuilder.group(
  appSurface.add(PasswordResetApi),
  "password-reset",
  Effect.fn(function* (handlers) {
    const changes = yield* PasswordChanges
    const limits = yield* RateLimits
    return handlers.handleAll({
      forgotPassword: ({ payload, request }) => {
        const address = clientAddress(request)
        return withinLimit(
          limits,
          { ...attempts, key: `forgot-password:${addressBlock(address)}` },
          Effect.as(changes.forgot({ email: payload.email, address }), mailed)
        )
      },
      resetPassword: ({ payload, request }) =>
        Effect.as(changes.reset({ ...payload, address: clientAddress(request) }), { success: true as const }).pipe(
          answeringRetryLater
        )
    })
  })
)

export const RegistrationRoutes = Layer.mergeAll(RegistrationHttp, PasswordResetHttp)
