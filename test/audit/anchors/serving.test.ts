import { assert, layer } from "#test/support/suite"
import { type Cause, Effect, Option, Redacted } from "effect"
import { AuditAnchors } from "#audit/anchors/service"
import { AnchorRounds } from "#audit/anchors/rounds"
import { Signing } from "#platform/keys/signing"
import { testMasterKey } from "#test/support/TestApp"
import { anAdmin, type Member } from "#test/support/people"
import { asOwner } from "#test/support/tables"
import { AppWithoutKey, asCaller, record, aSigningKey, signedText, withSigningKey, withMasterKey } from "./support.ts"

const oldKey = aSigningKey()
const newKey = aSigningKey()

/** A round while this key, or none, is configured. */
const anchorWith = (pem: string | undefined, member: Member) =>
  Effect.flatMap(AnchorRounds, (rounds) => rounds.run("nightly", member.orgId)).pipe(withSigningKey(pem))

/** What the route answers while this key is configured. */
const listWith = (pem: string | undefined, member: Member) =>
  Effect.flatMap(AuditAnchors, (anchors) => anchors.list({ limit: 500 })).pipe(asCaller(member), withSigningKey(pem))

const judgedWith = (pem: string | undefined, anchor: Parameters<AuditAnchors["Service"]["verifySignature"]>[0]) =>
  Effect.flatMap(AuditAnchors, (anchors) => anchors.verifySignature(anchor)).pipe(withSigningKey(pem))

const signatureBy = (pem: string, text: string) =>
  Effect.gen(function* () {
    const signing = yield* Signing
    return Option.getOrThrow(yield* signing.sign(Buffer.from(text)))
  }).pipe(Effect.provide(Signing.layerWith(Option.some(Redacted.make(pem)))))

const keyIdOf = (pem: string) =>
  Effect.map(Signing, ({ keyId }) => Option.getOrThrow(keyId)).pipe(
    Effect.provide(Signing.layerWith(Option.some(Redacted.make(pem))))
  )

const only = <A>(items: ReadonlyArray<A>): Effect.Effect<A, Cause.NoSuchElementError> => {
  assert.lengthOf(items, 1)
  return Effect.fromNullishOr(items[0])
}

/** A member whose chain has one entry of their own and one anchor. */
const anchored = (pem: string | undefined) =>
  Effect.gen(function* () {
    const member = yield* anAdmin()
    yield* record(member, {})
    yield* anchorWith(pem, member)
    return member
  })

const gone = { signature: null, key_id: null, signed_at: null }

