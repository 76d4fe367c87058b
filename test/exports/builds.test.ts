import { assert, layer } from "#test/support/suite"
import { DateTime, Effect, Fiber, FileSystem, Latch, Schedule, Stream } from "effect"
import { TestClock } from "effect/testing"
import { catalogue, ExportCatalogue } from "#exports/catalogue"
import { SnapshotRepo } from "#exports/snapshot-repo"
import { AppConfig } from "#platform/config/config"
import { start } from "#test/support/TestApp"
import { aMember, anAdmin } from "#test/support/people"
import { asOwner } from "#test/support/tables"
import { as, withStatus } from "#test/support/requests"
import { entriesOf, mailsTo } from "#test/support/log"
import { AppWithFolder, build, expire, newest, path, requested, storedZip } from "./support.ts"

/** Where a folder storage keeps the exports. */
const exportsFolder = Effect.map(AppConfig, ({ dataDir }) => `${dataDir}/files/org-exports`)

const filesOf = (orgId: string) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const folder = `${yield* exportsFolder}/${orgId}`
    return (yield* fs.exists(folder)) ? yield* fs.readDirectory(folder) : []
  })

/** While the effect runs, the storage takes nothing. */
const withBrokenStorage = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const folder = yield* exportsFolder
      yield* fs.makeDirectory(folder, { recursive: true })
      yield* fs.rename(folder, `${folder}-away`)
      yield* fs.writeFileString(folder, "in the way")
    }),
    () => effect,
    () =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const folder = yield* exportsFolder
        yield* fs.remove(folder)
        yield* fs.rename(`${folder}-away`, folder)
      }).pipe(Effect.orDie)
  )

const gate = 4711

/** A build that stops before its first record while the gate is held. */
const gated = Effect.provideService(ExportCatalogue, {
  ...catalogue,
  records: catalogue.records.map((source) =>
    source.type === "organisation"
      ? { ...source, fields: { id: "t.id", waited: `pg_advisory_xact_lock_shared(${gate})::text` } }
      : source
  )
})

const rowOf = (id: string) =>
  asOwner(
    (sql) => sql<{ status: string; claims: number; leased_by: string | null }>`
      SELECT status, claims, leased_by FROM organisation_exports WHERE id = ${id}`
  )

const untilRunning = (id: string) =>
  Effect.flatMap(rowOf(id), ([row]) => (row?.status === "running" ? Effect.void : Effect.fail("not yet"))).pipe(
    Effect.retry(Schedule.spaced("20 millis")),
    TestClock.withLive
  )

/** A build that is under way and stands still until it is let on, so that something can happen meanwhile. */
const aBuildHeldUp = Effect.fnUntraced(function* (id: string) {
  const [held, done] = [yield* Latch.make(), yield* Latch.make()]
  const holding = yield* Effect.forkChild(
    asOwner((sql) =>
      sql`SELECT pg_advisory_xact_lock(${gate})`.pipe(Effect.andThen(held.open), Effect.andThen(done.await))
    )
  )
  yield* held.await
  const building = yield* Effect.forkChild(gated(build))
  yield* untilRunning(id)
  return { building, letOn: Effect.andThen(done.open, Fiber.join(holding)) }
})

