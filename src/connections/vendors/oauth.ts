import { Data, DateTime, Effect, Option, Redacted, Schema } from "effect"
import type { VendorAddresses, VendorName } from "./addresses.ts"
import type { VendorAnswer, VendorReads, VendorUnanswered, VendorWrites } from "./calls.ts"
import type { Candidate } from "./connection.ts"

/** This service as the vendor knows it: what the operator registered. */
export interface OAuthClient {
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted
}

/** The vendor did not accept the code. */
class ExchangeRefused extends Data.TaggedError("ExchangeRefused")<{ readonly status: number }> {}

/** What a code was exchanged for. `expires_at` is ISO 8601 in UTC, absent for a token that does not expire. */
type OAuthGrant = Pick<Candidate, "settings" | "secrets">

/** An authorization server (RFC 6749) that takes PKCE (RFC 7636). */
interface OAuthVendor {
  readonly vendors: ReadonlyArray<VendorName>
  readonly authorizationUrl: (
    client: OAuthClient,
    request: { readonly redirectUri: string; readonly state: string; readonly challenge: string }
  ) => string
  readonly exchange: (
    calls: VendorReads,
    client: OAuthClient,
    request: { readonly redirectUri: string; readonly code: string; readonly verifier: string }
  ) => Effect.Effect<OAuthGrant, ExchangeRefused | VendorUnanswered>
  /** Ends at the vendor what it granted; none where there is no token to end, or no client where the vendor asks for it. */
  readonly revoke: (
    calls: VendorWrites,
    client: Option.Option<OAuthClient>,
    secrets: Candidate["secrets"]
  ) => Option.Option<Effect.Effect<VendorAnswer, VendorUnanswered>>
}

type Addresses = VendorAddresses["Service"]

const Token = Schema.String.check(Schema.isPattern(/^[\x21-\x7e]{1,8192}$/))

// Unknown fields are left alone, missing ones are no fault but for the token itself.
const readTokens = Schema.decodeUnknownOption(
  Schema.fromJsonString(
    Schema.Struct({
      access_token: Token,
      refresh_token: Schema.optionalKey(Token),
      expires_in: Schema.optionalKey(Schema.Union([Schema.Number, Schema.NumberFromString])),
      scope: Schema.optionalKey(Schema.String)
    })
  )
)

const form = (fields: Readonly<Record<string, string>>) => new URLSearchParams(fields).toString()

const formHeaders = { "content-type": "application/x-www-form-urlencoded", accept: "application/json" }

const longestLife = 10 * 365 * 24 * 3600

const grantIn = Effect.fnUntraced(function* (answer: VendorAnswer) {
  // GitHub answers a refused code with 200 and an `error`, which has no token either.
  const tokens = answer.status < 300 ? readTokens(answer.body) : Option.none()
  if (Option.isNone(tokens)) return yield* new ExchangeRefused({ status: answer.status })
  const { access_token, expires_in, refresh_token, scope } = tokens.value
  const secrets = new Map([["access_token", Redacted.make(access_token)]])
  if (refresh_token !== undefined) secrets.set("refresh_token", Redacted.make(refresh_token))
  const lives = expires_in !== undefined && expires_in >= 0 && expires_in < longestLife
  const grant: OAuthGrant = {
    secrets,
    settings: {
      ...(lives
        ? { expires_at: DateTime.formatIso(DateTime.add(yield* DateTime.now, { seconds: Math.floor(expires_in) })) }
        : {}),
      ...(scope === undefined ? {} : { scope: scope.slice(0, 2000) })
    }
  }
  return grant
})

const query = (address: string, fields: Readonly<Record<string, string>>) => `${address}?${form(fields)}`

const codeForm = (
  { clientId, clientSecret }: OAuthClient,
  { code, redirectUri, verifier }: { readonly redirectUri: string; readonly code: string; readonly verifier: string }
) =>
  form({
    client_id: clientId,
    client_secret: Redacted.value(clientSecret),
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    grant_type: "authorization_code"
  })

/** An OAuth app of GitHub: owners' tokens, which do not expire. */
export const githubOAuth = (addresses: Addresses): OAuthVendor => ({
  vendors: ["github", "githubLogin"],
  authorizationUrl: ({ clientId }, { challenge, redirectUri, state }) =>
    query(`${addresses.of("githubLogin")}/login/oauth/authorize`, {
      client_id: clientId,
      redirect_uri: redirectUri,
      scope: "admin:org read:user",
      state,
      code_challenge: challenge,
      code_challenge_method: "S256",
      allow_signup: "false"
    }),
  exchange: (calls, client, request) =>
    Effect.flatMap(
      calls.ask({
        url: `${addresses.of("githubLogin")}/login/oauth/access_token`,
        headers: formHeaders,
        body: codeForm(client, request)
      }),
      grantIn
    ),
  revoke: (calls, client, secrets) => {
    const token = Option.fromUndefinedOr(secrets.get("access_token") ?? secrets.get("token"))
    return Option.map(Option.all([client, token]), ([{ clientId, clientSecret }, token]) =>
      calls.write({
        method: "DELETE",
        url: `${addresses.of("github")}/applications/${encodeURIComponent(clientId)}/grant`,
        headers: {
          authorization: `Basic ${Buffer.from(`${clientId}:${Redacted.value(clientSecret)}`).toString("base64")}`,
          accept: "application/vnd.github+json",
          "content-type": "application/json"
        },
        body: JSON.stringify({ access_token: Redacted.value(token) })
      })
    )
  }
})

const google =
  (scopes: ReadonlyArray<string>) =>
  (addresses: Addresses): OAuthVendor => ({
    vendors: ["googleAccounts", "googleOauth"],
    authorizationUrl: ({ clientId }, { challenge, redirectUri, state }) =>
      query(`${addresses.of("googleAccounts")}/o/oauth2/v2/auth`, {
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: "code",
        scope: scopes.map((scope) => `https://www.googleapis.com/auth/${scope}`).join(" "),
        state,
        code_challenge: challenge,
        code_challenge_method: "S256",
        // Without both there is no refresh token when the account has consented before.
        access_type: "offline",
        prompt: "consent"
      }),
    exchange: (calls, client, request) =>
      Effect.flatMap(
        calls.ask({
          url: `${addresses.of("googleOauth")}/token`,
          headers: formHeaders,
          body: codeForm(client, request)
        }),
        grantIn
      ),
    // In the body, since addresses are logged. Ending the refresh token ends its access tokens too (connections-19).
    revoke: (calls, _client, secrets) =>
      Option.map(Option.fromUndefinedOr(secrets.get("refresh_token") ?? secrets.get("access_token")), (token) =>
        calls.write({
          method: "POST",
          url: `${addresses.of("googleOauth")}/revoke`,
          headers: formHeaders,
          body: form({ token: Redacted.value(token) })
        })
      )
  })

/** An administrator's grant for the directory, sign-in security, data transfer and mail settings. */
export const googleWorkspaceOAuth = google([
  "admin.directory.user",
  "admin.directory.user.security",
  "admin.datatransfer",
  "gmail.settings.basic"
])

export const googleCalendarOAuth = google(["calendar.readonly", "calendar.events"])
