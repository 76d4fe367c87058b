import { assert, describe, it, layer } from "#test/support/suite"
import { addEntraAccount } from "@svc/lab/entra"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { Integrations } from "#connections/integrations/service"
import { type KeptLeaving, leavingChange, maxLeavingsPerSource } from "#offboarding/hris/leaving-rules"
import { Jobs } from "#platform/jobs/jobs"
import { asCaller, type Member } from "#test/support/people"
import { as } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { anHrAdmin, at, connect, credentials, entraConnection, HrisAppWithFolder, sync } from "./support.ts"

const today = "2026-03-02"
const row = (left_on: string, more: Partial<KeptLeaving> = {}): KeptLeaving => ({
  id: left_on,
  left_on,
  day_told: true,
  withdrawn: false,
  ...more
})
const told = (day: string | null, former = false) => ({ day, former })

describe("what is kept of one person after a report", () => {
  it("the first report is a new leaving; without a day it is of the day of the report", () => {
    assert.deepInclude(leavingChange([], told("2026-02-10"), today), {
      seen: null,
      day: { left_on: "2026-02-10", day_told: true }
    })
    assert.deepInclude(leavingChange([], told(null), today), { seen: null, day: { left_on: today, day_told: false } })
    assert.deepInclude(leavingChange([], null, today), { seen: null, day: null, removed: [], withdrawn: [] })
  })

  it("the same report again changes nothing", () => {
    for (const reported of [told("2026-02-10"), told(null)]) {
      assert.deepStrictEqual(leavingChange([row("2026-02-10")], reported, today), {
        seen: "2026-02-10",
        day: null,
        removed: [],
        withdrawn: []
      })
    }
  })

  // hr-systems-19: An announced leaving follows the source and disappears if withdrawn before its day.
  it("an announced day follows the source, however far it moves; taken back, nobody has left", () => {
    assert.deepInclude(leavingChange([row("2026-03-20")], told("2026-12-31"), today), {
      seen: "2026-03-20",
      day: { left_on: "2026-12-31", day_told: true }
    })
    assert.deepInclude(leavingChange([row("2026-03-20")], null, today), { removed: ["2026-03-20"], withdrawn: [] })
  })

  // hr-systems-5: Every leaving that a source reports is kept, sealed and bounded, whatever becomes of the record.
  // hr-systems-20: A leaving in the past is corrected within 90 days; a later day is a second leaving.
  it("a day that has passed is corrected within 90 days; a later one is a second leaving, and the first stays", () => {
    assert.deepInclude(leavingChange([row("2026-02-10")], told("2026-02-14"), today), {
      seen: "2026-02-10",
      day: { left_on: "2026-02-14", day_told: true }
    })
    assert.deepStrictEqual(leavingChange([row("2024-02-10")], told("2026-02-14"), today), {
      seen: null,
      day: { left_on: "2026-02-14", day_told: true },
      removed: [],
      withdrawn: []
    })
  })

  it("a day that becomes known replaces the day of the report", () => {
    assert.deepInclude(leavingChange([row("2026-02-10", { day_told: false })], told("2025-06-30"), today), {
      seen: "2026-02-10",
      day: { left_on: "2025-06-30", day_told: true }
    })
  })

  it("taken back after the day it is withdrawn, not forgotten; reported again it stands again", () => {
    assert.deepInclude(leavingChange([row("2026-02-10")], null, today), { removed: [], withdrawn: ["2026-02-10"] })
    assert.deepInclude(leavingChange([row("2026-02-10", { withdrawn: true })], told("2026-02-10"), today), {
      seen: "2026-02-10",
      day: { left_on: "2026-02-10", day_told: true }
    })
  })

  // hr-systems-21: After a rehire, the earlier leaving stays.
  it("hired again: the earlier leaving stays a fact, and what was announced is gone", () => {
    assert.deepStrictEqual(leavingChange([row("2026-02-10"), row("2026-05-01")], told("2026-02-10", true), today), {
      seen: "2026-02-10",
      day: null,
      removed: ["2026-05-01"],
      withdrawn: []
    })
  })
})

interface LeavingRow {
  readonly left_on: string
  readonly source: string
  readonly day_told: boolean
  readonly employee_id: string | null
  readonly withdrawn: boolean
  readonly whole: string
}

