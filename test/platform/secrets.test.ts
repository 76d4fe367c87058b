import { assert, describe, it } from "#test/support/suite"
import { Effect, Redacted, Schema } from "effect"
import { createHash, randomBytes } from "node:crypto"
import { boundTo, Secrets } from "#platform/keys/secrets"

const key = () => Redacted.make(new Uint8Array(randomBytes(32)))
const masterKey = key()
const keys = { masterKey, previous: [] }
const place = boundTo({ orgId: "org-a", table: "integrations", column: "config", rowId: "row-1" })

const flipBit = (text: string, index: number) => {
  const bytes = Buffer.from(text, "base64url")
  const byte = Math.floor(index / 8) % bytes.length
  bytes.writeUInt8(bytes.readUInt8(byte) ^ (1 << (index % 8)), byte)
  return bytes.toString("base64url")
}

const withBody = (token: string, change: (body: string) => string) => {
  const [svc = "", version = "", id = "", body = ""] = token.split(":")
  return [svc, version, id, change(body)].join(":")
}

const reasonOf = (token: string, aad: string) =>
  Secrets.use((secrets) => Effect.flip(secrets.open(token, aad))).pipe(Effect.map((error) => error.reason))

describe("stored secrets", () => {
  it.effect.prop("what is sealed opens to the same text", { text: Schema.String }, ({ text }) =>
    Effect.gen(function* () {
      const secrets = yield* Secrets
      const token = yield* secrets.seal(text, place)
      assert.match(token, /^svc:v1:[0-9a-f]{8}:[A-Za-z0-9_-]+$/)
      assert.strictEqual(Redacted.value(yield* secrets.open(token, place)), text.toWellFormed())
    }).pipe(Effect.provide(Secrets.layerWith(keys)))
  )

  it.effect("the same text sealed 20,000 times never repeats a nonce", () =>
    Effect.gen(function* () {
      const secrets = yield* Secrets
      const tokens = yield* Effect.forEach(Array.from({ length: 20_000 }), () => secrets.seal("same", place))
      const nonces = tokens.map((token) => (token.split(":")[3] ?? "").slice(0, 16))
      assert.strictEqual(new Set(nonces).size, tokens.length)
    }).pipe(Effect.provide(Secrets.layerWith(keys)))
  )

  it.effect("flipping any single bit makes it unreadable", () =>
    Effect.gen(function* () {
      const secrets = yield* Secrets
      const token = yield* secrets.seal(Redacted.make("s3cret"), place)
      const bits = Buffer.from(token.split(":")[3] ?? "", "base64url").length * 8
      for (let bit = 0; bit < bits; bit++) {
        assert.strictEqual(
          yield* reasonOf(
            withBody(token, (body) => flipBit(body, bit)),
            place
          ),
          "tampered"
        )
      }
    }).pipe(Effect.provide(Secrets.layerWith(keys)))
  )

  it.effect("another spelling of the same bytes is refused", () =>
    Effect.gen(function* () {
      const secrets = yield* Secrets
      const token = yield* secrets.seal("ab", place)
      assert.strictEqual(yield* reasonOf(`${token}A`, place), "tampered")
      assert.strictEqual(yield* reasonOf(`${token}=`, place), "malformed")
      assert.strictEqual(
        yield* reasonOf(
          withBody(token, (body) => body.slice(0, 20)),
          place
        ),
        "tampered"
      )
    }).pipe(Effect.provide(Secrets.layerWith(keys)))
  )

  // storage-8: A stored secret opens in its own organisation, table, column and row only.
  it.effect("a secret copied to another organisation, table, column or row does not open", () =>
    Effect.gen(function* () {
      const secrets = yield* Secrets
      const home = { orgId: "org-a", table: "integrations", column: "config", rowId: "row-1" }
      const token = yield* secrets.seal("s3cret", boundTo(home))
      const elsewhere = [
        { ...home, orgId: "org-b" },
        { ...home, orgId: null },
        { ...home, table: "siem_targets" },
        { ...home, column: "token" },
        { ...home, rowId: "row-2" },
        { ...home, table: 'integrations","config', column: "" }
      ]
      for (const other of elsewhere) assert.strictEqual(yield* reasonOf(token, boundTo(other)), "tampered")
    }).pipe(Effect.provide(Secrets.layerWith(keys)))
  )

  it.effect("a token that names no key of ours is an unknown key, other text is malformed", () =>
    Effect.gen(function* () {
      const foreign = yield* Secrets.use((secrets) => secrets.seal("s3cret", place)).pipe(
        Effect.provide(Secrets.layerWith({ masterKey: key(), previous: [] }), { local: true })
      )
      assert.strictEqual(yield* reasonOf(foreign, place), "unknown-key")
      for (const text of ["", "s3cret", "svc:v1:", "svc:v2:00000000:AAAA", "svc:v1:00000000:", foreign.toUpperCase()]) {
        assert.strictEqual(yield* reasonOf(text, place), "malformed")
      }
    }).pipe(Effect.provide(Secrets.layerWith(keys)))
  )

  // configuration-6: The master key is replaced while the former one still opens what it sealed.
  it.effect(
    "rotation: previous keys open old tokens, which need resealing; without them the key is named",
    function* () {
      const rotated = key()
      const old = yield* Secrets.use((secrets) => secrets.seal("s3cret", place)).pipe(
        Effect.provide(Secrets.layerWith(keys))
      )
      yield* Effect.gen(function* () {
        const secrets = yield* Secrets
        assert.isTrue(secrets.needsReseal(old))
        const opened = yield* secrets.open(old, place)
        const renewed = yield* secrets.seal(opened, place)
        assert.isFalse(secrets.needsReseal(renewed))
        assert.strictEqual(Redacted.value(yield* secrets.open(renewed, place)), "s3cret")
      }).pipe(Effect.provide(Secrets.layerWith({ masterKey: rotated, previous: [key(), masterKey] })))

      const error = yield* Secrets.use((secrets) => Effect.flip(secrets.open(old, place))).pipe(
        Effect.provide(Secrets.layerWith({ masterKey: rotated, previous: [] }))
      )
      assert.strictEqual(error.reason, "unknown-key")
      assert.include(error.message, old.split(":")[2] ?? "no id")
      assert.include(error.message, "MASTER_KEY_PREVIOUS")
    }
  )

  it.effect("the key id tells nothing that can be computed from the key by one hash", () =>
    Effect.gen(function* () {
      const token = yield* Secrets.use((secrets) => secrets.seal("s3cret", place))
      const plainHash = createHash("sha256").update(Redacted.value(masterKey)).digest("hex")
      assert.notStrictEqual(token.split(":")[2], plainHash.slice(0, 8))
    }).pipe(Effect.provide(Secrets.layerWith(keys)))
  )
})

