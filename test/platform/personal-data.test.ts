import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { createDecipheriv, randomBytes, randomUUID } from "node:crypto"
import { escapeMarkers, openPersonal, personKeyIdsIn, replaceTokens, sealPersonal } from "#platform/keys/personal-data"

const id = randomUUID()
const key = new Uint8Array(randomBytes(32))
const resolve = (personKeyId: string) => (personKeyId === id ? key : undefined)

/** Text that likes to look like a token. */
const Tricky = Schema.Array(
  Schema.Union([
    Schema.Literals([
      "[",
      "[[",
      "[[a",
      "[[aps",
      "[[aps:",
      "[[aps:v1:",
      "]]",
      "]",
      "aps:",
      "s:v1:",
      "[[aps:open]]",
      "open]]",
      ":"
    ]),
    Schema.Literal(`[[aps:v1:${id}:AAAA]]`),
    Schema.String
  ])
)
const Pieces = Schema.Array(Schema.Struct({ personal: Schema.Boolean, words: Tricky }))

const stored = (pieces: typeof Pieces.Type) =>
  pieces
    .map(({ personal, words }) => (personal ? sealPersonal(id, key, words.join("")) : escapeMarkers(words.join(""))))
    .join("")

describe("personal values inside audit text", () => {
  // storage-7: What is personal in the log is a sealed token, and `[erased]` once its key is gone.
  it("a token is [[aps:v1:<key id>:<nonce, ciphertext, tag>]], AES-256-GCM with the key id as associated data", () => {
    const [, keyId = "", sealed = ""] =
      /^\[\[aps:v1:([0-9a-f-]{36}):([A-Za-z0-9_-]+)\]\]$/.exec(sealPersonal(id, key, "Ada Lovelace")) ?? []
    assert.strictEqual(keyId, id)
    const bytes = Buffer.from(sealed, "base64url")
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12))
    decipher.setAAD(Buffer.from(id))
    decipher.setAuthTag(bytes.subarray(-16))
    assert.strictEqual(
      decipher.update(bytes.subarray(12, -16), undefined, "utf8") + decipher.final("utf8"),
      "Ada Lovelace"
    )
  })

  it("the same value sealed twice gives two different tokens", () => {
    assert.notStrictEqual(sealPersonal(id, key, "Ada"), sealPersonal(id, key, "Ada"))
  })

  it.prop("a sealed value opens to itself", [Schema.String], ([value]) => {
    assert.deepStrictEqual(openPersonal(sealPersonal(id, key, value), key), Option.some(value.toWellFormed()))
  })

  it("no other key opens it, no changed bit passes, and no other key id", () => {
    const token = sealPersonal(id, key, "Ada")
    assert.isTrue(Option.isNone(openPersonal(token, new Uint8Array(randomBytes(32)))))
    assert.isTrue(Option.isNone(openPersonal(token.replace(id, randomUUID()), key)))
    const body = token.slice(token.lastIndexOf(":") + 1, -2)
    const bytes = Buffer.from(body, "base64url")
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Buffer.from(bytes)
      flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
      assert.isTrue(Option.isNone(openPersonal(token.replace(body, flipped.toString("base64url")), key)))
    }
    for (const other of ["", "Ada", `${token} `, token.slice(1)]) assert.isTrue(Option.isNone(openPersonal(other, key)))
  })

  // storage-7
  it("[erased] for a person whose key was destroyed, [unreadable] for what cannot be decrypted", () => {
    const text = `${sealPersonal(id, key, "Ada")} left`
    assert.strictEqual(replaceTokens(text, resolve), "Ada left")
    assert.strictEqual(
      replaceTokens(text, () => "erased"),
      "[erased] left"
    )
    assert.strictEqual(
      replaceTokens(text, () => undefined),
      "[unreadable] left"
    )
    assert.strictEqual(
      replaceTokens(text, () => new Uint8Array(randomBytes(32))),
      "[unreadable] left"
    )
    assert.strictEqual(replaceTokens("[[aps:v1:damaged]] [[aps:v2:x]] left", resolve), "[unreadable] [unreadable] left")
  })

  it("a value that looks like a token, even a genuine one, reads back as it was typed", () => {
    const inner = sealPersonal(id, key, "someone else")
    assert.strictEqual(replaceTokens(sealPersonal(id, key, inner), resolve), inner)
    assert.strictEqual(replaceTokens(escapeMarkers(inner), resolve), inner)
    assert.deepStrictEqual(personKeyIdsIn(escapeMarkers(inner)), [])
    assert.deepStrictEqual(personKeyIdsIn(`${inner} and ${inner}`), [id])
  })

  it("text without a marker is stored as it is", () => {
    for (const text of ["", "plain", "[1] of [2]", "[[note]]", "a[0][1] = b"])
      assert.strictEqual(escapeMarkers(text), text)
  })

  it.prop(
    "any mixture of plain and personal pieces reads back as typed",
    [Pieces],
    ([pieces]) => {
      const typed = pieces
        .map(({ personal, words }) => (personal ? words.join("").toWellFormed() : words.join("")))
        .join("")
      assert.strictEqual(replaceTokens(stored(pieces), resolve), typed)
    },
    { arbitrary: { runs: 2000 } }
  )

  it.prop("after erasure nothing of a personal piece is left", [Pieces], ([pieces]) => {
    const typed = pieces.map(({ personal, words }) => (personal ? "[erased]" : words.join(""))).join("")
    assert.strictEqual(
      replaceTokens(stored(pieces), () => "erased"),
      typed
    )
  })
})
