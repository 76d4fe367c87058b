import { assert, it } from "#test/support/suite"
import { AnchorFile } from "@svc/contract/audit/files"
import { OrgId } from "@svc/contract/kernel/ids"
import { DateTime, Effect, Result, Schema } from "effect"
import { fileOf, textOf } from "#audit/anchors/anchor-text"

const orgId = OrgId.make("7b0e9c52-6a54-4f0e-9d0f-6b8f4d6c1a2e")
const schema = Schema.fromJsonString(Schema.toCodecJson(AnchorFile))

const anchor = {
  id: "0b0e9c52-6a54-4f0e-9d0f-6b8f4d6c1a2e",
  org_id: orgId,
  entry_id: "1b0e9c52-6a54-4f0e-9d0f-6b8f4d6c1a2e",
  entry_hash: "a".repeat(64),
  entry_created_at: DateTime.makeUnsafe("2026-03-02T09:00:00.001Z"),
  anchored_at: DateTime.makeUnsafe("2026-03-02T10:00:00.000Z"),
  source: "hourly",
  signature: "c2lnbmF0dXJl",
  key_id: "0123456789abcdef",
  signed_at: "recorded",
  seq: 12
} as const
const file: AnchorFile = {
  format: "svc-audit-anchor/v1",
  org_id: orgId,
  signed_message: "{org_id}\n",
  key: { algorithm: "Ed25519", key_id: "0123456789abcdef", public_key_pem: "-----BEGIN" },
  anchors: [anchor, { ...anchor, source: "nightly", signature: null, key_id: null, signed_at: null }],
  contradicted: [{ ...anchor, seq: 13, signed_at: "served" }]
}

it.effect("a file is written as its schema writes it, and read as its schema reads it", function* () {
  const text = yield* Schema.encodeEffect(schema)(file)
  assert.strictEqual(textOf(file), text)
  assert.deepStrictEqual(yield* fileOf(text, orgId), yield* Schema.decodeEffect(schema)(text))
})

const changed = (change: Readonly<Record<string, unknown>>) =>
  textOf(file).replace(/\{"id".*?\}/, (first) => JSON.stringify({ ...JSON.parse(first), ...change }))

it.effect.each<readonly [string, string]>([
  ["no JSON", "{"],
  ["null", "null"],
  ["a list", "[]"],
  ["no anchors", JSON.stringify({ ...file, anchors: undefined })],
  ["another format", textOf(file).replace("anchor/v1", "anchor/v2")],
  ["more than there should be", changed({ more: 1 })],
  ["an id in capitals", changed({ id: anchor.id.toUpperCase() })],
  ["an id that is none", changed({ id: "1" })],
  ["another organisation's", changed({ org_id: anchor.id })],
  ["a hash that is none", changed({ entry_hash: "A".repeat(64) })],
  ["a time of another zone", changed({ anchored_at: "2026-03-02T10:00:00.000+02:00" })],
  ["a time without milliseconds", changed({ entry_created_at: "2026-03-02T10:00:00Z" })],
  ["a time that is none", changed({ anchored_at: "yesterday" })],
  ["a time in numbers", changed({ anchored_at: 5 })],
  ["an unknown source", changed({ source: "daily" })],
  ["a signature that is no text", changed({ signature: 5 })],
  ["no signature", changed({ signature: undefined })],
  ["an unknown moment of signing", changed({ signed_at: "later" })],
  ["half a number", changed({ seq: 1.5 })],
  ["a number beyond what JSON counts exactly", changed({ seq: 2 ** 53 })]
])("%s is read, or refused, as the schema does", function* ([, text]) {
  const expected = yield* Effect.result(Schema.decodeEffect(schema)(text))
  const read = yield* Effect.result(fileOf(text, orgId))
  assert.deepStrictEqual(Result.getSuccess(read), Result.getSuccess(expected))
})
