import { assert, layer } from "#test/support/suite"
import { Deferred, Effect, Fiber } from "effect"
import { AuditArchives } from "#audit/archives/service"
import { Files } from "#platform/files/files"
import type { DatabaseAddress } from "#test/support/database"
import { record } from "#test/support/audit-surface"
import { aMember, asCaller, asSystemCaller, aSuperAdmin, type Member } from "#test/support/people"
import { asOwner } from "#test/support/tables"
import { as } from "#test/support/requests"
import { layerOfFile } from "#test/support/layer-of-file"
import {
  AppWithFolder,
  AppWithRefusingFolder,
  archived,
  isStored,
  listedArchives,
  meanwhile,
  refuses,
  runJob,
  storedFile
} from "./support.ts"

const leftovers = (member: Member) =>
  asOwner(
    (sql) => sql<{ storage_key: string }>`
      SELECT storage_key FROM audit_archive_leftovers WHERE of_org = ${member.orgId}`
  ).pipe(Effect.map((rows) => rows.map(({ storage_key }) => storage_key)))

/** The numbers of all entries in all archives, oldest first. */
const archivedSeqs = Effect.fnUntraced(function* (member: Member) {
  const files = yield* Effect.forEach((yield* listedArchives(member)).toReversed(), ({ object_name }) =>
    storedFile(object_name)
  )
  return files.flatMap(({ file }) => file.entries.map(({ seq }) => seq))
})

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

layer(AppWithFolder)("archives at once", (it) => {
  // archives-4: Where nothing is new it answers `{ skipped: true, reason: "nothing_new" }`, and writes no file; the
  //   archive's own entry is nothing new.
  it.effect("two administrators and the nightly job: one archives, the others find nothing new", function* () {
    const member = yield* aSuperAdmin()
    const second = yield* aMember(member.orgId)
    for (let entry = 0; entry < 20; entry++) yield* record(member, {})
    const answers = yield* Effect.all(
      [
        as(member).post("/api/audit-log/archive"),
        as(second).post("/api/audit-log/archive"),
        runJob("audit-archive-nightly", member)
      ],
      { concurrency: "unbounded" }
    )
    assert.strictEqual(answers[0].status, 200)
    assert.strictEqual(answers[1].status, 200)
    const [only, ...others] = yield* listedArchives(member)
    assert.deepStrictEqual(others, [])
    assert.strictEqual(only?.row_count, 21)
    assert.deepStrictEqual(yield* archivedSeqs(member), upTo(21))
  })

  it.effect("entries written meanwhile are in this archive or in the next, once", function* () {
    const member = yield* aSuperAdmin()
    const archives = yield* AuditArchives
    const writing = yield* Effect.forkChild(
      Effect.forEach(upTo(60), () => record(member, {}), { concurrency: 4, discard: true })
    )
    for (let round = 0; round < 5; round++) {
      yield* archives.create({ isAuto: true }).pipe(asSystemCaller(member.orgId))
    }
    yield* Fiber.join(writing)
    yield* record(member, {})
    yield* archives.create({ isAuto: true }).pipe(asSystemCaller(member.orgId))
    const seqs = yield* archivedSeqs(member)
    assert.deepStrictEqual(seqs, upTo(seqs.length))
    assert.isAtLeast(seqs.length, 62)
  })
})

const withAppWithRefusingFolder = layerOfFile(AppWithRefusingFolder)

