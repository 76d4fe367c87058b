import { assert, layer } from "#test/support/suite"
import { OrgId, SessionId, UserId } from "@svc/contract/kernel/ids"
import { Duration, Effect, Layer, Option, Redacted, Schema } from "effect"
import { TestClock } from "effect/testing"
import { SignJWT } from "jose"
import { createHmac, generateKeyPairSync } from "node:crypto"
import { makeSignedTokens } from "#access/signed-tokens"
import { Secrets } from "#platform/keys/secrets"

const claims = {
  sub: UserId.make("00000000-0000-4000-8000-00000000000a"),
  sid: SessionId.make("00000000-0000-4000-8000-00000000000b"),
  org: OrgId.make("00000000-0000-4000-8000-00000000000c")
}
const kind = {
  purpose: "session-jwt",
  type: "svc-session+jwt",
  audience: "svc-app",
  lifetime: Duration.hours(12),
  claims: Schema.Struct({ sub: UserId, sid: SessionId, org: OrgId })
}
const key = (byte: number) => Redacted.make(new Uint8Array(32).fill(byte))
const SecretsLayer = Secrets.layerWith({ masterKey: key(1), previous: [] })

const now = Date.UTC(2026, 2, 2, 9) / 1000
const header = { alg: "HS256", typ: kind.type }
const payload = { ...claims, iss: "svc", aud: kind.audience, iat: now, exp: now + 60 }

const part = (value: unknown) =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url")

/** A token with these parts, signed with the real key unless another is given. */
const forge = Effect.fnUntraced(function* (
  changed: {
    readonly header?: object
    readonly payload?: unknown
    readonly key?: Uint8Array
    readonly digest?: string
  } = {}
) {
  const secrets = yield* Secrets
  const signed = `${part({ ...header, ...changed.header })}.${part(changed.payload ?? payload)}`
  const mac = createHmac(changed.digest ?? "sha256", changed.key ?? secrets.subkey(kind.purpose)).update(signed)
  return `${signed}.${mac.digest("base64url")}`
})

const isAccepted = Effect.fnUntraced(function* (token: string) {
  const tokens = yield* makeSignedTokens(yield* Secrets, kind)
  return Option.isSome(yield* tokens.verify(Redacted.make(token)))
})

const Fixture = Layer.merge(SecretsLayer, Layer.effectDiscard(TestClock.setTime(now * 1000)))

