import { Clock, Context, Data, Duration, Effect, Option, Redacted, Result, Schema } from "effect"
import * as oidc from "openid-client"
import { AppConfig } from "#platform/config/config"
import { layerOf } from "#platform/services/layer-of"
import type { Attempt } from "./attempts.ts"
import type { GoogleIdentity } from "./rules.ts"

/**
 * The provider gave no usable answer: down, slow, an error of its own, or not what the protocol says. `detail` is the
 * library's own sentence, for the log: nothing that the provider sent is in it.
 */
class ProviderUnavailable extends Data.TaggedError("ProviderUnavailable")<{ readonly detail: string }> {}

/** The answer did not pass the checks. */
class AnswerRefused extends Data.TaggedError("AnswerRefused")<{
  readonly reason: "cancelled" | "unverified" | "invalid"
  readonly detail: string
}> {}

/** For one answer of the provider; shorter in tests only. */
export const ProviderPatience = Context.Reference<Duration.Duration>("svc/google-sign-in/ProviderPatience", {
  defaultValue: () => Duration.seconds(10)
})

const metadataKept = Duration.hours(1)
const longestAnswer = 1_048_576

/** `fetch` that follows no redirect (as the library asks) and reads 1 MB at most. */
const boundedFetch: oidc.CustomFetch = async (url, { body, headers, method, redirect, signal }) => {
  const response = await fetch(url, {
    body: body ?? null,
    headers,
    method,
    redirect,
    ...(signal === undefined ? {} : { signal })
  })
  const chunks: Array<Uint8Array> = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > longestAnswer) throw new TypeError("the answer is longer than 1 MB")
    chunks.push(chunk)
  }
  return new Response(size === 0 ? null : Buffer.concat(chunks), { status: response.status, headers: response.headers })
}

// These say that there was no answer of the protocol at all; whatever else the library throws is a failed check.
const unanswered = new Set([
  "OAUTH_TIMEOUT",
  "OAUTH_ABORT",
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_RESPONSE_IS_NOT_JSON",
  "OAUTH_PARSE_ERROR"
])

const isUnanswered = (error: unknown) =>
  error instanceof TypeError ||
  (error instanceof DOMException && error.name === "TimeoutError") ||
  (error instanceof oidc.ClientError && error.code !== undefined && unanswered.has(error.code)) ||
  // The client's own credentials are wrong: nothing that the person could have done.
  (error instanceof oidc.ResponseBodyError && (error.status >= 500 || error.error === "invalid_client"))

const detailOf = (error: unknown) => (error instanceof Error ? error.message : "not an error")

const unavailable = (error: unknown) => new ProviderUnavailable({ detail: detailOf(error) })

const failureOf = (error: unknown) => {
  if (isUnanswered(error)) return unavailable(error)
  const cancelled = error instanceof oidc.AuthorizationResponseError && error.error === "access_denied"
  return new AnswerRefused({ reason: cancelled ? "cancelled" : "invalid", detail: detailOf(error) })
}

const Claims = Schema.Struct({
  sub: Schema.String.check(Schema.isPattern(/^[\x21-\x7e]{1,255}$/)),
  email: Schema.String.check(Schema.isPattern(/^[\x21-\x7e]+@[\x21-\x7e]+$/), Schema.isMaxLength(254)),
  email_verified: Schema.optionalKey(Schema.Unknown)
})
const readClaims = Schema.decodeUnknownResult(Claims)

const identityIn = (claims: unknown): Result.Result<GoogleIdentity, AnswerRefused> =>
  Result.flatMap(
    Result.mapError(
      readClaims(claims),
      () => new AnswerRefused({ reason: "invalid", detail: "the token has no usable sub and email" })
    ),
    ({ email, email_verified, sub }) =>
      email_verified === true
        ? Result.succeed({ sub, email })
        : Result.fail(new AnswerRefused({ reason: "unverified", detail: "email_verified is not true" }))
  )

interface Client {
  readonly authorizationUrl: (attempt: Attempt) => Effect.Effect<URL, ProviderUnavailable>
  readonly identityOf: (
    attempt: Attempt,
    callback: URL
  ) => Effect.Effect<GoogleIdentity, ProviderUnavailable | AnswerRefused>
}

