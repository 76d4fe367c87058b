import type { PgClient } from "@effect/sql-pg"
import { assert, layer } from "#test/support/suite"
import type { OrgId } from "@svc/contract/kernel/ids"
import { DateTime, Deferred, Effect, Fiber, Layer, Option, type Redacted } from "effect"
import type { SqlError } from "effect/sql"
import * as AuditAnchorsDomain from "#audit/anchors/index"
import * as AuditVerificationDomain from "#audit/verification/index"
import { VerificationBounds } from "#audit/verification/service"
import { FileKey } from "#platform/files/store"
import { Files } from "#platform/files/files"
import { Signing } from "#platform/keys/signing"
import { record } from "#test/support/audit-surface"
import { asOwner } from "#test/support/tables"
import { anchor, anAnchoredChain, appThatSigns, aSigningKey } from "./anchored.ts"
import { brokenIn, cutOff, moveHead, rechain, rewrite, verify } from "./tampering.ts"

type Tampering = (sql: PgClient.PgClient, orgId: OrgId) => Effect.Effect<unknown, SqlError.SqlError>

const changedAnchor =
  (assignment: string): Tampering =>
  (sql, orgId) =>
    sql`UPDATE audit_anchors SET ${sql.literal(assignment)} WHERE org_id = ${orgId} AND seq = 6`

/** The end from the fifth entry on, with other words and every hash to match. */
const forgedEnd: Tampering = (sql, orgId) =>
  Effect.gen(function* () {
    yield* rewrite(sql, orgId, 5, "other details")
    yield* rechain(sql, orgId, 5)
    yield* moveHead(sql, orgId)
  })

const bothAnchors = "SET entry_hash = e.entry_hash FROM audit_entries e WHERE e.org_id = a.org_id AND e.id = a.entry_id"

const tamperings: ReadonlyArray<readonly [string, Tampering, ReadonlyArray<string>]> = [
  [
    "a suffix forged before the last anchors, with matching hashes and head",
    forgedEnd,
    ["anchor_mismatch 6", "anchor_mismatch 10", "rolled_back 10"]
  ],
  [
    "… and the anchors' hashes made to fit, whose signatures then do not",
    (sql, orgId) =>
      Effect.andThen(
        forgedEnd(sql, orgId),
        sql`UPDATE audit_anchors a ${sql.literal(bothAnchors)} AND a.org_id = ${orgId}`
      ),
    ["anchor_forged 6", "anchor_forged 10", "anchor_mismatch 6", "anchor_mismatch 10", "rolled_back 10"]
  ],
  [
    "… and the anchors replaced by unsigned ones that fit",
    (sql, orgId) =>
      Effect.andThen(
        forgedEnd(sql, orgId),
        sql`UPDATE audit_anchors a ${sql.literal(bothAnchors.replace("SET", "SET signature = NULL, key_id = NULL,"))}
          AND a.org_id = ${orgId}`
      ),
    ["anchor_mismatch 6", "anchor_mismatch 10", "rolled_back 10"]
  ],
  [
    "an anchored entry, removed",
    (sql, orgId) => sql`DELETE FROM audit_entries WHERE org_id = ${orgId} AND seq = 6`,
    ["gap 7", "anchor_missing 6"]
  ],
  ["the last entries and their head", (sql, orgId) => cutOff(sql, orgId, 9), ["anchor_missing 10", "rolled_back 10"]],
  [
    "an old backup, restored: entries, head and anchors",
    (sql, orgId) =>
      Effect.andThen(cutOff(sql, orgId, 7), sql`DELETE FROM audit_anchors WHERE org_id = ${orgId} AND seq > 7`),
    ["anchor_missing 10", "rolled_back 10"]
  ],
  [
    "every entry, head and anchor",
    (sql, orgId) =>
      Effect.gen(function* () {
        yield* sql`DELETE FROM audit_entries WHERE org_id = ${orgId}`
        yield* sql`DELETE FROM audit_anchors WHERE org_id = ${orgId}`
        yield* sql`UPDATE audit_heads SET seq = 0, prev_hash = repeat('0', 64), entry_hash = repeat('0', 64)
          WHERE org_id = ${orgId}`
      }),
    ["anchor_missing 10", "anchor_missing 6", "rolled_back 10"]
  ],
  ["an anchor's number", changedAnchor("seq = 3"), ["anchor_mismatch 3"]],
  ["an anchor's number, beyond the end", changedAnchor("seq = 3000"), ["anchor_mismatch 3000"]],
  ["an anchor's entry", changedAnchor("entry_id = gen_random_uuid()"), ["anchor_forged 6"]],
  ["an anchor's hash", changedAnchor("entry_hash = repeat('a', 64)"), ["anchor_forged 6"]],
  ["an anchor's time", changedAnchor("anchored_at = anchored_at + interval '1 hour'"), ["anchor_forged 6"]],
  ["an anchor's time, to infinity", changedAnchor("anchored_at = 'infinity'"), ["anchor_forged 6"]],
  [
    "the time that an anchor gives its entry",
    changedAnchor("entry_created_at = entry_created_at - interval '1 hour'"),
    ["anchor_mismatch 6"]
  ],
  [
    "an anchor's signature, by no key at all",
    changedAnchor("signature = repeat('A', 86) || '=='"),
    ["anchor_forged 6"]
  ],
  ["an anchor's signature, which is no base64", changedAnchor("signature = 'forged'"), ["anchor_forged 6"]],
  ["an anchor's key, to one that was never ours", changedAnchor("key_id = '0123456789abcdef'"), ["anchor_forged 6"]]
]

