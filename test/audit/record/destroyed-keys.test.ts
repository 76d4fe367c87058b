import { assert, layer } from "#test/support/suite"
import { Caller } from "@svc/contract/kernel/access"
import { Deferred, Effect, Fiber, Schedule } from "effect"
import { TestClock } from "effect/testing"
import { Audit } from "#audit/record/service"
import { PersonKeys } from "#audit/record/person-keys"
import { auditText, personal } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { TestApp } from "#test/support/TestApp"
import { labelled } from "#test/support/labelled"
import { aKey, aMember, anOrganisation, asSystemCaller } from "#test/support/people"
import { send } from "#test/support/requests"
import { asOwner, asSystem, systemSql } from "#test/support/tables"
import { entriesOf } from "#test/support/log"

const email = "grace@acme.test"

/** What erasing a person comes down to. */
const destroy = (id: string) =>
  systemSql`UPDATE audit_person_keys SET wrapped_key = NULL, destroyed_at = now() WHERE id = ${id}`

const recordAbout = Effect.fnUntraced(function* (keyFound: (key: string) => Effect.Effect<void>) {
  const personKeys = yield* PersonKeys
  const audit = yield* Audit
  const { orgId } = yield* Caller
  const key = yield* personKeys.forPerson(orgId, email)
  yield* audit.record({ action: labelled("noted"), target: auditText`${personal(key, "Grace")}`, details: auditText`` })
  yield* keyFound(key)
  return key
})

/** Until somebody waits for a lock of this database. */
const untilSomebodyWaits = asOwner(
  (sql) =>
    sql<{ waiting: boolean }>`SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database()
      AND wait_event_type = 'Lock') AS waiting`
).pipe(
  Effect.flatMap(([row]) => (row?.waiting === true ? Effect.void : Effect.fail("not yet"))),
  Effect.retry(Schedule.spaced("20 millis")),
  TestClock.withLive
)

layer(TestApp, { timeout: "180 seconds" })(
  "a person's key that is destroyed while something is sealed under it",
  (it) => {
    // entries-12: A key that is destroyed before the commit encrypts nothing: the change runs again as a whole.
    it.effect(
      "before the commit: the change is done again as a whole, and nothing stands under the destroyed key",
      function* () {
        const orgId = yield* anOrganisation()
        const db = yield* Db
        const first = yield* db.transact(recordAbout(() => Effect.void)).pipe(asSystemCaller(orgId))
        const sealed = yield* Deferred.make<void>()
        const destroyed = yield* Deferred.make<void>()
        const keys: Array<string> = []
        const late = recordAbout((key) =>
          Effect.gen(function* () {
            keys.push(key)
            yield* Deferred.succeed(sealed, undefined)
            yield* Deferred.await(destroyed)
          })
        )
        const fiber = yield* Effect.forkChild(db.transact(late).pipe(asSystemCaller(orgId)))
        yield* Deferred.await(sealed)
        yield* destroy(first)
        yield* Deferred.succeed(destroyed, undefined)
        const second = yield* Fiber.join(fiber)
        assert.deepStrictEqual(keys, [first, second])
        assert.notStrictEqual(second, first)
        const targets = (yield* entriesOf(orgId, { action: "noted" })).map(({ stored }) => stored.split(":")[2])
        assert.deepStrictEqual(targets, [first, second])
      }
    )

    it.effect(
      "once the entry is being appended: the destruction waits for the commit, so no entry comes after it",
      function* () {
        const orgId = yield* anOrganisation()
        const db = yield* Db
        const key = yield* db.transact(recordAbout(() => Effect.void)).pipe(asSystemCaller(orgId))
        const held = yield* Deferred.make<void>()
        const release = yield* Deferred.make<void>()
        // Another entry of the organisation holds the head, so that the next one stops between holding the key and committing.
        const holder = yield* Effect.forkChild(
          asSystem((sql) =>
            Effect.gen(function* () {
              yield* sql`SELECT append_audit_entry(${orgId}::uuid, gen_random_uuid(), now(), NULL, 'held', '', '',
              ${"0".repeat(64)}, NULL, NULL, NULL, NULL, false)`
              yield* Deferred.succeed(held, undefined)
              yield* Deferred.await(release)
            })
          )
        )
        yield* Deferred.await(held)
        const appending = yield* Effect.forkChild(
          db.transact(recordAbout(() => Effect.void)).pipe(asSystemCaller(orgId))
        )
        yield* untilSomebodyWaits
        const atOnce = systemSql`SELECT FROM audit_person_keys WHERE org_id = ${orgId} AND id = ${key} FOR NO KEY UPDATE NOWAIT`
        assert.strictEqual((yield* Effect.exit(atOnce))._tag, "Failure")
        yield* Deferred.succeed(release, undefined)
        yield* Fiber.join(holder)
        assert.strictEqual(yield* Fiber.join(appending), key)
        yield* destroy(key)
        assert.lengthOf(yield* entriesOf(orgId, { action: "noted" }), 2)
      }
    )

    it.status(201, "a create that read the key before it was destroyed seals under a new one", function* () {
      const orgId = yield* anOrganisation()
      const bearer = yield* aKey(yield* aMember(orgId))
      const create = send("POST", "/api/v1/offboardings", {
        bearer,
        body: { employee_name: "Grace", employee_email: email, exit_date: "2026-04-30" }
      })
      assert.strictEqual((yield* create).status, 201)
      const keysOf = systemSql<{ key: string; status: string }>`SELECT person_key_id AS key, status FROM offboardings
          WHERE org_id = ${orgId} ORDER BY status`
      const [before] = yield* keysOf
      if (before === undefined) return assert.fail("nothing was created")
      yield* systemSql`UPDATE offboardings SET status = 'cancelled' WHERE org_id = ${orgId}`
      const reopened = yield* Deferred.make<void>()
      const release = yield* Deferred.make<void>()
      // The address is taken by a transaction that is given up: until then the create waits, with the key that it read.
      const reopening = yield* Effect.forkChild(
        asSystem((sql) =>
          Effect.gen(function* () {
            yield* sql`UPDATE offboardings SET status = 'pending' WHERE org_id = ${orgId}`
            yield* Deferred.succeed(reopened, undefined)
            yield* Deferred.await(release)
            return yield* Effect.fail("given up" as const)
          })
        )
      )
      yield* Deferred.await(reopened)
      const creating = yield* Effect.forkChild(create)
      yield* untilSomebodyWaits
      yield* destroy(before.key)
      yield* Deferred.succeed(release, undefined)
      yield* Fiber.await(reopening)
      assert.strictEqual((yield* Fiber.join(creating)).status, 201)
      const after = (yield* keysOf).filter(({ status }) => status === "pending")
      assert.lengthOf(after, 1)
      assert.notStrictEqual(after[0]?.key, before.key)
      const targets = yield* entriesOf(orgId, { action: "offboarding_created" })
      assert.include(targets[1]?.stored, after[0]?.key)
    })
  }
)