/**
 * Google as an OpenID provider, through the certified library; `client` is absent without a configuration. Metadata are
 * cached for an hour, keys for five minutes; an unknown key is fetched after one.
 */
export class GoogleProvider extends Context.Service<GoogleProvider, { readonly client: Option.Option<Client> }>()(
  "svc/google-sign-in/GoogleProvider"
) {
  static readonly layerNoDeps = layerOf(GoogleProvider, function* () {
    const { baseUrl, google } = yield* AppConfig
    const patience = Duration.toSeconds(yield* ProviderPatience)
    if (Option.isNone(google)) return GoogleProvider.of({ client: Option.none() })

    const { clientId, clientSecret, issuer } = google.value
    const redirectUri = `${baseUrl}/api/auth/google/callback`
    // Only where the operator names a plain address as the provider's (a stand-in on this machine).
    const plain = issuer.startsWith("http:") ? [oidc.allowInsecureRequests] : []

    let metadata: { readonly server: oidc.ServerMetadata; readonly readAt: number } | undefined
    let keys: ReturnType<typeof oidc.getJwksCache>

    const discover = Effect.tryPromise({
      try: () =>
        oidc.discovery(new URL(issuer), clientId, {}, oidc.None(), {
          execute: plain,
          timeout: patience,
          [oidc.customFetch]: boundedFetch
        }),
      catch: unavailable
    }).pipe(
      Effect.map((config) => config.serverMetadata()),
      Effect.filterOrFail(
        // Checked before they are kept for an hour.
        (server) =>
          [server.authorization_endpoint, server.token_endpoint, server.jwks_uri].every((it) => it !== undefined),
        () => new ProviderUnavailable({ detail: "the provider's metadata name no endpoints" })
      )
    )

    const configuration = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      if (metadata === undefined || now - metadata.readAt > Duration.toMillis(metadataKept)) {
        metadata = { server: yield* discover, readAt: now }
      }
      // The library reads the machine's clock; it gets our clock's offset (organisation-44).
      const skew = Math.round((now - Clock.Clock.defaultValue().currentTimeMillisUnsafe()) / 1000)
      const config = new oidc.Configuration(
        metadata.server,
        clientId,
        { [oidc.clockSkew]: skew },
        oidc.ClientSecretPost(Redacted.value(clientSecret))
      )
      config.timeout = patience
      config[oidc.customFetch] = boundedFetch
      for (const allow of plain) allow(config)
      // By default the library skips the signature of a token received directly from the provider (organisation-43).
      oidc.enableNonRepudiationChecks(config)
      if (keys !== undefined) oidc.setJwksCache(config, keys)
      return config
    })

    const authorizationUrl = Effect.fn("GoogleProvider.authorizationUrl")(function* (attempt: Attempt) {
      const config = yield* configuration
      const code_challenge = yield* Effect.promise(() => oidc.calculatePKCECodeChallenge(attempt.verifier))
      return yield* Effect.try({
        try: () =>
          oidc.buildAuthorizationUrl(config, {
            redirect_uri: redirectUri,
            scope: "openid email",
            state: attempt.state,
            nonce: attempt.nonce,
            code_challenge,
            code_challenge_method: "S256"
          }),
        catch: unavailable
      })
    })

    const identityOf = Effect.fn("GoogleProvider.identityOf")(function* (attempt: Attempt, callback: URL) {
      const config = yield* configuration
      const tokens = yield* Effect.tryPromise({
        try: () =>
          oidc.authorizationCodeGrant(config, callback, {
            expectedState: attempt.state,
            expectedNonce: attempt.nonce,
            pkceCodeVerifier: attempt.verifier,
            idTokenExpected: true
          }),
        catch: failureOf
      }).pipe(Effect.ensuring(Effect.sync(() => (keys = oidc.getJwksCache(config) ?? keys))))
      return yield* Effect.fromResult(identityIn(tokens.claims()))
    })

    return GoogleProvider.of({ client: Option.some({ authorizationUrl, identityOf }) })
  })
}
