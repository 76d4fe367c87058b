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
export interface OAuthVendor {
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

/** Made over the addresses that hold for the process. */
export type MakeOAuthVendor = (addresses: VendorAddresses["Service"]) => OAuthVendor

const Token = Schema.String.check(Schema.isPattern(/^[\x21-\x7e]{1,8192}$/))

// Unknown fields are ignored; missing ones are allowed, except the token.
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

export const form = (fields: Readonly<Record<string, string>>) => new URLSearchParams(fields).toString()

export const formHeaders = { "content-type": "application/x-www-form-urlencoded", accept: "application/json" }

const longestLife = 10 * 365 * 24 * 3600

/** What the answer to a code grants. */
export const grantIn = Effect.fnUntraced(function* (answer: VendorAnswer) {
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

export const query = (address: string, fields: Readonly<Record<string, string>>) => `${address}?${form(fields)}`

/** The exchange of a code (RFC 6749, section 4.1.3). */
export const codeForm = (
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