const leavings = ({ orgId }: Member) =>
  systemSql<LeavingRow>`
      SELECT left_on::text AS left_on, source, day_told, employee_id, withdrawn_at IS NOT NULL AS withdrawn,
        to_jsonb(l)::text AS whole
      FROM hris_leavings l WHERE org_id = ${orgId} ORDER BY left_on, id`

layer(HrisAppWithFolder)("leavings that a sync keeps", (it) => {
  it.effect.each(["bamboohr", "hibob", "personio", "merge"] as const)(
    "%s: of people who never joined, without an address, with somebody else's, and of those hired again; once, and sealed",
    function* (provider) {
      yield* TestClock.setTime(Date.parse("2026-03-02T09:00:00Z"))
      const { admin, vendors } = yield* anHrAdmin(provider)
      for (const [id, lastDay] of [
        ["1", "2026-02-10"],
        ["5", "2026-02-11"],
        ["6", "2026-02-12"]
      ] as const) {
        Object.assign(at(vendors[provider], id), { lastDay, ended: true })
      }
      yield* sync(admin)
      yield* sync(admin)
      const kept = yield* leavings(admin)
      assert.deepStrictEqual(
        kept.map(({ left_on }) => left_on),
        // Otto and Rita, whose earlier employment ended on the same day.
        ["2019-06-30", "2019-06-30", "2026-02-10", "2026-02-11", "2026-02-12"]
      )
      for (const { day_told, source, whole } of kept) {
        assert.deepStrictEqual([source, day_told], [provider, true])
        assert.notMatch(whole, /acme\.test|\b(?:Ann|Otto|Nora|Twin)\b/)
      }
    }
  )

  it.effect(
    "Entra ID: a disabled account that was never a person's here is not a leaving; a person's is",
    function* () {
      yield* TestClock.setTime(Date.parse("2026-03-02T09:00:00Z"))
      const { admin, vendors } = yield* anHrAdmin("bamboohr")
      for (const id of ["7", "8"]) vendors.bamboohr.state.people.delete(id)
      at(vendors.bamboohr, "2").email = "dan.gone@acme.test"
      yield* sync(admin)
      yield* asCaller(admin)((yield* Integrations).connect(entraConnection))
      for (const [id, mail] of [
        ["e-room", "room.1@acme.test"],
        ["e-dan", "dan.gone@acme.test"]
      ] as const) {
        addEntraAccount(vendors.entra.state, {
          id,
          displayName: id,
          mail,
          userPrincipalName: mail,
          accountEnabled: false
        })
      }
      yield* sync(admin, "azure-ad")
      const kept = yield* leavings(admin)
      assert.deepStrictEqual(
        kept.map(({ day_told, left_on, source }) => [source, left_on, day_told]),
        [["azure-ad", "2026-03-02", false]]
      )
      assert.isNotNull(kept[0]?.employee_id)
    }
  )

  it.effect(
    "a day that moves, a leaving that is taken back before or after it, and one that is announced anew",
    function* () {
      yield* TestClock.setTime(Date.parse("2026-03-02T09:00:00Z"))
      const { admin, vendors } = yield* anHrAdmin("bamboohr")
      for (const id of ["7", "8"]) vendors.bamboohr.state.people.delete(id)
      const days = Effect.map(leavings(admin), (rows) => rows.map(({ left_on, withdrawn }) => [left_on, withdrawn]))
      const ann = at(vendors.bamboohr, "1")
      ann.lastDay = "2026-03-20"
      yield* sync(admin)
      ann.lastDay = "2026-03-10"
      yield* sync(admin)
      assert.deepStrictEqual(yield* days, [["2026-03-10", false]])
      ann.lastDay = null
      yield* sync(admin)
      assert.deepStrictEqual(yield* days, [])
      ann.lastDay = "2026-03-10"
      yield* sync(admin)
      yield* TestClock.setTime(Date.parse("2026-03-12T09:00:00Z"))
      yield* sync(admin)
      ann.lastDay = null
      yield* sync(admin)
      assert.deepStrictEqual(yield* days, [["2026-03-10", true]])
      ann.lastDay = "2026-03-10"
      yield* sync(admin)
      assert.deepStrictEqual(yield* days, [["2026-03-10", false]])
    }
  )

  // hr-systems-5
  it.effect("a source that fails half-way keeps what it reported, and was not read in full", function* () {
    yield* TestClock.setTime(Date.parse("2026-03-02T09:00:00Z"))
    const { admin, vendors } = yield* anHrAdmin("merge")
    yield* sync(admin)
    const lastRead = systemSql<{
      readonly at: Date
    }>`SELECT last_read_at AS at FROM hris_sources WHERE org_id = ${admin.orgId}`
    const before = yield* lastRead
    yield* TestClock.setTime(Date.parse("2026-03-03T09:00:00Z"))
    vendors.merge.faults.answersWith = 500
    assert.strictEqual((yield* as(admin).post("/api/integrations/hris/sync")).status, 502)
    assert.deepStrictEqual(yield* lastRead, before)
    assert.isNotEmpty(yield* leavings(admin))
  })

  // hr-systems-5
  it.effect("another organization's leaver of the same id and address is another one", function* () {
    yield* TestClock.setTime(Date.parse("2026-03-02T09:00:00Z"))
    const { admin: other } = yield* anHrAdmin("bamboohr")
    const { admin, vendors } = yield* anHrAdmin("bamboohr")
    Object.assign(at(vendors.bamboohr, "1"), { lastDay: "2026-02-10", ended: true })
    yield* sync(admin)
    assert.isEmpty(yield* leavings(other))
    yield* sync(other)
    const keys = yield* systemSql<{ readonly count: number }>`
          SELECT count(DISTINCT (person_key_id, external_digest))::int AS count FROM hris_leavings
          WHERE org_id IN (${admin.orgId}, ${other.orgId}) AND left_on = '2026-02-10'`
    assert.strictEqual(keys[0]?.count, 2)
  })

  // hr-systems-5
  it.effect(
    "kept for 7 years: an older one is not taken in, and the hourly job deletes what has become older",
    function* () {
      yield* TestClock.setTime(Date.parse("2026-06-30T09:00:00Z"))
      const { admin } = yield* anHrAdmin("bamboohr")
      yield* sync(admin)
      assert.lengthOf(yield* leavings(admin), 2)
      yield* TestClock.setTime(Date.parse("2026-07-01T09:00:00Z"))
      const jobs = yield* Jobs
      yield* jobs.run("hris-sync", admin.orgId)
      assert.isEmpty(yield* leavings(admin))
      yield* sync(admin)
      assert.isEmpty(yield* leavings(admin))
    }
  )

  // hr-systems-5
  it.effect("no more than 100,000 of a source are kept, and that some were left out is known", function* () {
    yield* TestClock.setTime(Date.parse("2026-03-02T09:00:00Z"))
    const { admin, vendors } = yield* anHrAdmin("bamboohr")
    yield* sync(admin)
    yield* systemSql`
          INSERT INTO hris_leavings (org_id, id, source, external_digest, person_key_id, left_on, day_told, first_seen_at, last_seen_at)
          SELECT l.org_id, gen_random_uuid(), l.source, 'other ' || n, l.person_key_id, '2025-01-01', true, l.first_seen_at, l.last_seen_at
          FROM (SELECT * FROM hris_leavings WHERE org_id = ${admin.orgId} LIMIT 1) l
          CROSS JOIN generate_series(1, ${maxLeavingsPerSource - 3}::int) AS n`
    Object.assign(at(vendors.bamboohr, "1"), { lastDay: "2026-02-10", ended: true })
    Object.assign(at(vendors.bamboohr, "2"), { lastDay: "2026-02-10", ended: true })
    yield* sync(admin)
    const [counted] = yield* systemSql<{ readonly count: number; readonly left_out: boolean }>`
          SELECT (SELECT count(*)::int FROM hris_leavings WHERE org_id = ${admin.orgId}) AS count, left_out_at IS NOT NULL AS left_out
          FROM hris_sources WHERE org_id = ${admin.orgId}`
    assert.deepStrictEqual(counted, { count: maxLeavingsPerSource, left_out: true })
  })

  it.effect("another system under the same name begins anew: what the former one reported stays", function* () {
    yield* TestClock.setTime(DateTime.toEpochMillis(DateTime.makeUnsafe("2026-03-02T09:00:00Z")))
    const { admin } = yield* anHrAdmin("bamboohr")
    yield* sync(admin)
    assert.strictEqual((yield* connect(admin, credentials.hibob)).status, 201)
    yield* sync(admin)
    assert.deepStrictEqual((yield* leavings(admin)).map(({ source }) => source).toSorted(), [
      "bamboohr",
      "bamboohr",
      "hibob",
      "hibob"
    ])
  })
})
