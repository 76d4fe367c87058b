import { Context, Duration, Effect, Layer, Redacted } from "effect"
import { type Headers, HttpEffect, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { AppConfig } from "#platform/config/config"
import { clientAddress } from "./client-address.ts"

const cookie = "known_device"

/** How long a browser is known again after its last sign-in. */
export const deviceLifetime = Duration.days(180)

/** Our tokens have 43 characters; a longer one is not looked up. */
const longest = 100

/** Every browser tells whose page a request comes from (browsers-1). */
const isBrowser = (headers: Headers.Headers) =>
  headers["sec-fetch-site"] !== undefined || headers["origin"] !== undefined

/** The caller, as far as the request shows. */
export interface Visitor {
  /** The client's, for the audit log and the list of sessions. */
  readonly address: string
  readonly userAgent: string | null
  /** The token of the cookie by which a browser is known again. */
  readonly device: Redacted.Redacted | null
}

export const visitorOf = (request: HttpServerRequest.HttpServerRequest): Visitor => {
  const shown = request.cookies[cookie] ?? ""
  return {
    address: clientAddress(request),
    userAgent: request.headers["user-agent"] ?? null,
    device: shown === "" || shown.length > longest ? null : Redacted.make(shown)
  }
}

/**
 * The cookie by which a browser is known again to have signed in to an account. It opens nothing: guesses from there
 * are not slowed down with those of strangers.
 */
export class KnownDevice extends Context.Service<
  KnownDevice,
  {
    /**
     * Sets it on the response of the current request; nothing without a token, and nothing for a program, which keeps
     * no cookies and might take it for its session's.
     */
    set(token: Redacted.Redacted | null): Effect.Effect<void, never, HttpServerRequest.HttpServerRequest>
  }
>()("svc/access/KnownDevice") {
  static readonly layer = Layer.effect(
    KnownDevice,
    Effect.map(AppConfig, ({ baseUrl }) =>
      KnownDevice.of({
        set: (token) =>
          token === null
            ? Effect.void
            : HttpEffect.appendPreResponseHandler(({ headers }, response) =>
                isBrowser(headers)
                  ? Effect.orDie(
                      HttpServerResponse.setCookie(response, cookie, Redacted.value(token), {
                        httpOnly: true,
                        sameSite: "lax",
                        path: "/api/auth",
                        secure: baseUrl.startsWith("https:"),
                        maxAge: deviceLifetime
                      })
                    )
                  : Effect.succeed(response)
              )
      })
    )
  )
}
