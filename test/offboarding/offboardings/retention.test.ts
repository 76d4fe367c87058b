import { assert } from "#test/support/suite"
import { DateTime, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import * as OffboardingsDomain from "#offboarding/offboardings/index"
import { TestApp } from "#test/support/TestApp"
import { type OrganisationOptions } from "#test/support/people"
import { asSystem, systemSql } from "#test/support/tables"
import { as, withStatus } from "#test/support/requests"
import { entriesOf, eventsOf } from "#test/support/log"
import { leaver } from "#test/support/cases"
import { layerOfFile } from "#test/support/layer-of-file"
import { runJob, storedCase } from "./lifecycle.ts"
import { aCase, aColleague, anIntegrator, type Integrator, memberOf } from "./support.ts"

const withJobs = layerOfFile(OffboardingsDomain.loops.pipe(Layer.provideMerge(TestApp)))

/** An organisation that keeps closed cases for so many months. */
const aKeeper = Effect.fnUntraced(function* (months: number | null, options: OrganisationOptions = {}) {
  const from = yield* anIntegrator(options)
  yield* systemSql`UPDATE organisations SET offboarding_retention_months = ${months} WHERE id = ${from.orgId}`
  return from
})

const aClosedCase = Effect.fnUntraced(function* (
  from: Integrator,
  status: "completed" | "cancelled",
  at: string,
  more: { readonly [field: string]: unknown } = {}
) {
  const { id } = yield* aCase(from, more)
  const column = status === "completed" ? "completed_at" : "cancelled_at"
  yield* asSystem(
    (sql) => sql`UPDATE offboardings SET status = ${status}, ${sql(column)} = ${new Date(at)} WHERE id = ${id}`
  )
  return id
})

const run = (from: Integrator) => runJob("offboarding-retention", from)

const keyOf = (id: string) =>
  Effect.map(
    systemSql<{ readonly id: string }>`SELECT person_key_id AS id FROM offboardings WHERE id = ${id}`,
    ([row]) => row?.id ?? ""
  )

const isDestroyed = (key: string) =>
  Effect.map(
    systemSql<{ readonly gone: boolean }>`
        SELECT wrapped_key IS NULL AND email_digest IS NULL AND destroyed_at IS NOT NULL AS gone
        FROM audit_person_keys WHERE id = ${key}`,
    ([row]) => row?.gone
  )

const retention = "/api/organizations/me/retention"

const keep = (from: Integrator, offboarding_retention_months: number | null) =>
  as(from.admin).put(retention, { offboarding_retention_months })

const monthsAgo = (months: number, more: Parameters<typeof DateTime.add>[1] = {}) =>
  Effect.map(DateTime.now, (now) => DateTime.formatIso(DateTime.add(DateTime.subtract(now, { months }), more)))

// The suite begins on 2 March 2026.
withJobs("offboarding-retention", (it) => {
  // cases-25: Closed cases are deleted when the organisation's months are over, and no other.
  it.effect(
    "deletes what was completed or cancelled longer ago than the organisation's months, and no other",
    function* () {
      const from = yield* aKeeper(12)
      const completed = yield* aClosedCase(from, "completed", "2025-03-02T08:59:00Z")
      const cancelled = yield* aClosedCase(from, "cancelled", "2024-11-05T12:00:00Z")
      const young = yield* aClosedCase(from, "completed", "2025-03-02T09:01:00Z")
      const open = yield* aCase(from)
      const forEver = yield* aKeeper(null)
      const kept = yield* aClosedCase(forEver, "completed", "2001-01-01T00:00:00Z")

      assert.deepStrictEqual(yield* run(from), { deleted: 2, skipped: 0, failed: 0 })
      assert.deepStrictEqual(yield* run(forEver), { deleted: 0, skipped: 0, failed: 0 })
      for (const id of [completed, cancelled]) {
        assert.isUndefined(yield* storedCase(id))
        assert.deepStrictEqual((yield* eventsOf(from.orgId, { offboardingId: id })).slice(1), [
          { _tag: "offboarding.deleted", offboardingId: id, source: "retention" }
        ])
      }
      for (const id of [young, open.id, kept]) assert.isDefined(yield* storedCase(id))
      yield* TestClock.adjust("2 minutes")
      assert.deepStrictEqual(yield* run(from), { deleted: 1, skipped: 0, failed: 0 })
    }
  )

  // cases-48: Retention destroys the encryption key of a person about whom nothing else is kept.
  it.effect(
    "the key of a person of whom nothing else is left is destroyed, and their entries read [erased]",
    function* () {
      const from = yield* aKeeper(12)
      const withAddress = yield* aClosedCase(from, "completed", "2024-01-01T00:00:00Z", {
        employee_email: `leaver.${randomUUID()}@acme.test`
      })
      const without = yield* aClosedCase(from, "cancelled", "2024-01-01T00:00:00Z")
      const keys = [yield* keyOf(withAddress), yield* keyOf(without)]
      yield* run(from)
      for (const key of keys) assert.isTrue(yield* isDestroyed(key))
      const entries = yield* entriesOf(from.orgId, { offboardingId: withAddress })
      assert.deepStrictEqual(
        entries.map(({ action, target }) => ({ action, target })),
        [
          { action: "offboarding_created", target: "Offboarding of [erased]" },
          { action: "offboarding_deleted", target: "Offboarding of [erased]" }
        ]
      )
      assert.strictEqual(entries[1]?.details, "status: completed, source: retention, key of the person destroyed")
      assert.include((yield* as(from.admin).get("/api/audit-log/verify")).body, { ok: true })
    }
  )

  // cases-49: The key is kept with a directory record, another offboarding, a manager's role or a membership.
  it.effect(
    "the key stays with a record in the directory, another case, a manager's place or a membership",
    function* () {
      const from = yield* aKeeper(12)
      const listed = `listed.${randomUUID()}@acme.test`
      yield* aColleague(from, listed)
      const again = `again.${randomUUID()}@acme.test`
      const manager = `manager.${randomUUID()}@acme.test`
      const member = yield* memberOf(from, "hr")
      const ids: Array<string> = []
      for (const address of [listed, again, manager, member.email.toUpperCase()]) {
        ids.push(yield* aClosedCase(from, "completed", "2024-01-01T00:00:00Z", { employee_email: address }))
      }
      yield* aCase(from, { employee_email: again })
      yield* aCase(from, { manager_email: manager.toUpperCase() })
      const keys = yield* Effect.forEach(ids, keyOf)
      assert.deepStrictEqual(yield* run(from), { deleted: 4, skipped: 0, failed: 0 })
      for (const [index, key] of keys.entries()) {
        assert.isFalse(yield* isDestroyed(key))
        assert.include((yield* entriesOf(from.orgId, { offboardingId: ids[index] ?? "" })).at(-1), {
          target: "Offboarding of Ada Lovelace",
          details: "status: completed, source: retention"
        })
      }
    }
  )

  it.effect("the last of a person's cases takes the key along", function* () {
    const from = yield* aKeeper(12)
    const more = { employee_email: `leaver.${randomUUID()}@acme.test` }
    const first = yield* aClosedCase(from, "cancelled", "2024-01-01T00:00:00Z", more)
    const second = yield* aClosedCase(from, "completed", "2024-06-01T00:00:00Z", more)
    const key = yield* keyOf(first)
    assert.strictEqual(yield* keyOf(second), key)
    assert.deepStrictEqual(yield* run(from), { deleted: 2, skipped: 0, failed: 0 })
    assert.isTrue(yield* isDestroyed(key))
  })

  it.effect("the key stays while an initiation for the person waits for approval", function* () {
    const from = yield* aKeeper(12)
    const more = { employee_email: `leaver.${randomUUID()}@acme.test` }
    const id = yield* aClosedCase(from, "completed", "2024-01-01T00:00:00Z", more)
    const key = yield* keyOf(id)
    const waiting = { ...leaver(more), no_apps: true, notes: "Leaves once more" }
    const { body } = yield* as(yield* memberOf(from, "manager")).post("/api/offboarding-initiations", waiting)
    assert.include(body, { status: "pending" })
    assert.deepStrictEqual(yield* run(from), { deleted: 1, skipped: 0, failed: 0 })
    assert.isFalse(yield* isDestroyed(key))
  })

  // cases-50: Retention skips what is under legal hold, was released less than 7 days ago, or is being revoked.
  it.effect("what is held, or was released less than seven days ago, and what is being revoked stays", function* () {
    const from = yield* aKeeper(12)
    const id = yield* aClosedCase(from, "completed", "2024-01-01T00:00:00Z")
    const path = `/api/employees/${id}/legal-hold`
    yield* as(from.admin).put(path, { held: true, reason: "a lawsuit is pending" })
    assert.include(yield* run(from), { deleted: 0 })
    yield* as(from.admin).put(path, { held: false, reason: "the lawsuit is over" })
    yield* TestClock.adjust("10079 minutes")
    assert.include(yield* run(from), { deleted: 0 })
    yield* systemSql`
          INSERT INTO revocation_runs (org_id, id, offboarding_id, trigger, created_at)
          VALUES (${from.orgId}, ${randomUUID()}, ${id}, 'app', ${new Date(0)})`
    yield* TestClock.adjust("1 minute")
    assert.deepStrictEqual(yield* run(from), { deleted: 0, skipped: 1, failed: 0 })
    yield* systemSql`UPDATE revocation_runs SET status = 'finished' WHERE offboarding_id = ${id}`
    assert.deepStrictEqual(yield* run(from), { deleted: 1, skipped: 0, failed: 0 })
  })

  // cases-51: Retention counts months on the organization's calendar.
  it.effect("the months are those of the organisation's calendar, across a change of its clocks", function* () {
    const from = yield* aKeeper(17, { timezone: "Europe/Berlin" })
    // Noon in summer time; seventeen months later it is winter: 2 March, noon, 11:00 UTC.
    const id = yield* aClosedCase(from, "completed", "2024-10-02T10:00:00Z")
    yield* TestClock.setTime(Date.parse("2026-03-02T10:59:00Z"))
    yield* run(from)
    assert.isDefined(yield* storedCase(id))
    yield* TestClock.setTime(Date.parse("2026-03-02T11:01:00Z"))
    yield* run(from)
    assert.isUndefined(yield* storedCase(id))
  })

  it.effect("several nodes at the same moment: each case goes once, with one event and one entry", function* () {
    const from = yield* aKeeper(12)
    const ids: Array<string> = []
    for (let n = 0; n < 12; n++) ids.push(yield* aClosedCase(from, "completed", "2024-01-01T00:00:00Z"))
    const figures = yield* Effect.all([run(from), run(from), run(from)], { concurrency: 3 })
    assert.strictEqual(
      figures.reduce((sum, { deleted = 0 }) => sum + deleted, 0),
      ids.length
    )
    for (const id of ids) {
      assert.lengthOf(yield* eventsOf(from.orgId, { offboardingId: id }), 2)
      assert.lengthOf(yield* entriesOf(from.orgId, { offboardingId: id }), 2)
    }
  })

  it.effect("a round that is cut off leaves every case whole or gone, and the next goes on", function* () {
    const from = yield* aKeeper(12)
    const ids: Array<string> = []
    for (let n = 0; n < 12; n++) ids.push(yield* aClosedCase(from, "completed", "2024-01-01T00:00:00Z"))
    const left = systemSql`SELECT id FROM offboardings WHERE org_id = ${from.orgId}`
    const round = yield* Effect.forkChild(run(from))
    yield* Effect.repeat(left, { until: ({ length }) => length < ids.length })
    yield* Fiber.interrupt(round)
    const { length } = yield* left
    assert.isAbove(length, 0)
    assert.deepStrictEqual(yield* run(from), { deleted: length, skipped: 0, failed: 0 })
    for (const id of ids) {
      assert.lengthOf(yield* eventsOf(from.orgId, { offboardingId: id }), 2)
      assert.lengthOf(yield* entriesOf(from.orgId, { offboardingId: id }), 2)
    }
  })

  it.effect("more than one batch goes in one round", function* () {
    const from = yield* aKeeper(12)
    const id = yield* aClosedCase(from, "completed", "2024-01-01T00:00:00Z")
    yield* systemSql`
          INSERT INTO offboardings (org_id, id, employee_name, exit_date, status, separation_type, source, person_key_id,
            completed_at, created_at, updated_at)
          SELECT org_id, gen_random_uuid(), 'Bo', exit_date, status, separation_type, source, person_key_id,
            completed_at, created_at, updated_at
          FROM offboardings, generate_series(1, 230) WHERE id = ${id}`
    assert.deepStrictEqual(yield* run(from), { deleted: 231, skipped: 0, failed: 0 })
  })

  // cases-52: Notifications about an offboarding that retention deleted no longer name the person.
  it.effect("notices of the case name nobody any more", function* () {
    const from = yield* aKeeper(12)
    const id = yield* aClosedCase(from, "completed", "2024-01-01T00:00:00Z")
    yield* systemSql`
          INSERT INTO notifications (org_id, id, user_id, type, title, body, data, created_at)
          VALUES (${from.orgId}, ${randomUUID()}, ${from.admin.userId}, 'offboarding.created', 'New offboarding',
            'An offboarding of Ada Lovelace was created.', ${JSON.stringify({ offboardingId: id })}::jsonb, ${new Date(0)})`
    yield* run(from)
    const { body } = yield* as(from.admin).get("/api/notifications")
    assert.notInclude(JSON.stringify(body), "Ada")
    assert.include(JSON.stringify(body), "The offboarding that this was about has been deleted.")
  })

  // settings-10
  it.effect(
    "a first or shorter retention deletes nothing more for 30 days, and nothing if it is taken back",
    function* () {
      const first = yield* aKeeper(null)
      const shorter = yield* aKeeper(24)
      const takenBack = yield* aKeeper(24)
      const all = [first, shorter, takenBack]
      const closed = yield* monthsAgo(18)
      const ids = yield* Effect.forEach(all, (from) => aClosedCase(from, "completed", closed))
      const old = yield* aClosedCase(shorter, "completed", yield* monthsAgo(25))
      yield* Effect.forEach(all, (from) => keep(from, 12))
      assert.deepStrictEqual(yield* Effect.forEach(all, run), [
        { deleted: 0, skipped: 0, failed: 0 },
        { deleted: 1, skipped: 0, failed: 0 },
        { deleted: 0, skipped: 0, failed: 0 }
      ])
      assert.isUndefined(yield* storedCase(old))
      yield* TestClock.adjust("43199 minutes")
      yield* keep(takenBack, 24)
      yield* Effect.forEach(all, run)
      for (const id of ids) assert.isDefined(yield* storedCase(id))
      yield* TestClock.adjust("1 minute")
      const deleted = yield* Effect.forEach(all, run)
      assert.deepStrictEqual(
        deleted.map((figures) => figures["deleted"]),
        [1, 1, 0]
      )
    }
  )

  it.effect("a longer retention, and none, applies in the next night", function* () {
    for (const months of [36, null]) {
      const from = yield* aKeeper(12)
      const id = yield* aClosedCase(from, "completed", yield* monthsAgo(18))
      yield* keep(from, months)
      assert.deepStrictEqual(yield* run(from), { deleted: 0, skipped: 0, failed: 0 })
      assert.isDefined(yield* storedCase(id))
    }
  })
})

withJobs("GET /api/organizations/me/retention/preview", (it) => {
  const preview = (from: Integrator, months: number | string) =>
    as(from.admin).get(`${retention}/preview?offboarding_retention_months=${months}`)

  // settings-11: Before it is set, a retention shows how many offboardings its first night would delete, and the screen
  //   asks.
  it.status(
    200,
    "as many as the first night deletes: none under legal hold, none of the nights before, none of others",
    function* () {
      const from = yield* aKeeper(24, { timezone: "Europe/Berlin" })
      const stranger = yield* aKeeper(24)
      yield* aClosedCase(stranger, "completed", yield* monthsAgo(18))
      const now = yield* DateTime.now
      const applies = DateTime.add(now, { days: 30 })
      // The job runs at 02:45 UTC; the suite began at 9 in the morning.
      const night = DateTime.add(DateTime.startOf(applies, "day"), { days: 1, hours: 2, minutes: 45 })
      const before = (months: number, more: Parameters<typeof DateTime.add>[1]) =>
        DateTime.formatIso(DateTime.add(DateTime.subtract(night, { months }), more))
      yield* aClosedCase(from, "completed", yield* monthsAgo(13))
      yield* aClosedCase(from, "cancelled", yield* monthsAgo(18))
      yield* aClosedCase(from, "completed", before(12, { days: -1 }))
      const young = yield* aClosedCase(from, "completed", before(12, { days: 1 }))
      // Due by the 24 months while the change waits, and in its first night.
      yield* aClosedCase(from, "completed", before(24, { days: -10 }))
      yield* aClosedCase(from, "completed", before(24, { hours: -12 }))
      const held = yield* aClosedCase(from, "completed", yield* monthsAgo(18))
      const released = yield* aClosedCase(from, "completed", yield* monthsAgo(18))
      for (const id of [held, released]) {
        yield* as(from.admin).put(`/api/employees/${id}/legal-hold`, { held: true, reason: "a lawsuit is pending" })
      }
      const release = { held: false, reason: "the lawsuit is over" }
      yield* as(from.admin).put(`/api/employees/${released}/legal-hold`, release)
      const open = yield* aCase(from)

      const { body } = yield* withStatus(200, preview(from, 12))
      assert.deepStrictEqual(body, {
        offboarding_retention_months: 12,
        applies_from: DateTime.formatIso(applies),
        first_night_at: DateTime.formatIso(night),
        offboardings: 5
      })
      // Nothing was changed by looking.
      assert.include((yield* as(from.admin).get(retention)).body, { offboarding_retention_months: 24 })
      yield* keep(from, 12)
      yield* TestClock.setTime(DateTime.toEpochMillis(DateTime.subtract(night, { days: 1 })))
      assert.deepStrictEqual(yield* run(from), { deleted: 1, skipped: 0, failed: 0 })
      yield* TestClock.setTime(DateTime.toEpochMillis(night))
      assert.deepStrictEqual(yield* run(from), { deleted: 5, skipped: 0, failed: 0 })
      for (const id of [young, held, open.id]) assert.isDefined(yield* storedCase(id))
    }
  )

  it.status(
    200,
    "what is in effect or longer waits for nothing; a part of a step that waits keeps its date",
    function* () {
      const from = yield* aKeeper(24)
      yield* aClosedCase(from, "completed", yield* monthsAgo(18))
      assert.include((yield* preview(from, 36)).body, { applies_from: null, offboardings: 0 })
      const applies = DateTime.formatIso(DateTime.add(yield* DateTime.now, { days: 30 }))
      yield* keep(from, 6)
      yield* TestClock.adjust("5 days")
      assert.include((yield* preview(from, 12)).body, { applies_from: applies, offboardings: 1 })
      assert.include((yield* preview(from, 24)).body, { applies_from: null, offboardings: 0 })
    }
  )

  it.status(400, "anything but a whole number of 6 to 120 months", function* () {
    const from = yield* aKeeper(null)
    for (const months of ["5", "121", "6.5", "null", "", "twelve"]) {
      const { status, text } = yield* preview(from, months)
      assert.strictEqual(status, 400, months)
      assert.match(text, /offboarding_retention_months: must be a whole number from 6 to 120/, months)
    }
    assert.strictEqual((yield* as(from.admin).get(`${retention}/preview`)).status, 400)
  })
})