withAppWithRefusingFolder("an archive that was cut off", (it) => {
  // archives-14: An interrupted archive is written again by the next run, and its orphaned file is deleted.
  it.effect("after its file was stored: the next run redoes it, and the file that nobody knows goes", function* () {
    const member = yield* aSuperAdmin()
    const archives = yield* AuditArchives
    const stored = yield* Deferred.make<void>()
    meanwhile.stored = Effect.andThen(Deferred.succeed(stored, undefined), Effect.never)
    const run = yield* Effect.forkChild(archives.create({ isAuto: false }).pipe(asCaller(member)))
    yield* Deferred.await(stored)
    yield* Fiber.interrupt(run)
    meanwhile.stored = Effect.void
    const [orphan = ""] = yield* leftovers(member)
    assert.isTrue(yield* isStored(orphan))
    assert.deepStrictEqual(yield* listedArchives(member), [])
    yield* record(member, {})
    const made = yield* archived(member)
    assert.isFalse(yield* isStored(orphan))
    assert.notStrictEqual(made.object_name, orphan)
    assert.isTrue(yield* isStored(made.object_name))
    assert.deepStrictEqual(yield* leftovers(member), [])
    assert.deepStrictEqual(yield* archivedSeqs(member), [1, 2])
  })

  it.status(503, "whoever lost the lock makes no archive of a file that the next one gave up", function* () {
    const member = yield* aSuperAdmin()
    meanwhile.stored = Effect.orDie(
      asOwner((sql) => sql`UPDATE audit_archive_leftovers SET doomed = true WHERE of_org = ${member.orgId}`)
    ).pipe(Effect.provide(yield* Effect.context<DatabaseAddress>()))
    const { body, status } = yield* as(member).post("/api/audit-log/archive")
    meanwhile.stored = Effect.void
    assert.strictEqual(status, 503)
    assert.deepInclude(body, { code: "archive_not_written" })
    assert.deepStrictEqual(yield* listedArchives(member), [])
    yield* archived(member)
    assert.deepStrictEqual(yield* archivedSeqs(member), [1])
    assert.deepStrictEqual(yield* leftovers(member), [])
  })

  it.effect("its file goes with archive-expiry, too, where no next run comes", function* () {
    const member = yield* aSuperAdmin()
    const files = yield* Files
    const orphan = `audit-logs/${member.orgId}/orphan.json`
    yield* files.put(orphan, Buffer.from("{}"), { contentType: "application/json" })
    yield* asOwner((sql) => sql`INSERT INTO audit_archive_leftovers VALUES (${orphan}, ${member.orgId}, false)`)
    assert.deepStrictEqual(yield* runJob("archive-expiry", member), { expired: 0, deleted: 1 })
    assert.isFalse(yield* isStored(orphan))
    assert.deepStrictEqual(yield* leftovers(member), [])
  })

  it.effect(
    "whoever can write to the database has the service delete nothing but archives of that organisation",
    function* () {
      const member = yield* aSuperAdmin()
      const other = yield* aSuperAdmin()
      const files = yield* Files
      const keys = [`audit-anchors/${member.orgId}/anchors.json`, `audit-logs/${other.orgId}/archive.json`]
      for (const key of keys) {
        yield* files.put(key, Buffer.from("{}"), { contentType: "application/json" })
        yield* asOwner((sql) => sql`INSERT INTO audit_archive_leftovers VALUES (${key}, ${member.orgId}, true)`)
        yield* asOwner((sql) => sql`INSERT INTO export_leftovers VALUES (${key})`)
      }
      yield* runJob("archive-expiry", member)
      yield* runJob("org-export-expiry", member)
      for (const key of keys) assert.isTrue(yield* isStored(key))
      yield* asOwner((sql) => sql`DELETE FROM audit_archive_leftovers WHERE of_org = ${member.orgId}`)
    }
  )
})

withAppWithRefusingFolder("the nightly archives", (it) => {
  it.effect("one organisation whose archive fails holds up no other; the next night makes up for it", function* () {
    const broken = yield* aSuperAdmin()
    const sound = yield* aSuperAdmin()
    // Its chain names a head that is not there, and no archive can be recorded in it.
    yield* asOwner((sql) => sql`DELETE FROM audit_heads WHERE org_id = ${broken.orgId}`)
    const figures = yield* runJob("audit-archive-nightly")
    assert.deepInclude(figures, { failed: 1 })
    assert.lengthOf(yield* listedArchives(sound), 1)
    yield* asOwner(
      (sql) => sql`
          INSERT INTO audit_heads SELECT org_id, seq, prev_hash, entry_hash FROM audit_entries
          WHERE org_id = ${broken.orgId} ORDER BY seq DESC LIMIT 1`
    )
    assert.deepInclude(yield* runJob("audit-archive-nightly"), { archived: 1, failed: 0 })
    assert.deepStrictEqual(yield* archivedSeqs(broken), [1])
  })

  // archives-8: Archives are also made every night, where the plan has them.
  it.effect("skip organisations without the feature, and without anything new", function* () {
    const starter = yield* aSuperAdmin({ plan: "starter" })
    const team = yield* aSuperAdmin({ plan: "team" })
    assert.deepStrictEqual(yield* runJob("audit-archive-nightly", starter), { archived: 0, skipped: 0, failed: 0 })
    assert.deepStrictEqual(yield* runJob("audit-archive-nightly", team), { archived: 1, skipped: 0, failed: 0 })
    assert.deepStrictEqual(yield* runJob("audit-archive-nightly", team), { archived: 0, skipped: 1, failed: 0 })
  })

  it.effect("a file that cannot be deleted is tried again", function* () {
    const member = yield* aSuperAdmin()
    yield* asOwner(
      (sql) =>
        sql`INSERT INTO audit_archive_leftovers VALUES (${`audit-logs/${member.orgId}/x.json`}, ${member.orgId}, true)`
    )
    refuses.delete = true
    assert.deepStrictEqual(yield* runJob("archive-expiry", member), { expired: 0, deleted: 0 })
    refuses.delete = false
    assert.deepStrictEqual(yield* runJob("archive-expiry", member), { expired: 0, deleted: 1 })
  })
})
