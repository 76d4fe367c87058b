import { assert, layer } from "#test/support/suite"
import { Effect, FileSystem, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { readHeld, releaseHold } from "#operations/backup/queued-repo"
import { openPlace } from "#operations/backup/places"
import { Outbox } from "#outgoing/outbox/service"
import { openCopySession } from "#platform/database/copy-session"
import { Files } from "#platform/files/files"
import { deliver, anEndpoint } from "#test/outgoing/webhooks/support"
import { aLeaver, anOffboarding, erase, runJob } from "#test/erasure/support"
import { appWithStorage, inFolder } from "#test/support/app-with-storage"
import { emptyDatabase } from "#test/support/database"
import { aKey } from "#test/support/people"
import { aPlainReceiver } from "#test/support/plain-receiver"
import { as, withStatus } from "#test/support/requests"
import { aServiceProcess } from "#test/support/service-process"
import { aBackup, inDatabase, restoreInto } from "./support.ts"

const App = appWithStorage(inFolder)

layer(App)("a backup that is restored elsewhere", (it) => {
  // backup-7: After a restore no job runs before the release, also in another process; who was erased since stays
  //   erased, chains verify, and nothing is sent twice.
  it.effect(
    "who was erased since stays erased, chains verify, and nothing is sent twice",
    function* () {
      const fs = yield* FileSystem.FileSystem
      const folder = yield* fs.makeTempDirectoryScoped({ prefix: "svc-restore-" })
      const receiver = yield* aPlainReceiver()
      const { member, person } = yield* aLeaver
      const key = yield* aKey(member)
      yield* anEndpoint(member, receiver.url)
      const first = yield* anOffboarding(member, {
        employee_name: "Alan Turing",
        employee_email: "alan.turing@acme.test"
      })
      const outbox = yield* Outbox
      yield* Effect.repeat(outbox.dispatch(member.orgId), { until: (dispatched) => dispatched === 0 })
      yield* withStatus(200, as(member).get("/api/audit-log?limit=1"))

      const { backup, manifest } = yield* aBackup({ _tag: "Folder", path: `${folder}/backups` })
      assert.isAbove(manifest.tables.find(({ name }) => name === "webhook_deliveries")?.rows ?? 0, 0)

      // What happens between the backup and the loss.
      yield* deliver(member)
      const sent = receiver.received.length
      assert.isAbove(sent, 0)
      yield* erase(member, person.id)
      yield* runJob("audit-erasure-ledger", member)

      const url = yield* emptyDatabase
      const target = yield* openPlace({ _tag: "Folder", path: `${folder}/files` })
      const restored = yield* restoreInto(url, target, {
        backup,
        ledger: { _tag: "Elsewhere", files: yield* Files, prefix: "" }
      })
      assert.deepInclude(restored, { erased_again: 1 })
      assert.deepInclude(restored.chains, { ok: manifest.organisations.length, behind: 0 })

      const kept = yield* inDatabase(
        url,
        (sql) => sql<{ readonly named: string; readonly keys: number; readonly sessions: number }>`
            SELECT (SELECT full_name FROM org_employees WHERE id = ${person.id}) AS named,
              (SELECT count(*)::int FROM audit_person_keys WHERE wrapped_key IS NOT NULL AND id = ${person.person_key_id}) AS keys,
              (SELECT count(*)::int FROM sessions WHERE revoked_at IS NULL) AS sessions`
      )
      assert.deepStrictEqual(kept, [{ named: "[erased]", keys: 0, sessions: 0 }])

      const service = yield* TestClock.withLive(
        aServiceProcess({ DATABASE_URL: Redacted.value(url), STORAGE_URL: `file:${folder}/files` })
      )
      const ready = yield* Effect.promise(() => fetch(`${service.baseUrl}/health/ready`))
      assert.strictEqual(ready.status, 200)
      assert.isNotNull(ready.headers.get("x-jobs-held"))
      assert.deepStrictEqual(yield* Effect.promise(() => ready.json()), { status: "ok" })

      const session = yield* openCopySession({ url })
      const held = yield* Effect.flatMap(TestClock.withLive(readHeld(session)), Effect.fromOption)
      assert.strictEqual(held.backup, manifest.id)
      assert.include(service.log(), "no job runs and nothing is sent")
      assert.isAbove(held.queues["webhooks"] ?? 0, 0)
      assert.lengthOf(receiver.received, sent)
      yield* TestClock.withLive(releaseHold(session, "discarded"))

      // Older deliveries would go first, so that what comes now is all that comes.
      const created = yield* Effect.promise(() =>
        fetch(`${service.baseUrl}/api/v1/offboardings`, {
          method: "POST",
          headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
          body: JSON.stringify({
            employee_name: "Grace Hopper",
            employee_email: "grace.hopper@acme.test",
            exit_date: "2027-04-30"
          })
        })
      )
      assert.strictEqual(created.status, 201)
      yield* receiver.until(sent + 1)
      const since = receiver.received.slice(sent)
      assert.isFalse(since.some(({ data }) => data["offboardingId"] === first))
      assert.deepStrictEqual(receiver.received.length, new Set(receiver.received.map(({ delivery }) => delivery)).size)
      yield* service.stop("SIGTERM")
    },
    180_000
  )
})
