import { Clock, Duration, Effect, Option, Redacted, Result, Schema } from "effect"
import { errors, jwtVerify, SignJWT } from "jose"
import { webcrypto } from "node:crypto"
import type { Secrets } from "#platform/keys/secrets"

const algorithm = "HS256"
const issuer = "svc"

/** Longer than any of our tokens; a longer one is not read. */
const longest = 1024
const compactForm = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/

const Lifetime = Schema.Struct({ iat: Schema.Int, exp: Schema.Int })

interface TokenKind<Claims> {
  /** Names the key: no two kinds of token share one. */
  readonly purpose: string
  /** The `typ` header (RFC 8725, 3.11), so that no token passes for one of another kind. */
  readonly type: string
  readonly audience: string
  readonly lifetime: Duration.Duration
  readonly claims: Schema.Codec<Claims, { readonly [claim: string]: string }>
}

interface SignedTokens<Claims> {
  sign(claims: Claims): Effect.Effect<Redacted.Redacted>
  /** None for anything but a token of this kind that is genuine and not expired. */
  verify(token: Redacted.Redacted): Effect.Effect<Option.Option<Claims>>
}

const importKey = (bytes: Uint8Array<ArrayBuffer>) =>
  Effect.promise(() =>
    webcrypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"])
  )

const onlyOwnHeaders = (header: object) => Object.keys(header).every((name) => name === "alg" || name === "typ")

/**
 * JSON Web Tokens of one kind (RFC 7519), by one algorithm and one key of their own. The header cannot choose: other
 * algorithms, and headers that name or carry a key (`kid`, `jwk`, `jku`, `x5u`, `x5c`, `crit`), are refused.
 */
export const makeSignedTokens = Effect.fnUntraced(function* <Claims>(
  secrets: Secrets["Service"],
  kind: TokenKind<Claims>
) {
  // The current key first, then those from before a rotation.
  const [current, ...previous] = yield* Effect.forEach(secrets.subkeys(kind.purpose), (bytes) =>
    importKey(Uint8Array.from(bytes))
  )
  if (current === undefined) return yield* Effect.die("There is no master key to derive the key of tokens from")

  const encode = Schema.encodeEffect(kind.claims)
  const decode = Schema.decodeUnknownResult(kind.claims)
  const decodeLifetime = Schema.decodeUnknownResult(Lifetime)
  const lifetimeSeconds = Duration.toSeconds(kind.lifetime)

  const sign = Effect.fnUntraced(function* (claims: Claims) {
    const now = Math.floor((yield* Clock.currentTimeMillis) / 1000)
    const payload = yield* Effect.orDie(encode(claims))
    const token = yield* Effect.promise(() =>
      new SignJWT(payload)
        .setProtectedHeader({ alg: algorithm, typ: kind.type })
        .setIssuer(issuer)
        .setAudience(kind.audience)
        .setIssuedAt(now)
        .setExpirationTime(now + lifetimeSeconds)
        .sign(current)
    )
    return Redacted.make(token)
  })

  const verifyWith = (key: webcrypto.CryptoKey, token: string, now: number) =>
    Effect.tryPromise({
      try: () =>
        jwtVerify(token, key, {
          algorithms: [algorithm],
          typ: kind.type,
          issuer,
          audience: kind.audience,
          requiredClaims: ["exp", "iat"],
          maxTokenAge: lifetimeSeconds,
          currentDate: new Date(now)
        }),
      catch: (error) => error
    }).pipe(Effect.catch((error) => (error instanceof errors.JOSEError ? Effect.fail(error) : Effect.die(error))))

  const verify = Effect.fnUntraced(function* (token: Redacted.Redacted) {
    const text = Redacted.value(token)
    if (text.length > longest || !compactForm.test(text)) return Option.none<Claims>()
    const now = yield* Clock.currentTimeMillis
    let verified = yield* Effect.option(verifyWith(current, text, now))
    for (const key of previous) {
      if (Option.isSome(verified)) break
      verified = yield* Effect.option(verifyWith(key, text, now))
    }
    if (Option.isNone(verified) || !onlyOwnHeaders(verified.value.protectedHeader)) return Option.none<Claims>()
    const lifetime = decodeLifetime(verified.value.payload)
    if (Result.isFailure(lifetime) || lifetime.success.exp - lifetime.success.iat > lifetimeSeconds) {
      return Option.none<Claims>()
    }
    return Result.getSuccess(decode(verified.value.payload))
  })

  const tokens: SignedTokens<Claims> = { sign, verify }
  return tokens
})
