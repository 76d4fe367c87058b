import { type DateTime, Data, Duration, Effect, Option, Redacted, Result, Schema } from "effect"
import { compactVerify, decodeJwt, decodeProtectedHeader } from "jose"
import type { KeyObject } from "node:crypto"

/** Longer than any that a provider signs; what is longer is not even read. */
const longest = 8192
/** A clock may be so far ahead or behind. */
const clockTolerance = Duration.minutes(1)
/** The draft recommends five minutes. What lives longer would have to be remembered as long. */
const longestLife = Duration.hours(1)

/**
 * Asymmetric ones only: with `none` anyone can sign, and with an HMAC anyone who knows the public key (RFC 8725,
 * section 2.1).
 */
const algorithms = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519"
] as const

/**
 * Accepted `typ`: Okta's name, or none as in the draft's example. A token issued for this audience by other means (RFC
 * 8707) has another type (RFC 9068).
 */
const types: ReadonlySet<string | undefined> = new Set([undefined, "global-token-revocation+jwt", "jwt"])

const Header = Schema.Struct({
  alg: Schema.Literals(algorithms),
  kid: Schema.optionalKey(Schema.String),
  typ: Schema.optionalKey(Schema.String)
})

const Claims = Schema.Struct({
  iss: Schema.String,
  sub: Schema.String,
  aud: Schema.Union([Schema.String, Schema.Array(Schema.String)]),
  jti: Schema.NonEmptyString,
  iat: Schema.Finite,
  nbf: Schema.optionalKey(Schema.Finite),
  exp: Schema.Finite
})
type ProviderClaims = typeof Claims.Type

/** A token as it was sent; nothing of it is proven. */
export interface SentToken {
  readonly text: Redacted.Redacted
  readonly header: typeof Header.Type
  readonly claims: ProviderClaims
}

/** Why a token is not taken: a word for the logs. */
export type TokenFlaw =
  | "malformed"
  | "issuer"
  | "signature"
  | "type"
  | "audience"
  | "not yet valid"
  | "expired"
  | "lives too long"
  | "replayed"
  | "another app"

class TokenRefused extends Data.TaggedError("TokenRefused")<{ readonly flaw: TokenFlaw }> {}

/** A signing key of the provider; `kid` and `alg` if it names them. */
export interface ProviderKey {
  readonly key: KeyObject
  readonly kid: string | undefined
  readonly alg: string | undefined
}

const decodeHeader = Schema.decodeUnknownOption(Header)
const decodeClaims = Schema.decodeUnknownOption(Claims)

const bearer = /^Bearer +([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+)$/i

/** The token of an `Authorization` header, in the form that every one of a provider has. */
export const readToken = (authorization: string | undefined): Option.Option<SentToken> => {
  const text = bearer.exec((authorization ?? "").trim())?.[1]
  if (text === undefined || text.length > longest) return Option.none()
  return Option.liftThrowable(() => ({ header: decodeProtectedHeader(text), claims: decodeJwt(text) }))().pipe(
    Option.flatMap((raw) =>
      Option.all({
        text: Option.some(Redacted.make(text)),
        header: decodeHeader(raw.header),
        claims: decodeClaims(raw.claims)
      })
    )
  )
}

const mayHaveSigned =
  ({ header }: SentToken) =>
  ({ alg, kid }: ProviderKey) =>
    (alg === undefined || alg === header.alg) && (header.kid === undefined || kid === undefined || kid === header.kid)

/** Whether the provider names this key. */
export const namesKeyOf = (token: SentToken, keys: ReadonlyArray<ProviderKey>) => keys.some(mayHaveSigned(token))

const isSignedBy = (token: SentToken, { key }: ProviderKey) =>
  Effect.match(
    // Any error of the library about a token that anyone may have sent means that the key did not sign it.
    Effect.tryPromise(() => compactVerify(Redacted.value(token.text), key, { algorithms: [token.header.alg] })),
    { onFailure: () => false, onSuccess: () => true }
  )

/** Whether one of these keys made the signature. */
export const isSigned = Effect.fnUntraced(function* (token: SentToken, keys: ReadonlyArray<ProviderKey>) {
  for (const key of keys.filter(mayHaveSigned(token))) {
    if (yield* isSignedBy(token, key)) return true
  }
  return false
})

const isFor = ({ aud }: ProviderClaims, audience: string) =>
  typeof aud === "string" ? aud === audience : aud.length === 1 && aud[0] === audience

/** What of a token that the provider did sign is wrong. Instants are seconds since 1970 (RFC 7519, NumericDate). */
export const judge = (
  { claims, header }: Pick<SentToken, "claims" | "header">,
  audience: string,
  now: DateTime.Utc
): Result.Result<void, TokenRefused> => {
  const refuse = (flaw: TokenFlaw) => Result.fail(new TokenRefused({ flaw }))
  const seconds = now.epochMilliseconds / 1000
  const tolerance = Duration.toSeconds(clockTolerance)
  if (!types.has(header.typ?.toLowerCase().replace(/^application\//, ""))) return refuse("type")
  if (!isFor(claims, audience)) return refuse("audience")
  if (claims.exp <= seconds - tolerance) return refuse("expired")
  if (Math.max(claims.iat, claims.nbf ?? claims.iat) > seconds + tolerance) return refuse("not yet valid")
  if (claims.exp > seconds + Duration.toSeconds(longestLife) + tolerance) return refuse("lives too long")
  return Result.void
}

/** When the token is invalid for any acceptable clock. */
export const endOf = ({ exp }: ProviderClaims): number => (exp + 2 * Duration.toSeconds(clockTolerance)) * 1000
