import { appSurface } from "@svc/contract/kernel/surfaces"
import { SsoSettingsApi, SsoSignInApi } from "@svc/contract/sso/api"
import { SsoFormInvalid } from "@svc/contract/sso/errors"
import { Duration, Effect, Layer, Redacted } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { clientAddress } from "#access/client-address"
import { SessionCookie } from "#access/session-cookie"
import { AppConfig } from "#platform/config/config"
import { Randomness } from "#platform/crypto/random"
import { Sso } from "./service.ts"
import { SsoConfiguration } from "./settings.ts"

const SettingsHttp = HttpApiBuilder.group(
  appSurface.add(SsoSettingsApi),
  "sso-settings",
  Effect.fn(function* (handlers) {
    const configuration = yield* SsoConfiguration
    return handlers.handleAll({
      show: () => configuration.show,
      configure: ({ payload }) => configuration.configure(payload),
      remove: () => Effect.as(configuration.remove, { success: true as const })
    })
  })
)

const browserCookie = "saml_browser"
const browserToken = /^[A-Za-z0-9_-]{43}$/

/**
 * Binds the response to the browser that asked, so that an attacker's form cannot sign a person in as another one. The
 * provider's form comes from another site, so the cookie is SameSite=None, which browsers accept over https only
 * (organisation-59).
 */
const browserCookieOptions = {
  httpOnly: true,
  secure: true,
  sameSite: "none",
  path: "/api/auth/saml",
  maxAge: Duration.minutes(10)
} as const

const readForm = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(request.headers["content-type"] ?? "")) {
    return yield* new SsoFormInvalid()
  }
  // A body over the limit is a defect that answers 413, as where the platform reads it.
  const form = new URLSearchParams(yield* Effect.orDie(request.text))
  const [samlResponse, ...more] = form.getAll("SAMLResponse")
  const [relayState, ...others] = form.getAll("RelayState")
  if (samlResponse === undefined || more.length > 0 || others.length > 0) return yield* new SsoFormInvalid()
  return { samlResponse, relayState: relayState === "" ? undefined : relayState }
})

const SignInHttp = HttpApiBuilder.group(
  appSurface.add(SsoSignInApi),
  "sso-sign-in",
  Effect.fn(function* (handlers) {
    const sso = yield* Sso
    const cookie = yield* SessionCookie
    const randomness = yield* Randomness
    const { baseUrl } = yield* AppConfig
    const tiesBrowsers = baseUrl.startsWith("https:")

    return handlers.handleAll({
      login: Effect.fnUntraced(function* ({ params, query, request }) {
        const provider = yield* sso.providerOf(params.orgId)
        if (!tiesBrowsers) {
          const location = yield* sso.ask(provider, { returnTo: query.returnTo, browser: null })
          return HttpServerResponse.redirect(location)
        }
        const held = request.cookies[browserCookie] ?? ""
        // Sign-ins in two tabs of one browser share its token.
        const browser = browserToken.test(held) ? held : yield* randomness.token(32)
        const location = yield* sso.ask(provider, { returnTo: query.returnTo, browser: Redacted.make(browser) })
        return HttpServerResponse.redirect(location).pipe(
          HttpServerResponse.setCookieUnsafe(browserCookie, browser, browserCookieOptions)
        )
      }),
      metadata: ({ params }) => Effect.flatMap(sso.providerOf(params.orgId), sso.metadata),
      acs: Effect.fnUntraced(function* ({ params, request }) {
        const provider = yield* sso.providerOf(params.orgId)
        const form = yield* readForm(request)
        return yield* sso
          .accept(provider, {
            ...form,
            browser: request.cookies[browserCookie],
            address: clientAddress(request),
            userAgent: request.headers["user-agent"] ?? null
          })
          .pipe(
            Effect.tap(({ token }) => cookie.set(token)),
            Effect.map(({ returnTo }) => returnTo),
            // A person sees the answer, so it is the sign-in page that says what was wrong.
            Effect.catch(({ code }) => Effect.succeed(`${baseUrl}/login?error=sso_${code}`)),
            Effect.map((location) => HttpServerResponse.redirect(location, { status: 303 }))
          )
      })
    })
  })
)

export const SsoHttp = Layer.mergeAll(SettingsHttp, SignInHttp)
