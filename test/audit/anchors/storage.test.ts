import { assert, layer } from "#test/support/suite"
import { DateTime, Effect, FileSystem } from "effect"
import { TestClock } from "effect/testing"
import { createPublicKey, hash, verify } from "node:crypto"
import { AuditAnchors } from "#audit/anchors/service"
import { AppConfig } from "#platform/config/config"
import { SystemSql } from "#platform/database/db"
import { Files } from "#platform/files/files"
import { Jobs } from "#platform/jobs/jobs"
import type { OrgId } from "@svc/contract/kernel/ids"
import { asOwner } from "#test/support/tables"
import { anAdmin } from "#test/support/people"
import { App, AppWithoutStorage, keyOf, page, record, run, storedBytes, storedFile } from "./support.ts"

const hourLater = Effect.flatMap(DateTime.now, (now) => TestClock.setTime(now.epochMilliseconds + 3_600_000))

const published = (orgId: OrgId) => Effect.flatMap(AuditAnchors, (anchors) => anchors.published(orgId))

/** Puts the organisation's chain and anchors back to the state after this entry, as the restore of a backup does. */
const restore = (orgId: OrgId, seq: number) =>
  asOwner((sql) =>
    Effect.gen(function* () {
      yield* sql`DELETE FROM audit_anchor_witnessings WHERE org_id = ${orgId}`
      yield* sql`DELETE FROM audit_anchors WHERE org_id = ${orgId} AND seq > ${seq}`
      yield* sql`DELETE FROM audit_entries WHERE org_id = ${orgId} AND seq > ${seq}`
      yield* sql`UPDATE audit_heads h SET seq = e.seq, prev_hash = e.prev_hash, entry_hash = e.entry_hash
        FROM audit_entries e WHERE h.org_id = ${orgId} AND e.org_id = h.org_id AND e.seq = ${seq}`
    })
  )

const folder = Effect.map(AppConfig, ({ dataDir }) => `${dataDir}/files/audit-anchors`)

/** While the effect runs, the storage takes and gives nothing of this kind. */
const withBrokenStorage = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const place = yield* folder
      yield* fs.makeDirectory(place, { recursive: true })
      yield* fs.rename(place, `${place}-away`)
      yield* fs.writeFileString(place, "in the way")
    }),
    () => effect,
    () =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const place = yield* folder
        yield* fs.remove(place)
        yield* fs.rename(`${place}-away`, place)
      }).pipe(Effect.orDie)
  )

/** A member whose chain was anchored at the entries 2, 3 and 4, an hour apart. */
const withThreeAnchors = Effect.gen(function* () {
  const member = yield* anAdmin()
  for (const _ of [2, 3, 4]) {
    yield* record(member, {})
    yield* run("audit-anchor-hourly", member.orgId)
    yield* hourLater
  }
  return member
})

const seqsOf = (anchors: ReadonlyArray<{ readonly seq: number }>) => anchors.map(({ seq }) => seq)

