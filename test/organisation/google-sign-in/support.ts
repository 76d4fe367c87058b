import { Duration, Effect, Layer, Option, Redacted } from "effect"
import { Cookies, FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import { IpNetwork } from "effect/net"
import { AppConfig } from "#platform/config/config"
import { anAddress } from "#test/access/support"
import { clientId, clientSecret, type Person, StandIn } from "#test/support/google-stand-in"
import { TestConfig, testAppWith } from "#test/support/TestApp"
import { ProviderPatience } from "#organisation/google-sign-in/provider"

export const base = "http://svc.test"

/** The configuration of a test with Google at this address; any test is its own client. */
export const configWith = (issuer: string, baseUrl = base) =>
  Layer.effect(
    AppConfig,
    Effect.map(AppConfig, (config) =>
      AppConfig.of({
        ...config,
        baseUrl,
        trustedProxies: [IpNetwork.fromStringUnsafe("127.0.0.0/8"), IpNetwork.fromStringUnsafe("::1/128")],
        google: Option.some({ clientId, clientSecret: Redacted.make(clientSecret), issuer })
      })
    )
  ).pipe(Layer.provide(TestConfig))

/** The service with the stand-in as its Google. */
export const GoogleApp = testAppWith(
  Layer.unwrap(Effect.map(StandIn, ({ issuer }) => configWith(issuer))).pipe(Layer.provide(StandIn.layer))
).pipe(
  Layer.provideMerge(StandIn.layer),
  // The provider is on this machine; who waits for one that never answers is not to wait long.
  Layer.provide(Layer.succeed(ProviderPatience, Duration.millis(400)))
)

/** A browser's GET that goes nowhere by itself. */
export const visit = Effect.fnUntraced(function* (path: string, cookie?: string) {
  const client = yield* HttpClient.HttpClient
  const request = HttpClientRequest.get(path).pipe(
    HttpClientRequest.setHeaders({
      "x-forwarded-for": anAddress(),
      "user-agent": "Test/1",
      ...(cookie === undefined ? {} : { cookie })
    })
  )
  const response = yield* client
    .execute(request)
    .pipe(Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual", keepalive: false }))
  return {
    status: response.status,
    location: response.headers["location"],
    cookies: response.cookies,
    setCookie: response.headers["set-cookie"],
    text: yield* response.text
  }
})

const valueOf = (cookies: Cookies.Cookies, name: string) => Option.getOrUndefined(Cookies.getValue(cookies, name))

export const sessionIn = (cookies: Cookies.Cookies) => valueOf(cookies, "access_token")

/** A browser that was sent to the provider: the address there, and the cookie that it holds. */
export const begin = Effect.fnUntraced(function* (returnTo?: string) {
  const path = "/api/auth/google/start"
  const answer = yield* visit(returnTo === undefined ? path : `${path}?${new URLSearchParams({ returnTo }).toString()}`)
  const authorization = new URL(answer.location ?? "")
  const state = authorization.searchParams.get("state") ?? ""
  return { answer, authorization, state, cookie: `google_sign_in=${valueOf(answer.cookies, "google_sign_in")}` }
})

export const comeBack = (query: Readonly<Record<string, string>>, cookie?: string) =>
  visit(`/api/auth/google/callback?${new URLSearchParams(query).toString()}`, cookie)

/** From the first click to the answer of the callback. */
export const signIn = Effect.fnUntraced(function* (person: Person, returnTo?: string) {
  const standIn = yield* StandIn
  const { authorization, cookie, state } = yield* begin(returnTo)
  const code = yield* standIn.consent(authorization, person)
  return yield* comeBack({ code, state }, cookie)
})