describe("lookup hashes and subkeys", () => {
  it.effect("a lookup hash stored before a rotation is found after it", function* () {
    const stored = yield* Secrets.use((secrets) => Effect.succeed(secrets.hmac("api-key", "svc_live_1"))).pipe(
      Effect.provide(Secrets.layerWith(keys))
    )
    const searched = yield* Secrets.use((secrets) => Effect.succeed(secrets.hmacs("api-key", "svc_live_1"))).pipe(
      Effect.provide(Secrets.layerWith({ masterKey: key(), previous: [masterKey] }))
    )
    assert.lengthOf(searched, 2)
    assert.strictEqual(searched[1], stored)
    assert.notStrictEqual(searched[0], stored)
    assert.match(stored, /^[0-9a-f]{64}$/)
  })

  it.effect("no two purposes share a key, nor a purpose of hmac with a subkey of the same name", () =>
    Effect.gen(function* () {
      const secrets = yield* Secrets
      assert.notStrictEqual(secrets.hmac("api-key", "x"), secrets.hmac("scim-token", "x"))
      assert.strictEqual(secrets.hmac("api-key", "x"), secrets.hmac("api-key", Buffer.from("x")))
      const subkey = secrets.subkey("session-jwt")
      assert.lengthOf(subkey, 32)
      assert.notDeepEqual(subkey, secrets.subkey("step-up"))
      assert.notDeepEqual(subkey, Redacted.value(masterKey))
      subkey.fill(0)
      assert.notDeepEqual(subkey, secrets.subkey("session-jwt"))
    }).pipe(Effect.provide(Secrets.layerWith(keys)))
  )

  it.effect("sessions signed before a rotation verify under the previous subkey", function* () {
    const before = yield* Secrets.use((secrets) => Effect.succeed(secrets.subkey("session-jwt"))).pipe(
      Effect.provide(Secrets.layerWith(keys))
    )
    const after = yield* Secrets.use((secrets) => Effect.succeed(secrets.subkeys("session-jwt"))).pipe(
      Effect.provide(Secrets.layerWith({ masterKey: key(), previous: [masterKey] }))
    )
    assert.deepStrictEqual(after[1], before)
  })
})
