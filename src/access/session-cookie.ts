import { SessionAuth } from "@svc/contract/kernel/access"
import { Context, Effect, Layer, type Redacted } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import type { HttpServerRequest } from "effect/http"
import { AppConfig } from "#platform/config/config"
import { sessionLifetime } from "./sessions.ts"

/**
 * The cookie `access_token`: HttpOnly, SameSite=Lax, for the whole site and this host only, Secure where the service is
 * reached by https, as long as the session. Every route that signs in or out sets it here.
 */
export class SessionCookie extends Context.Service<
  SessionCookie,
  {
    /** On the response of the current request, whatever it is. */
    set(token: Redacted.Redacted): Effect.Effect<void, never, HttpServerRequest.HttpServerRequest>
    readonly clear: Effect.Effect<void, never, HttpServerRequest.HttpServerRequest>
  }
>()("svc/access/SessionCookie") {
  static readonly layer = Layer.effect(
    SessionCookie,
    Effect.map(AppConfig, ({ baseUrl }) => {
      const options = { httpOnly: true, sameSite: "lax", path: "/", secure: baseUrl.startsWith("https:") } as const
      const scheme = SessionAuth.security.cookie
      return SessionCookie.of({
        set: (token) => HttpApiBuilder.securitySetCookie(scheme, token, { ...options, maxAge: sessionLifetime }),
        clear: HttpApiBuilder.securitySetCookie(scheme, "", { ...options, maxAge: 0 })
      })
    })
  )
}