const key = aSigningKey()

layer(appThatSigns(Option.some(key)))("anchors of the audit chain", (it) => {
  // verification-5: `anchoredThrough` is when the newest anchor that was checked was made, or null.
  it.effect("an intact chain: every anchor is checked, anchoredThrough is when the newest one was made", function* () {
    const { orgId } = yield* anAnchoredChain
    const now = yield* DateTime.now
    assert.deepStrictEqual(yield* verify(orgId), {
      ok: true,
      checked: 10,
      complete: true,
      broken: [],
      brokenCount: 0,
      anchoredThrough: now,
      witnesses: [{ name: "storage", checked: 2 }]
    })
  })

  for (const [name, tamper, broken] of tamperings) {
    // verification-6: What is missing or changed although it was anchored is `anchor_missing` or `anchor_mismatch`.
    // verification-16: A forged signature is `anchor_forged`; a chain that ends before an anchor kept outside of the
    //   database is `rolled_back`.
    it.effect(`tampering is found: ${name}`, function* () {
      const { orgId } = yield* anAnchoredChain
      yield* asOwner((sql) => tamper(sql, orgId))
      assert.sameMembers([...(yield* brokenIn(orgId))], [...broken])
    })
  }

  it.effect("an old backup that was restored stays found when the chain has grown beyond where it was", function* () {
    const { grow, orgId } = yield* anAnchoredChain
    yield* asOwner((sql) =>
      Effect.andThen(cutOff(sql, orgId, 7), sql`DELETE FROM audit_anchors WHERE org_id = ${orgId} AND seq > 7`)
    )
    yield* grow(8, 14)
    assert.sameMembers([...(yield* brokenIn(orgId))], ["anchor_missing 10", "rolled_back 10"])
    yield* anchor(orgId)
    assert.sameMembers([...(yield* brokenIn(orgId))], ["anchor_missing 10", "rolled_back 10"])
  })

  // verification-17: The time of a forged anchor never counts as `anchoredThrough`.
  it.effect("a forged anchor's time does not count as anchoredThrough", function* () {
    const { orgId } = yield* anAnchoredChain
    const before = (yield* verify(orgId)).anchoredThrough
    yield* asOwner((sql) => changedAnchor("anchored_at = '2031-01-01'")(sql, orgId))
    assert.deepStrictEqual((yield* verify(orgId)).anchoredThrough, before)
  })

  it.effect("a chain longer than one run checks the anchors of the entries that it checked", () =>
    Effect.gen(function* () {
      const { orgId } = yield* anAnchoredChain
      yield* asOwner((sql) => sql`UPDATE audit_entries SET entry_hash = 'x' WHERE org_id = ${orgId} AND seq = 10`)
      const now = yield* DateTime.now
      const report = yield* verify(orgId)
      assert.deepInclude(report, { ok: true, checked: 8, complete: false })
      assert.deepStrictEqual(report.witnesses, [{ name: "storage", checked: 1 }])
      assert.deepStrictEqual(report.anchoredThrough, DateTime.subtract(now, { seconds: 1 }))
    }).pipe(Effect.provideService(VerificationBounds, { entries: 8, entriesPerPage: 4, reported: 1000 }))
  )

  it.effect("what another organisation anchored is not held against this one", function* () {
    const ours = yield* anAnchoredChain
    const theirs = yield* anAnchoredChain
    yield* asOwner((sql) => cutOff(sql, theirs.orgId, 5))
    assert.isFalse((yield* verify(theirs.orgId)).ok)
    assert.isTrue((yield* verify(ours.orgId)).ok)
  })

  // verification-18: A witness that cannot be read is named in `witnesses`, and does not make `ok` false.
  it.effect("a witness that cannot be read is named, and ok speaks of what was checked", function* () {
    const { orgId } = yield* anAnchoredChain
    const files = yield* Files
    yield* files.put(FileKey.make(`audit-anchors/${orgId}/anchors.json`), new TextEncoder().encode("{"), {
      contentType: "application/json",
      metadata: {}
    })
    const report = yield* verify(orgId)
    assert.deepInclude(report, { ok: true, brokenCount: 0 })
    const [witness] = report.witnesses
    assert.deepInclude(witness, { name: "storage", checked: null })
    assert.isAbove(witness?.error?.length ?? 0, 0)
  })

  it.effect("anchors that are published while the chain is walked do not look like a roll-back", function* () {
    const { member, orgId } = yield* anAnchoredChain
    const enough = yield* Deferred.make<void>()
    const writer = yield* Effect.forkChild(
      Effect.gen(function* () {
        while (!(yield* Deferred.isDone(enough))) {
          yield* record(member, {})
          yield* anchor(orgId)
        }
      })
    )
    for (let round = 0; round < 10; round++) assert.deepStrictEqual(yield* brokenIn(orgId), [])
    yield* Deferred.succeed(enough, undefined)
    yield* Fiber.join(writer)
  })

  /** The same service once its operator has given it another key, or none. */
  const withSigningKey = (other: Option.Option<Redacted.Redacted>) => (effect: ReturnType<typeof brokenIn>) =>
    Effect.provide(
      effect,
      Layer.fresh(AuditVerificationDomain.services).pipe(
        Layer.provide(Layer.fresh(AuditAnchorsDomain.services)),
        Layer.provide(Signing.layerWith(other))
      ),
      { local: true }
    )

  it.effect("signatures of a former key of the service stay good, with another key and with none", function* () {
    const { orgId } = yield* anAnchoredChain
    assert.deepStrictEqual(yield* brokenIn(orgId).pipe(withSigningKey(Option.some(aSigningKey()))), [])
    assert.deepStrictEqual(yield* brokenIn(orgId).pipe(withSigningKey(Option.none())), [])
    yield* asOwner((sql) => changedAnchor("entry_hash = repeat('a', 64)")(sql, orgId))
    assert.include(yield* brokenIn(orgId).pipe(withSigningKey(Option.none())), "anchor_forged 6")
  })
})

layer(appThatSigns(Option.none()))("anchors without a signing key", (it) => {
  it.effect("are compared by what they say", function* () {
    const { orgId } = yield* anAnchoredChain
    assert.deepStrictEqual(yield* brokenIn(orgId), [])
    yield* asOwner((sql) => forgedEnd(sql, orgId))
    assert.deepStrictEqual(yield* brokenIn(orgId), ["anchor_mismatch 6", "anchor_mismatch 10", "rolled_back 10"])
  })
})