layer(AppWithFolder)("the job org-exports", (it) => {
  // organisation-exports-13: Whoever asked for it is mailed when it is ready or has failed.
  it.effect("builds what was requested, once, and mails whoever requested it", function* () {
    const member = yield* anAdmin()
    const other = yield* aMember(member.orgId)
    const { id } = yield* requested(member)
    assert.deepStrictEqual(yield* build, { ready: 1, put_off: 0, failed: 0 })
    assert.deepStrictEqual(yield* build, { ready: 0, put_off: 0, failed: 0 })
    const now = yield* DateTime.now
    assert.deepInclude(yield* newest(member), {
      id,
      status: "ready",
      completed_at: now,
      expires_at: DateTime.add(now, { days: 7 }),
      download_available: true
    })
    const [mail, ...more] = yield* mailsTo(member.email)
    assert.lengthOf(more, 0)
    assert.strictEqual(mail?.subject, "Your data export is ready")
    assert.include(mail?.text, "by Mar 9, 2026 (UTC)")
    assert.include(mail?.html, "http://svc.test/settings/export")
    assert.lengthOf(yield* mailsTo(other.email), 0)
  })

  // organisation-exports-13
  // organisation-exports-23: A failed build is retried after 30 seconds and after 2 minutes, then the export has
  //   failed.
  it.effect("tries three times, after 30 seconds and 2 minutes; then it has failed and says so, by mail too", () =>
    Effect.gen(function* () {
      const member = yield* anAdmin()
      const { id } = yield* requested(member)
      yield* withBrokenStorage(
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* build, { ready: 0, put_off: 1, failed: 0 })
          assert.deepInclude(yield* newest(member), { status: "queued", error: null })
          yield* TestClock.adjust("29 seconds")
          assert.deepStrictEqual(yield* build, { ready: 0, put_off: 0, failed: 0 })
          yield* TestClock.adjust("1 second")
          assert.deepStrictEqual(yield* build, { ready: 0, put_off: 1, failed: 0 })
          yield* TestClock.adjust("2 minutes")
          assert.lengthOf(yield* mailsTo(member.email), 0)
          assert.deepStrictEqual(yield* build, { ready: 0, put_off: 0, failed: 1 })
        })
      )
      const failed = yield* newest(member)
      assert.deepInclude(failed, {
        status: "failed",
        error: "The export could not be built. Request a new one. If that fails too, contact support",
        size_bytes: null,
        expires_at: null,
        download_available: false
      })
      const { body } = yield* withStatus(409, as(member).get(`${path}/${id}/download`))
      assert.deepInclude(body, { code: "export_failed" })
      const [mail, ...more] = yield* mailsTo(member.email)
      assert.lengthOf(more, 0)
      assert.strictEqual(mail?.subject, "Your data export failed")
      assert.strictEqual((yield* as(member).post(path)).status, 202)
      assert.deepStrictEqual(yield* build, { ready: 1, put_off: 0, failed: 0 })
    }).pipe(Effect.ensuring(TestClock.setTime(start.epochMilliseconds)))
  )

  it.effect("a try that failed is followed by one that does not: ready, with nothing left of the first", () =>
    Effect.gen(function* () {
      const member = yield* anAdmin()
      const { id } = yield* requested(member)
      yield* withBrokenStorage(build)
      yield* TestClock.adjust("30 seconds")
      assert.deepStrictEqual(yield* build, { ready: 1, put_off: 0, failed: 0 })
      assert.isAbove((yield* storedZip(member, id, 2)).zip.length, 0)
      assert.lengthOf(yield* filesOf(member.orgId), 2)
    }).pipe(Effect.ensuring(TestClock.setTime(start.epochMilliseconds)))
  )

  it.effect(
    "the requester's account is deleted meanwhile: ready, by `Deleted user`, and nobody is mailed",
    function* () {
      const member = yield* anAdmin()
      const other = yield* aMember(member.orgId)
      yield* requested(member)
      yield* asOwner((sql) =>
        Effect.andThen(
          sql`SET LOCAL session_replication_role = origin`,
          sql`DELETE FROM users WHERE id = ${member.userId}`
        )
      )
      assert.deepStrictEqual(yield* build, { ready: 1, put_off: 0, failed: 0 })
      assert.deepInclude(yield* newest(other), { status: "ready", requested_by_name: "Deleted user" })
      assert.lengthOf(yield* mailsTo(member.email), 0)
    }
  )

  // organisation-exports-26: A requester who is no longer a member gets no email.
  it.effect("the requester is no member any more: nobody is mailed", function* () {
    const member = yield* anAdmin()
    const other = yield* aMember(member.orgId)
    yield* requested(member)
    yield* asOwner((sql) => sql`DELETE FROM memberships WHERE user_id = ${member.userId}`)
    yield* build
    assert.deepInclude(yield* newest(other), { status: "ready", requested_by_name: "The admin" })
    assert.lengthOf(yield* mailsTo(member.email), 0)
  })

  // organisation-exports-25: A deleted organization leaves no export file.
  it.effect("an organisation that is deleted while its export is built, or after it, leaves no file", function* () {
    const [during, after] = [yield* anAdmin(), yield* anAdmin()]
    yield* expire
    yield* requested(after)
    yield* build
    assert.lengthOf(yield* filesOf(after.orgId), 2)
    const { id } = yield* requested(during)
    const { building, letOn } = yield* aBuildHeldUp(id)
    yield* asOwner((sql) =>
      Effect.gen(function* () {
        yield* sql`SET LOCAL session_replication_role = origin`
        yield* sql`UPDATE organisations SET deletion_started_at = now() WHERE id = ANY(${[during.orgId, after.orgId]}::uuid[])`
        yield* sql`DELETE FROM organisations WHERE id = ANY(${[during.orgId, after.orgId]}::uuid[])`
      })
    )
    yield* letOn
    assert.deepStrictEqual(yield* Fiber.join(building), { ready: 0, put_off: 0, failed: 0 })
    assert.deepStrictEqual(yield* expire, { expired: 0, deleted: 2 })
    assert.deepStrictEqual([...(yield* filesOf(during.orgId)), ...(yield* filesOf(after.orgId))], [])
  })

  it.effect("a worker that lost its export to another one settles nothing and leaves no file", () =>
    Effect.gen(function* () {
      const member = yield* anAdmin()
      const { id } = yield* requested(member)
      const { building, letOn } = yield* aBuildHeldUp(id)
      yield* asOwner(
        (sql) => sql`UPDATE organisation_exports SET leased_by = gen_random_uuid(), claims = 2 WHERE id = ${id}`
      )
      yield* letOn
      assert.deepStrictEqual(yield* Fiber.join(building), { ready: 0, put_off: 0, failed: 0 })
      assert.deepInclude(yield* newest(member), { status: "running" })
      assert.deepStrictEqual(yield* expire, { expired: 0, deleted: 1 })
      assert.deepStrictEqual(yield* filesOf(member.orgId), [])
      // The other one is never heard of again: its lease ends, and the next builds it.
      yield* TestClock.adjust("21 seconds")
      assert.deepStrictEqual(yield* build, { ready: 1, put_off: 0, failed: 0 })
      assert.isAbove((yield* storedZip(member, id, 3)).zip.length, 0)
    }).pipe(Effect.ensuring(TestClock.setTime(start.epochMilliseconds)))
  )

  it.effect("queued, running, ready, expired: one status after the other, and a download only while it is ready", () =>
    Effect.gen(function* () {
      const member = yield* anAdmin()
      const { id } = yield* requested(member)
      const seen = Effect.gen(function* () {
        const { download_available, status } = yield* newest(member)
        return [status, download_available, (yield* as(member).get(`${path}/${id}/download`)).status]
      })
      assert.deepStrictEqual(yield* seen, ["queued", false, 409])
      const { building, letOn } = yield* aBuildHeldUp(id)
      assert.deepStrictEqual(yield* seen, ["running", false, 409])
      yield* letOn
      yield* Fiber.join(building)
      assert.deepStrictEqual(yield* seen, ["ready", true, 200])
      yield* TestClock.adjust("7 days")
      assert.deepStrictEqual(yield* seen, ["expired", false, 409])
    }).pipe(Effect.ensuring(TestClock.setTime(start.epochMilliseconds)))
  )

  it.effect("a process that stops gives its export back at once, and nothing half is to be seen", function* () {
    const member = yield* anAdmin()
    const { id } = yield* requested(member)
    const { building, letOn } = yield* aBuildHeldUp(id)
    const stopping = yield* Effect.forkChild(Fiber.interrupt(building))
    yield* letOn
    yield* Fiber.join(stopping)
    assert.deepStrictEqual(yield* rowOf(id), [{ status: "queued", claims: 1, leased_by: null }])
    assert.deepStrictEqual(yield* filesOf(member.orgId), [])
    assert.deepStrictEqual(yield* build, { ready: 1, put_off: 0, failed: 0 })
  })

  // organisation-exports-24: An export whose process died ten times has failed.
  it.effect("one that takes its process along again and again is given up after ten", function* () {
    const member = yield* anAdmin()
    const { id } = yield* requested(member)
    yield* asOwner(
      (sql) => sql`
          UPDATE organisation_exports SET status = 'running', claims = 10, leased_until = '2026-03-01' WHERE id = ${id}`
    )
    assert.deepStrictEqual(yield* build, { ready: 0, put_off: 0, failed: 1 })
    assert.deepInclude(yield* newest(member), { status: "failed" })
  })

  it.effect("one whose end cannot be recorded is not built for ever", () =>
    Effect.gen(function* () {
      const member = yield* anAdmin()
      yield* requested(member)
      // Without its head the chain takes no further entry.
      yield* asOwner((sql) => sql`DELETE FROM audit_heads WHERE org_id = ${member.orgId}`)
      assert.deepStrictEqual(yield* build, { ready: 0, put_off: 1, failed: 0 })
      yield* TestClock.adjust("30 seconds")
      assert.deepStrictEqual(yield* build, { ready: 0, put_off: 1, failed: 0 })
      yield* TestClock.adjust("2 minutes")
      assert.deepStrictEqual(yield* build, { ready: 0, put_off: 0, failed: 1 })
      assert.deepInclude(yield* newest(member), { status: "failed" })
      yield* expire
      assert.deepStrictEqual(yield* filesOf(member.orgId), [])
    }).pipe(Effect.ensuring(TestClock.setTime(start.epochMilliseconds)))
  )

  // organisation-exports-12: It is as the organisation was at one moment.
  it.effect("reads everything as it was at one moment", () =>
    Effect.gen(function* () {
      const member = yield* anAdmin()
      const snapshots = yield* SnapshotRepo
      const source = { type: "members", table: "memberships" }
      const { records } = yield* snapshots.open(member.orgId, ["memberships"])
      const read = Effect.map(
        Effect.suspend(() => Stream.runCollect(records(source))),
        (pages) => pages.flat().length
      )
      assert.strictEqual(yield* read, 1)
      yield* aMember(member.orgId)
      assert.strictEqual(yield* read, 1)
    }).pipe(Effect.scoped, Effect.provide(SnapshotRepo.layer))
  )
})