layer(App)("anchors outside of the database: the file in the storage", (it) => {
  // anchors-8: Anchors are also kept outside of the database, in the storage and at a witness.
  it.effect("one file per organisation: the page of the route, with `seq`, newest first", function* () {
    const member = yield* withThreeAnchors
    const file = yield* storedFile(member.orgId)
    const shown = yield* page(member)
    const last = file.anchors[0]?.seq ?? 0
    assert.deepStrictEqual(seqsOf(file.anchors), [last, last - 1, last - 2])
    assert.deepStrictEqual(
      { ...file, anchors: file.anchors.map(({ seq: _seq, ...anchor }) => anchor) },
      { ...shown, contradicted: [] }
    )
    const [storage, ...others] = yield* published(member.orgId)
    assert.lengthOf(others, 0)
    assert.deepStrictEqual(storage, { name: "storage", anchors: file.anchors })
  })

  it.effect("signed as a file, with its hash: x-content-sha256, x-signature-ed25519, x-signing-key-id", function* () {
    const member = yield* withThreeAnchors
    const files = yield* Files
    const bytes = yield* storedBytes(member.orgId)
    const { contentType, metadata } = yield* files.head(keyOf(member.orgId))
    const { key } = yield* page(member)
    assert.strictEqual(contentType, "application/json")
    assert.strictEqual(metadata["x-content-sha256"], hash("sha256", bytes))
    assert.strictEqual(metadata["x-signing-key-id"], key?.key_id)
    const signature = Buffer.from(metadata["x-signature-ed25519"] ?? "", "base64")
    assert.isTrue(verify(null, bytes, createPublicKey(key?.public_key_pem ?? ""), signature))
  })

  // anchors-13: After a restore the stored file keeps the anchors that the database lost.
  it.effect(
    "after a backup was restored, the file keeps the lost anchors, and later rounds do not erase them",
    function* () {
      const member = yield* withThreeAnchors
      const before = (yield* storedFile(member.orgId)).anchors
      const [lost3, lost2, kept] = before
      if (lost3 === undefined || lost2 === undefined || kept === undefined) return assert.fail("three anchors")
      yield* restore(member.orgId, kept.seq)
      assert.deepInclude(yield* run("audit-anchor-nightly", member.orgId), { published: 1, contradicted: 1 })
      const first = yield* storedFile(member.orgId)
      assert.deepStrictEqual(first.contradicted, [lost3, lost2])
      assert.deepStrictEqual(seqsOf(first.anchors), [kept.seq, kept.seq])
      // The chain grows past the lost entries, with others in their places.
      for (const _ of [1, 2, 3, 4]) {
        yield* hourLater
        yield* record(member, {})
        assert.deepInclude(yield* run("audit-anchor-hourly", member.orgId), { anchored: 1, contradicted: 1 })
      }
      const later = yield* storedFile(member.orgId)
      assert.deepStrictEqual(later.contradicted, [lost3, lost2])
      assert.deepStrictEqual(
        seqsOf(later.anchors),
        [4, 3, 2, 1, 0, 0].map((more) => kept.seq + more)
      )
      // Whoever verifies sees them.
      const [storage] = yield* published(member.orgId)
      assert.deepStrictEqual(storage, { name: "storage", anchors: [...later.anchors, ...later.contradicted] })
      // An operator who knows why removes the file.
      const files = yield* Files
      yield* files.delete(keyOf(member.orgId))
      assert.deepStrictEqual(yield* published(member.orgId), [{ name: "storage", anchors: [] }])
      assert.deepInclude(yield* run("audit-anchor-nightly", member.orgId), { published: 1, contradicted: 0 })
      assert.deepStrictEqual((yield* storedFile(member.orgId)).contradicted, [])
    }
  )

  it.effect(
    "anchors whose entries were rewritten are kept, too; those that the chain holds again are no longer contradicted",
    function* () {
      const member = yield* withThreeAnchors
      const [newest, ...older] = (yield* storedFile(member.orgId)).anchors
      if (newest === undefined) return assert.fail("there is no anchor")
      const { seq } = newest
      const rewrite = (hash: string) =>
        asOwner((sql) =>
          Effect.gen(function* () {
            for (const table of ["audit_entries", "audit_anchors", "audit_heads"]) {
              yield* sql`UPDATE ${sql(table)} SET entry_hash = ${hash} WHERE org_id = ${member.orgId} AND seq = ${seq}`
            }
          })
        )
      yield* rewrite("a".repeat(64))
      yield* run("audit-anchor-nightly", member.orgId)
      const rewritten = yield* storedFile(member.orgId)
      assert.deepStrictEqual(rewritten.contradicted, [newest])
      assert.includeDeepMembers([...rewritten.anchors], older)
      // The right backup comes back, with its signature and all.
      yield* rewrite(newest.entry_hash)
      yield* hourLater
      yield* run("audit-anchor-nightly", member.orgId)
      const healed = yield* storedFile(member.orgId)
      assert.includeDeepMembers([...healed.anchors], [newest, ...older])
      // What was anchored meanwhile contradicts the chain now.
      assert.deepStrictEqual(
        healed.contradicted.map(({ entry_hash }) => entry_hash),
        ["a".repeat(64), "a".repeat(64)]
      )
    }
  )

  it.effect("an anchor that somebody deletes or changes in the database stays in the file as it was", function* () {
    const member = yield* withThreeAnchors
    const [first, second, third] = (yield* storedFile(member.orgId)).anchors
    if (first === undefined || second === undefined || third === undefined) return assert.fail("three anchors")
    yield* asOwner((sql) => sql`DELETE FROM audit_anchors WHERE org_id = ${member.orgId} AND id = ${first.id}`)
    yield* asOwner(
      (sql) => sql`UPDATE audit_anchors SET signature = ${third.signature}
          WHERE org_id = ${member.orgId} AND id = ${second.id}`
    )
    yield* run("audit-anchor-nightly", member.orgId)
    assert.includeDeepMembers([...(yield* storedFile(member.orgId)).anchors], [first, second, third])
  })

  it.effect("anchors whose entries retention purged stay", function* () {
    const member = yield* withThreeAnchors
    const before = (yield* storedFile(member.orgId)).anchors
    yield* asOwner(
      (sql) => sql`DELETE FROM audit_entries WHERE org_id = ${member.orgId} AND seq < ${before[0]?.seq ?? 0}`
    )
    yield* run("audit-anchor-nightly", member.orgId)
    const { anchors, contradicted } = yield* storedFile(member.orgId)
    assert.deepStrictEqual(contradicted, [])
    assert.includeDeepMembers([...anchors], [...before])
  })

  // anchors-14: The stored file holds the 500 newest anchors.
  it.effect("the newest 500", function* () {
    const member = yield* withThreeAnchors
    const [newest] = (yield* storedFile(member.orgId)).anchors
    yield* asOwner(
      (sql) => sql`
          INSERT INTO audit_anchors
            (org_id, id, seq, entry_id, entry_hash, entry_created_at, anchored_at, source, signature, key_id)
          SELECT org_id, gen_random_uuid(), seq, entry_id, entry_hash, entry_created_at,
            anchored_at - n * interval '1 minute', source, signature, key_id
          FROM audit_anchors, generate_series(1, 600) AS n WHERE org_id = ${member.orgId} AND id = ${newest?.id ?? ""}`
    )
    yield* run("audit-anchor-nightly", member.orgId)
    const { anchors } = yield* storedFile(member.orgId)
    assert.lengthOf(anchors, 500)
    assert.strictEqual(anchors[1]?.id, newest?.id)
  })

  it.effect("while the storage fails, anchors are recorded, and the next round stores them", function* () {
    const member = yield* anAdmin()
    const failing = yield* withBrokenStorage(
      Effect.gen(function* () {
        const [witness] = yield* published(member.orgId)
        assert.strictEqual(witness?.name, "storage")
        assert.isTrue(witness !== undefined && "unreachable" in witness && witness.unreachable.length > 10)
        return yield* run("audit-anchor-hourly", member.orgId)
      })
    )
    assert.deepInclude(failing, { anchored: 1, published: 0, unpublished: 1 })
    assert.lengthOf((yield* page(member)).anchors, 1)
    assert.deepInclude(yield* run("audit-anchor-hourly", member.orgId), { anchored: 0, published: 1, unpublished: 0 })
    assert.lengthOf((yield* storedFile(member.orgId)).anchors, 1)
    assert.deepInclude(yield* run("audit-anchor-hourly", member.orgId), { anchored: 0, published: 0, unpublished: 0 })
  })

  // anchors-15: A stored file that cannot be read is reported, and never overwritten.
  it.effect.each(["", "no JSON", "{}", `{"format":"svc-audit-anchor/v1"}`])(
    "what is no file of this service is not overwritten, and said to be unreadable: %s",
    function* (text) {
      const member = yield* withThreeAnchors
      const files = yield* Files
      yield* files.put(keyOf(member.orgId), Buffer.from(text), { contentType: "application/json" })
      assert.deepInclude(yield* run("audit-anchor-nightly", member.orgId), { anchored: 1, unpublished: 1 })
      assert.strictEqual((yield* storedBytes(member.orgId)).toString(), text)
      assert.deepStrictEqual(yield* published(member.orgId), [
        { name: "storage", unreachable: "The anchor file in storage was not written by this service" }
      ])
      yield* files.delete(keyOf(member.orgId))
      assert.deepInclude(yield* run("audit-anchor-hourly", member.orgId), { published: 1, unpublished: 0 })
    }
  )

  it.effect("files that cannot be read hold up no other organisation's", function* () {
    yield* run("audit-anchor-hourly")
    const files = yield* Files
    const spoilt = yield* Effect.all(Array.from({ length: 8 }, () => anAdmin()))
    for (const { orgId } of spoilt) {
      yield* files.put(keyOf(orgId), Buffer.from("spoilt"), { contentType: "application/json" })
    }
    yield* anAdmin()
    assert.deepInclude(yield* run("audit-anchor-hourly"), { anchored: 9, published: 1, unpublished: 8 })
    yield* Effect.forEach(spoilt, ({ orgId }) => files.delete(keyOf(orgId)))
    assert.deepInclude(yield* run("audit-anchor-hourly"), { published: 8, unpublished: 0 })
  })

  it.effect("rounds that overlap drop no anchor", function* () {
    const member = yield* anAdmin()
    const rounds = Array.from({ length: 6 }, () => run("audit-anchor-nightly", member.orgId))
    yield* Effect.all(rounds, { concurrency: "unbounded" })
    const { anchors } = yield* storedFile(member.orgId)
    assert.lengthOf(anchors, 6)
    const ids = (items: ReadonlyArray<{ readonly id: string }>) => items.map(({ id }) => id)
    assert.sameMembers(ids(anchors), ids((yield* page(member)).anchors))
  })

  it.effect("the file goes with its organisation", function* () {
    const member = yield* withThreeAnchors
    const system = yield* SystemSql
    const jobs = yield* Jobs
    const now = DateTime.toDateUtc(yield* DateTime.now)
    yield* system`UPDATE organisations SET deletion_scheduled_at = ${now} WHERE id = ${member.orgId}`
    assert.deepStrictEqual(yield* jobs.run("org-deletion", member.orgId), { deleted: 1 })
    assert.deepStrictEqual(yield* published(member.orgId), [{ name: "storage", anchors: [] }])
    yield* run("audit-anchor-nightly")
    assert.deepStrictEqual(yield* published(member.orgId), [{ name: "storage", anchors: [] }])
  })
})

layer(AppWithoutStorage)("anchors without a storage", (it) => {
  it.effect("STORAGE_URL=none: nothing is published, and nothing fails", function* () {
    const member = yield* anAdmin()
    assert.deepStrictEqual(yield* run("audit-anchor-hourly", member.orgId), {
      anchored: 1,
      failed: 0,
      published: 0,
      contradicted: 0,
      unpublished: 0,
      witnessed: 0,
      unwitnessed: 0
    })
    assert.lengthOf((yield* page(member)).anchors, 1)
    assert.deepStrictEqual(yield* published(member.orgId), [])
  })
})
