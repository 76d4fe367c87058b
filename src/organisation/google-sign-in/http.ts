import { GoogleSignInApi } from "@svc/contract/google-sign-in/api"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect, Option, Redacted } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { KnownDevice, visitorOf } from "#access/known-device"
import { SessionCookie } from "#access/session-cookie"
import { AppConfig } from "#platform/config/config"
import { attemptLifetime, GoogleSignIn } from "./service.ts"

const cookieName = "google_sign_in"

export const GoogleSignInHttp = HttpApiBuilder.group(
  appSurface.add(GoogleSignInApi),
  "google-sign-in",
  Effect.fn(function* (handlers) {
    const signIn = yield* GoogleSignIn
    const sessionCookie = yield* SessionCookie
    const knownDevice = yield* KnownDevice
    const { baseUrl } = yield* AppConfig
    // Lax: it comes along when Google sends the browser back.
    const attemptCookie = {
      path: "/api/auth/google",
      httpOnly: true,
      sameSite: "lax",
      secure: baseUrl.startsWith("https:")
    } as const

    return handlers.handleAll({
      show: () => Effect.succeed({ configured: signIn.configured }),
      start: Effect.fnUntraced(function* ({ query }) {
        const { location, sealed } = yield* signIn.start(query.returnTo)
        const answer = HttpServerResponse.redirect(location)
        return Option.isNone(sealed)
          ? answer
          : HttpServerResponse.setCookieUnsafe(answer, cookieName, Redacted.value(sealed.value), {
              ...attemptCookie,
              maxAge: attemptLifetime
            })
      }),
      callback: Effect.fnUntraced(function* ({ request }) {
        const question = request.url.indexOf("?")
        const next = yield* signIn.finish({
          search: question === -1 ? "" : request.url.slice(question),
          sealed: Option.map(Option.fromUndefinedOr(request.cookies[cookieName]), (it) => Redacted.make(it)),
          visitor: visitorOf(request)
        })
        if (next._tag === "SignedIn") {
          yield* knownDevice.set(next.device)
          yield* sessionCookie.set(next.token)
        }
        return HttpServerResponse.expireCookieUnsafe(
          HttpServerResponse.redirect(next.location),
          cookieName,
          attemptCookie
        )
      })
    })
  })
)