layer(AppWithFolder)("the job org-export-expiry", (it) => {
  // organisation-exports-14: It is deleted 7 days after it was ready.
  it.effect("deletes an export 7 days after it was ready, and audits that", () =>
    Effect.gen(function* () {
      const member = yield* anAdmin()
      yield* requested(member)
      yield* build
      yield* TestClock.adjust({ days: 6, hours: 23, minutes: 59, seconds: 59 })
      assert.deepStrictEqual(yield* expire, { expired: 0, deleted: 0 })
      assert.lengthOf(yield* filesOf(member.orgId), 2)
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* expire, { expired: 1, deleted: 1 })
      assert.deepStrictEqual(yield* filesOf(member.orgId), [])
      assert.deepInclude(yield* newest(member), { status: "expired", download_available: false })
      assert.deepStrictEqual(yield* expire, { expired: 0, deleted: 0 })
      const entries = yield* entriesOf(member.orgId, { action: "org_export_expired" })
      assert.lengthOf(entries, 1)
    }).pipe(Effect.ensuring(TestClock.setTime(start.epochMilliseconds)))
  )

  // organisation-exports-27: A file that the storage did not delete is deleted by a later run.
  it.effect("what the storage did not delete is deleted the next time", () =>
    Effect.gen(function* () {
      const member = yield* anAdmin()
      yield* requested(member)
      yield* build
      yield* TestClock.adjust("7 days")
      assert.deepStrictEqual(yield* withBrokenStorage(expire), { expired: 1, deleted: 0 })
      assert.lengthOf(yield* filesOf(member.orgId), 2)
      assert.deepStrictEqual(yield* expire, { expired: 0, deleted: 1 })
      assert.deepStrictEqual(yield* filesOf(member.orgId), [])
    }).pipe(Effect.ensuring(TestClock.setTime(start.epochMilliseconds)))
  )
})
