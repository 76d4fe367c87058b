import { assert, layer } from "#test/support/suite"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { record } from "#test/support/audit-surface"
import { aCase } from "#test/support/cases"
import { aSuperAdmin, type Member } from "#test/support/people"
import { as } from "#test/support/requests"
import { asOwner } from "#test/support/tables"
import { entriesOf } from "#test/support/log"
import { AppWithRefusingFolder, archived, isStored, listedArchives, refuses, runJob } from "./support.ts"

/** As the route of the legal hold will write it. */
const setHold = (member: Member, held: boolean, releasedAt: DateTime.Utc | null) =>
  asOwner(
    (sql) => sql`
      UPDATE offboardings SET legal_hold = ${held},
        legal_hold_released_at = ${releasedAt === null ? null : DateTime.toDateUtc(releasedAt)}::timestamptz
      WHERE org_id = ${member.orgId}`
  )

const expired = (member: Member) =>
  Effect.map(entriesOf(member.orgId, { action: "audit_archive_expired" }), (entries) =>
    entries.map(({ details }) => details)
  )

layer(AppWithRefusingFolder)("archive-expiry", (it) => {
  // retention-7: An archive goes after its period, unless a case of the organisation is under legal hold.
  it.effect("deletes an archive after its period, with an entry that tells of it, and none before", function* () {
    const member = yield* aSuperAdmin()
    yield* as(member).put("/api/audit-log/archive-retention", { audit_archive_retention_days: 365 })
    const made = yield* archived(member)
    yield* TestClock.adjust("364 days")
    yield* record(member, {})
    const later = yield* archived(member)
    assert.deepStrictEqual(yield* runJob("archive-expiry", member), { expired: 0, deleted: 0 })
    yield* TestClock.adjust("1 day")
    assert.deepStrictEqual(yield* runJob("archive-expiry", member), { expired: 1, deleted: 1 })
    assert.deepStrictEqual(
      (yield* listedArchives(member)).map(({ id }) => id),
      [later.id]
    )
    assert.isFalse(yield* isStored(made.object_name))
    assert.isTrue(yield* isStored(later.object_name))
    assert.deepStrictEqual(yield* expired(member), [
      `id: ${made.id}, object: ${made.object_name}, entries: 2, sha256: ${made.sha256}`
    ])
    // What an archive held is not archived again when it is gone.
    const next = yield* archived(member)
    assert.isTrue(DateTime.isGreaterThanOrEqualTo(next.from_ts, later.to_ts))
  })

  // retention-7
  it.effect(
    "keeps everything while a case of the organisation is under legal hold, and for 7 days after its release",
    function* () {
      const member = yield* aSuperAdmin()
      yield* aCase(member)
      const made = yield* archived(member)
      yield* TestClock.adjust("3000 days")
      yield* setHold(member, true, null)
      assert.deepStrictEqual(yield* runJob("archive-expiry", member), { expired: 0, deleted: 0 })
      yield* setHold(member, false, yield* DateTime.now)
      yield* TestClock.adjust("167 hours")
      assert.deepStrictEqual(yield* runJob("archive-expiry", member), { expired: 0, deleted: 0 })
      assert.isTrue(yield* isStored(made.object_name))
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(yield* runJob("archive-expiry", member), { expired: 1, deleted: 1 })
      assert.isFalse(yield* isStored(made.object_name))
    }
  )

  // retention-6
  it.effect("a new period applies to archives written from then on: those written before keep theirs", function* () {
    const member = yield* aSuperAdmin()
    yield* as(member).put("/api/audit-log/archive-retention", { audit_archive_retention_days: 1000 })
    const before = yield* archived(member)
    yield* as(member).put("/api/audit-log/archive-retention", { audit_archive_retention_days: 365 })
    const after = yield* archived(member)
    assert.deepStrictEqual([before.retention_days, after.retention_days], [1000, 365])
    yield* TestClock.adjust("365 days")
    assert.deepStrictEqual(yield* runJob("archive-expiry", member), { expired: 1, deleted: 1 })
    assert.deepStrictEqual(
      (yield* listedArchives(member)).map(({ id }) => id),
      [before.id]
    )
    yield* TestClock.adjust("635 days")
    assert.deepStrictEqual(yield* runJob("archive-expiry", member), { expired: 1, deleted: 1 })
  })

  // archives-11: `expires_at` is null for archives from before there was a period.
  it.effect("expires_at is null for an archive written before archive retention existed, which is kept", function* () {
    const member = yield* aSuperAdmin()
    const made = yield* archived(member)
    yield* asOwner(
      (sql) => sql`
          UPDATE audit_archives SET retention_days = NULL, expires_at = NULL WHERE org_id = ${member.orgId}`
    )
    yield* TestClock.adjust("3000 days")
    assert.deepStrictEqual(yield* runJob("archive-expiry", member), { expired: 0, deleted: 0 })
    const [listed] = yield* listedArchives(member)
    assert.deepInclude({ ...listed }, { id: made.id, retention_days: null, expires_at: null })
    assert.isTrue(yield* isStored(made.object_name))
  })

  it.effect("a hold of another organisation keeps nothing here", function* () {
    const held = yield* aSuperAdmin()
    yield* aCase(held)
    yield* setHold(held, true, null)
    const member = yield* aSuperAdmin()
    yield* archived(member)
    yield* TestClock.adjust("3000 days")
    assert.deepStrictEqual(yield* runJob("archive-expiry", member), { expired: 1, deleted: 1 })
  })

  // archives-15: An expired archive leaves the list even if the storage refuses; its file is deleted later.
  it.effect("a storage that refuses is asked again; the archive is gone from the list all the same", function* () {
    const member = yield* aSuperAdmin()
    const made = yield* archived(member)
    yield* TestClock.adjust("3000 days")
    refuses.delete = true
    assert.deepStrictEqual(yield* runJob("archive-expiry", member), { expired: 1, deleted: 0 })
    refuses.delete = false
    assert.deepStrictEqual(yield* listedArchives(member), [])
    assert.isTrue(yield* isStored(made.object_name))
    assert.deepStrictEqual(yield* runJob("archive-expiry", member), { expired: 0, deleted: 1 })
    assert.isFalse(yield* isStored(made.object_name))
    assert.lengthOf(yield* expired(member), 1)
  })
})
