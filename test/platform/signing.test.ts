import { assert, describe, it } from "#test/support/suite"
import { Effect, Option, Redacted, Schema, Stream } from "effect"
import { createHash, createPublicKey, generateKeyPairSync, verify } from "node:crypto"
import { Signing } from "#platform/keys/signing"

// RFC 8032, section 7.1, TEST 1: the seed 9d61… as PKCS#8.
const seed = Buffer.from("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60", "hex")
const pkcs8 = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), seed])
const pem = `-----BEGIN PRIVATE KEY-----\n${pkcs8.toString("base64")}\n-----END PRIVATE KEY-----\n`
const configured = Signing.layerWith(Option.some(Redacted.make(pem)))
const another = generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" }).toString()

describe("Ed25519 signatures", () => {
  it.effect("RFC 8032 test 1: the signature of the empty message", () =>
    Effect.gen(function* () {
      const signing = yield* Signing
      const signature = Option.getOrThrow(yield* signing.sign(new Uint8Array()))
      assert.strictEqual(
        Buffer.from(signature, "base64").toString("hex"),
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
      )
    }).pipe(Effect.provide(configured))
  )

  it.effect("the public key is SPKI PEM, its id the first 16 hex digits of the SHA-256 of its DER", () =>
    Effect.gen(function* () {
      const { keyId, publicKeyPem } = yield* Signing
      const published = Option.getOrThrow(publicKeyPem)
      assert.match(published, /^-----BEGIN PUBLIC KEY-----\n/)
      const der = createPublicKey(published).export({ format: "der", type: "spki" })
      assert.strictEqual(Option.getOrThrow(keyId), createHash("sha256").update(der).digest("hex").slice(0, 16))
    }).pipe(Effect.provide(configured))
  )

  // storage-9: Signatures are Ed25519, and anyone can check them with the published key.
  it.effect.prop(
    "anyone can verify with the published key; one changed byte fails",
    { bytes: Schema.Uint8Array },
    ({ bytes }) =>
      Effect.gen(function* () {
        const signing = yield* Signing
        const signature = Option.getOrThrow(yield* signing.sign(bytes))
        const publicKey = createPublicKey(Option.getOrThrow(signing.publicKeyPem))
        assert.isTrue(verify(null, bytes, publicKey, Buffer.from(signature, "base64")))
        assert.isTrue(yield* signing.verify(bytes, signature))
        assert.isFalse(yield* signing.verify(Uint8Array.from([...bytes, 0]), signature))
      }).pipe(Effect.provide(configured))
  )

  it.effect("a signature of another key, or text that is no signature, does not verify", () =>
    Effect.gen(function* () {
      const signing = yield* Signing
      const bytes = Buffer.from("export")
      const foreign = yield* Signing.use((other) => other.sign(bytes)).pipe(
        Effect.provide(Signing.layerWith(Option.some(Redacted.make(another))), { local: true })
      )
      assert.isFalse(yield* signing.verify(bytes, Option.getOrThrow(foreign)))
      const own = Option.getOrThrow(yield* signing.sign(bytes))
      for (const text of ["", "AAAA", `${own}=`, ` ${own}`, own.slice(0, -2)])
        assert.isFalse(yield* signing.verify(bytes, text))
    }).pipe(Effect.provide(configured))
  )

  it.effect("signing not configured: no key, no id, no signature, nothing verifies", () =>
    Effect.gen(function* () {
      const signing = yield* Signing
      assert.isTrue(Option.isNone(signing.keyId))
      assert.isTrue(Option.isNone(signing.publicKeyPem))
      assert.isTrue(Option.isNone(yield* signing.sign(new Uint8Array([1]))))
      assert.isFalse(yield* signing.verify(new Uint8Array([1]), "A".repeat(86) + "=="))
    }).pipe(Effect.provide(Signing.layerWith(Option.none())))
  )
})

describe("Ed25519 signatures of files", () => {
  const pieces = (bytes: Uint8Array, size: number) =>
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size)
    )

  const signed = Effect.fnUntraced(function* (bytes: Uint8Array, again = bytes) {
    const signer = yield* Signing.use((signing) => signing.signer)
    for (const piece of pieces(bytes, 1000)) signer.update(piece)
    return yield* signer.finish(Stream.fromIterable(pieces(again, 77)))
  })

  it.effect("piece by piece they are the same signatures, whatever the size and the key", function* () {
    for (const size of [0, 1, 63, 64, 111, 112, 128, 1000, 100_000]) {
      for (const key of [pem, another]) {
        const bytes = createHash("shake256", { outputLength: size }).update(`${size}`).digest()
        yield* Effect.gen(function* () {
          const whole = yield* Signing.use((signing) => signing.sign(bytes))
          const sha256 = createHash("sha256").update(bytes).digest("hex")
          assert.deepStrictEqual(yield* signed(bytes), { sha256, signature: whole })
        }).pipe(Effect.provide(Signing.layerWith(Option.some(Redacted.make(key))), { local: true }))
      }
    }
  })

  it.effect("a file that changes in between is not signed", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(signed(Buffer.from("before"), Buffer.from("after!")))
      assert.isTrue(exit._tag === "Failure")
    }).pipe(Effect.provide(configured))
  )

  it.effect("without a key there is a hash and no signature", () =>
    Effect.gen(function* () {
      const { sha256, signature } = yield* signed(Buffer.from("export"))
      assert.strictEqual(sha256, createHash("sha256").update("export").digest("hex"))
      assert.deepStrictEqual(signature, Option.none())
    }).pipe(Effect.provide(Signing.layerWith(Option.none())))
  )
})