layer(Fixture)("session tokens", (it) => {
  it.effect("a signed token gives its claims back until it expires", function* () {
    yield* TestClock.setTime(now * 1000 + 999)
    const tokens = yield* makeSignedTokens(yield* Secrets, kind)
    const token = yield* tokens.sign(claims)
    assert.deepStrictEqual(yield* tokens.verify(token), Option.some(claims))
    yield* TestClock.setTime((now + 12 * 3600 - 1) * 1000)
    assert.isTrue(Option.isSome(yield* tokens.verify(token)))
    yield* TestClock.setTime((now + 12 * 3600) * 1000)
    assert.isTrue(Option.isNone(yield* tokens.verify(token)))
    yield* TestClock.setTime(now * 1000)
  })

  it.effect("the forger of these tests is believed when it changes nothing", function* () {
    assert.isTrue(yield* isAccepted(yield* forge()))
  })

  const headers: Readonly<Record<string, object>> = {
    "alg none": { alg: "none" },
    "alg None": { alg: "None" },
    "alg nOnE": { alg: "nOnE" },
    "no alg": { alg: undefined },
    "alg as a list": { alg: ["HS256"] },
    HS384: { alg: "HS384" },
    HS512: { alg: "HS512" },
    RS256: { alg: "RS256" },
    PS256: { alg: "PS256" },
    ES256: { alg: "ES256" },
    "alg NONE": { alg: "NONE" },
    "alg in lower case": { alg: "hs256" },
    EdDSA: { alg: "EdDSA" },
    "no typ": { typ: undefined },
    "typ JWT": { typ: "JWT" },
    "typ of the second factor": { typ: "svc-challenge+jwt" },
    kid: { kid: "../../dev/null" },
    "kid with SQL": { kid: "' OR 1=1 --" },
    "kid of 10 kB": { kid: "x".repeat(10_000) },
    jku: { jku: "https://evil.test/jwks.json" },
    x5u: { x5u: "https://evil.test/cert.pem" },
    x5c: { x5c: ["MIIB"] },
    jwk: { jwk: { kty: "oct", k: part("secret") } },
    crit: { crit: ["exp"], exp: 1 },
    "crit and b64": { crit: ["b64"], b64: false }
  }
  for (const [name, changed] of Object.entries(headers)) {
    it.effect(`refused: header with ${name}`, function* () {
      assert.isFalse(yield* isAccepted(yield* forge({ header: changed })))
    })
  }

  const payloads: Readonly<Record<string, unknown>> = {
    "exp past": { ...payload, exp: now },
    "exp as text": { ...payload, exp: String(now + 60) },
    "exp 1e308": { ...payload, exp: 1e308 },
    "exp that overflows": JSON.stringify(payload).replace(String(now + 60), "1e400"),
    "exp with a fraction": { ...payload, exp: now + 60.5 },
    "exp further than a session lasts": { ...payload, exp: now + 12 * 3600 + 1 },
    "exp missing": { ...payload, exp: undefined },
    "exp null": { ...payload, exp: null },
    "nbf future": { ...payload, nbf: now + 1 },
    "iat future": { ...payload, iat: now + 1 },
    "iat missing": { ...payload, iat: undefined },
    "sub as a list": { ...payload, sub: [claims.sub] },
    "sub that is no id": { ...payload, sub: "admin" },
    "sub missing": { ...payload, sub: undefined },
    "sid missing": { ...payload, sid: undefined },
    "org missing": { ...payload, org: undefined },
    "another audience": { ...payload, aud: "svc-two-factor" },
    "audience missing": { ...payload, aud: undefined },
    "another issuer": { ...payload, iss: "evil" },
    "a payload that is a list": [payload],
    "a payload that is no JSON": "{",
    "a payload that is null": "null"
  }
  for (const [name, changed] of Object.entries(payloads)) {
    it.effect(`refused: ${name}`, function* () {
      assert.isFalse(yield* isAccepted(yield* forge({ payload: changed })))
    })
  }

  // credentials-8: A token signed with another key or algorithm, or issued for another purpose, is refused.
  it.effect("refused: signed with a weak or another key, or as another algorithm", function* () {
    const secrets = yield* Secrets
    for (const weak of ["secret", "changeme", "", "svc", "0".repeat(32)]) {
      assert.isFalse(yield* isAccepted(yield* forge({ key: new TextEncoder().encode(weak) })))
    }
    assert.isFalse(yield* isAccepted(yield* forge({ key: secrets.subkey("two-factor-challenge") })))
    assert.isFalse(yield* isAccepted(yield* forge({ digest: "sha512", header: { alg: "HS512" } })))
    assert.isFalse(yield* isAccepted(yield* forge({ digest: "sha512" })))
  })

  it.effect("refused: a public key, served to anybody, as the secret", function* () {
    const pairs = [generateKeyPairSync("ed25519"), generateKeyPairSync("rsa", { modulusLength: 2048 })]
    for (const { publicKey } of pairs) {
      const pem = publicKey.export({ type: "spki", format: "pem" }).toString()
      const der = publicKey.export({ type: "spki", format: "der" })
      const jwk = publicKey.export({ format: "jwk" })
      const raw = Buffer.from(jwk.x ?? jwk.n ?? "", "base64url")
      const texts = [pem, pem.trim(), der.toString("base64"), raw.toString("base64"), JSON.stringify(jwk)]
      for (const form of [der, raw, ...texts.map((text) => Buffer.from(text))]) {
        for (const alg of ["HS256", "RS256", "EdDSA"]) {
          assert.isFalse(yield* isAccepted(yield* forge({ key: form, header: { alg } })))
        }
      }
    }
  })

  it.effect("refused: signed by a private key that its own header carries", function* () {
    const { privateKey, publicKey } = generateKeyPairSync("ed25519")
    const token = yield* Effect.promise(() =>
      new SignJWT(payload)
        .setProtectedHeader({
          alg: "EdDSA",
          typ: kind.type,
          jwk: { ...publicKey.export({ format: "jwk" }), kty: "OKP" }
        })
        .sign(privateKey)
    )
    assert.isFalse(yield* isAccepted(token))
  })

  // credentials-8
  it.effect("refused: parts missing, added, changed or not base64url", function* () {
    const token = yield* forge()
    const [head = "", body = "", signature = ""] = token.split(".")
    const broken = [
      "",
      ".",
      "..",
      `${head}.${body}`,
      `${head}.${body}.`,
      `${token}.`,
      `${token}.${signature}`,
      `${head}.${body}.${signature.slice(0, -1)}`,
      `${head}.${part({ ...payload, org: claims.sub })}.${signature}`,
      `${part({ ...header, alg: "none" })}.${body}.`,
      ` ${token}`,
      `${token}\n`,
      `${head}.${body}.${signature}==`,
      "x".repeat(100_000),
      `${head}.${"x".repeat(10_000)}.${signature}`
    ]
    for (const text of broken) assert.isFalse(yield* isAccepted(text), text.slice(0, 40))
  })

  it.effect("a token of before a rotation of the master key stays valid while that key is kept", function* () {
    const token = yield* forge()
    const under = (previous: ReadonlyArray<Redacted.Redacted<Uint8Array>>) =>
      isAccepted(token).pipe(Effect.provide(Secrets.layerWith({ masterKey: key(2), previous }), { local: true }))
    assert.isTrue(yield* under([key(3), key(1)]))
    assert.isFalse(yield* under([key(3)]))
  })
})