layer(AppWithoutKey)("signatures of anchors", (it) => {
  // anchors-6: `signed_at` is `recorded` where the anchor was signed when it was made, else `served`.
  it.effect("recorded: made with the anchor, by the key of the answer", function* () {
    const member = yield* anchored(newKey)
    const { anchors } = yield* listWith(newKey, member)
    const anchor = yield* only(anchors)
    assert.strictEqual(anchor.signed_at, "recorded")
    assert.strictEqual(anchor.signature, yield* signatureBy(newKey, signedText(anchor)))
  })

  // anchors-9: An anchor that was recorded before signing was configured is never signed later.
  it.effect("an anchor from before signing was configured is never signed later", function* () {
    const member = yield* anchored(undefined)
    const before = yield* only((yield* listWith(undefined, member)).anchors)
    assert.deepInclude(before, gone)
    assert.deepStrictEqual(yield* only((yield* listWith(newKey, member)).anchors), before)
  })

  it.effect(
    "an anchor of a former key keeps its signature, whoever serves it; the page tells that key, too",
    function* () {
      const member = yield* anchored(oldKey)
      const { anchors: recorded, key: former } = yield* listWith(oldKey, member)
      const anchor = yield* only(recorded)
      assert.strictEqual(anchor.signature, yield* signatureBy(oldKey, signedText(anchor)))
      const page = yield* listWith(newKey, member)
      assert.deepStrictEqual(yield* only(page.anchors), anchor)
      assert.strictEqual(page.key?.key_id, yield* keyIdOf(newKey))
      assert.deepStrictEqual(yield* only(page.former_keys ?? []), former)
      // Without a key of its own the service shows the same.
      const { anchors: unsigned, key: none } = yield* listWith(undefined, member)
      assert.isNull(none)
      assert.deepStrictEqual(yield* only(unsigned), anchor)
    }
  )

  it.effect.each([
    { change: "its hash", column: "entry_hash", value: "a".repeat(64) },
    { change: "its entry", column: "entry_id", value: "7b0e9c52-6a54-4f0e-9d0f-6b8f4d6c1a2e" }
  ])("a forged anchor is never given a signature: $change was changed", function* ({ column, value }) {
    for (const pem of [undefined, oldKey]) {
      const member = yield* anchored(pem)
      const type = column.endsWith("id") ? "uuid" : "text"
      yield* asOwner((sql) =>
        sql.unsafe(`UPDATE audit_anchors SET ${column} = '${value}'::${type} WHERE org_id = '${member.orgId}'`)
      )
      assert.deepInclude(yield* only((yield* listWith(newKey, member)).anchors), gone)
    }
  })

  it.effect("an anchor whose moment was forged under a former key is not signed anew", function* () {
    const member = yield* anchored(oldKey)
    yield* asOwner(
      (sql) => sql`UPDATE audit_anchors SET anchored_at = '2020-01-01T00:00:00Z' WHERE org_id = ${member.orgId}`
    )
    assert.deepInclude(yield* only((yield* listWith(newKey, member)).anchors), gone)
  })

  it.effect("an anchor signed by a key that was never this service's is not signed anew", function* () {
    const member = yield* anchored(oldKey)
    yield* asOwner((sql) => sql`UPDATE audit_anchors SET key_id = 'feedfeedfeedfeed' WHERE org_id = ${member.orgId}`)
    assert.deepInclude(yield* only((yield* listWith(newKey, member)).anchors), gone)
  })

  // anchors-10: An anchor keeps its signature when its entry is missing; `verify` reports the missing entry.
  it.effect("an anchor keeps its former signature when its entry is gone: verify tells what is missing", function* () {
    const member = yield* anchored(oldKey)
    yield* record(member, {})
    const recorded = yield* only((yield* listWith(undefined, member)).anchors)
    for (const seq of [2, 1]) {
      yield* asOwner((sql) => sql`DELETE FROM audit_entries WHERE org_id = ${member.orgId} AND seq = ${seq}`)
      assert.deepStrictEqual(yield* only((yield* listWith(newKey, member)).anchors), recorded)
    }
  })

  it.effect("a signature by the key of the answer is shown as it is recorded, be it forged", function* () {
    const member = yield* anchored(newKey)
    yield* asOwner((sql) => sql`UPDATE audit_anchors SET entry_hash = ${"b".repeat(64)} WHERE org_id = ${member.orgId}`)
    const anchor = yield* only((yield* listWith(newKey, member)).anchors)
    assert.strictEqual(anchor.signed_at, "recorded")
    assert.notStrictEqual(anchor.signature, yield* signatureBy(newKey, signedText(anchor)))
  })

  it.effect("verifySignature: valid, invalid and unknown_key, by the configured key and by former ones", function* () {
    const member = yield* anchored(oldKey)
    const { key_id, signature, ...anchor } = yield* only((yield* listWith(undefined, member)).anchors)
    const signed = { ...anchor, key_id: key_id ?? "", signature: signature ?? "" }
    for (const configured of [oldKey, newKey, undefined]) {
      assert.strictEqual(yield* judgedWith(configured, signed), "valid")
      assert.strictEqual(yield* judgedWith(configured, { ...signed, entry_hash: "c".repeat(64) }), "invalid")
      assert.strictEqual(yield* judgedWith(configured, { ...signed, signature: "" }), "invalid")
      assert.strictEqual(yield* judgedWith(configured, { ...signed, key_id: "feedfeedfeedfeed" }), "unknown_key")
    }
  })

  // anchors-11: A key that someone else writes into the database never counts as a key of the service.
  it.effect("a key that somebody writes into the database is none of this service's", function* () {
    const member = yield* anchored(oldKey)
    const forger = aSigningKey()
    const key_id = yield* keyIdOf(forger)
    const anchor = yield* only((yield* listWith(undefined, member)).anchors)
    const forged = { ...anchor, entry_hash: "d".repeat(64) }
    const signature = yield* signatureBy(forger, signedText(forged))
    const signing = yield* Effect.map(Signing, ({ publicKeyPem }) => Option.getOrThrow(publicKeyPem)).pipe(
      Effect.provide(Signing.layerWith(Option.some(Redacted.make(forger))))
    )
    yield* asOwner(
      (sql) => sql`
          INSERT INTO audit_signing_keys (key_id, public_key_pem, proof, first_used_at)
          SELECT ${key_id}, ${signing}, proof, first_used_at FROM audit_signing_keys LIMIT 1`
    )
    assert.strictEqual(yield* judgedWith(newKey, { ...forged, key_id, signature }), "unknown_key")
    // Nor does a row of the current key's own id change what is judged.
    const current = yield* keyIdOf(newKey)
    yield* anchorWith(newKey, member)
    yield* asOwner((sql) => sql`UPDATE audit_signing_keys SET public_key_pem = ${signing} WHERE key_id = ${current}`)
    assert.strictEqual(yield* judgedWith(newKey, { ...forged, key_id: current, signature }), "invalid")
    assert.strictEqual(yield* judgedWith(undefined, { ...forged, key_id: current, signature }), "unknown_key")
    // The next round puts it right.
    yield* anchorWith(newKey, member)
    const text = signedText(forged)
    const genuine = { ...forged, key_id: current, signature: yield* signatureBy(newKey, text) }
    assert.strictEqual(yield* judgedWith(undefined, genuine), "valid")
  })

  it.effect("former keys outlive the master key that proved them, once a round ran under both", function* () {
    const member = yield* anchored(oldKey)
    const { key_id, signature, ...anchor } = yield* only((yield* listWith(undefined, member)).anchors)
    const judged = Effect.flatMap(AuditAnchors, (anchors) =>
      anchors.verifySignature({ ...anchor, key_id: key_id ?? "", signature: signature ?? "" })
    )
    const round = Effect.flatMap(AnchorRounds, (rounds) => rounds.run("hourly", member.orgId))
    const next = new Uint8Array(32).fill(9)
    assert.strictEqual(yield* withMasterKey(next, [])(judged), "unknown_key")
    assert.strictEqual(yield* withMasterKey(next, [testMasterKey])(judged), "valid")
    yield* withMasterKey(next, [testMasterKey], newKey)(round)
    assert.strictEqual(yield* withMasterKey(next, [])(judged), "valid")
  })
})
