import { assert, describe, it } from "@effect/vitest"
import { CaseDetails } from "@svc/contract/cases/schema"
import { CalendarDate } from "@svc/contract/kernel/dates"
import { DateTime, Schema } from "effect"
import { untilNextTick } from "../../../packages/dashboard/src/platform/clock.ts"
import { formatIn } from "../../../packages/dashboard/src/platform/format.ts"
import { keepTimeOf } from "../../../packages/dashboard/src/platform/zone.ts"
import {
  accessEnd,
  accessPart,
  daysToEnd,
  documentsPart,
  endOfAccess,
  equipmentPart,
  tasksPart
} from "../../../packages/dashboard/src/offboarding/cases/story.ts"

const app = (given: object = {}) => ({
  service_name: "GitHub",
  outcome: null,
  verified: false,
  revoked_at: null,
  removal_confirmed_at: null,
  done_for_another: false,
  finding: null,
  still_active: false,
  next_try_at: null,
  retries: 0,
  retries_ended_at: null,
  ...given
})
const verified = app({ outcome: "revoked", verified: true, revoked_at: "2026-11-30T18:35:00.000Z" })
const byHand = app({ outcome: "failed", removal_confirmed_at: "2026-11-30T19:00:00.000Z" })
const failed = app({ outcome: "failed" })

const task = (given: object = {}) => ({
  id: "6f0a2f0e-4a0a-4a4c-9c53-2b1e1d1f0a02",
  task: "Return the badge",
  completed: false,
  completed_at: null,
  completed_by: null,
  assigned_to: "HR",
  owner_id: null,
  owner_name: null,
  description: null,
  links: [],
  due_date: null,
  sla_hours: null,
  sla_deadline: null,
  sla_breached: false,
  sla_breached_at: null,
  not_needed_at: null,
  not_needed_reason: null,
  it_ticket: null,
  created_at: "2026-11-01T08:00:00.000Z",
  ...given
})
const asset = (given: object = {}) => ({
  id: "6f0a2f0e-4a0a-4a4c-9c53-2b1e1d1f0a03",
  item_name: "Laptop",
  serial_number: "1",
  model: "",
  category: "Laptop",
  condition: "Good",
  tracking_number: null,
  return_deadline: null,
  status: "deployed",
  shipment: null,
  created_at: "2026-11-01T08:00:00.000Z",
  updated_at: "2026-11-01T08:00:00.000Z",
  ...given
})
const document = (given: object = {}) => ({
  id: "6f0a2f0e-4a0a-4a4c-9c53-2b1e1d1f0a04",
  name: "NDA reminder",
  doc_type: "nda",
  status: "pending",
  file_url: null,
  signed_by: null,
  signed_at: null,
  signature_reference: null,
  expires_on: null,
  esignature_status: "not_requested",
  created_at: "2026-11-01T08:00:00.000Z",
  ...given
})

const details = (given: object = {}) =>
  Schema.decodeUnknownSync(CaseDetails)({
    id: "6f0a2f0e-4a0a-4a4c-9c53-2b1e1d1f0a01",
    employee_name: "Jonas Berg",
    employee_email: "jonas.berg@larkspur.example",
    employee_role: "Sales Engineer",
    employee_department: "Sales",
    manager_email: null,
    exit_date: "2026-11-30",
    status: "it_revocation",
    separation_type: "resignation",
    created_at: "2026-11-16T08:00:00.000Z",
    updated_at: "2026-11-16T08:00:00.000Z",
    employee_personal_email: null,
    access_ends_at: null,
    employment_ends_on: null,
    timezone: "America/New_York",
    jurisdiction: null,
    source: "app",
    initiated_by: null,
    owner_id: null,
    owner_name: null,
    org_employee_id: null,
    no_apps_confirmed_at: null,
    asset_return_confirmed_at: null,
    cancel_reason: null,
    completed_at: null,
    legal_hold: false,
    legal_hold_released_at: null,
    apps_to_revoke: [],
    apps: [app()],
    revoke_at: "2026-11-30T18:35:00.000Z",
    revocation_waits: false,
    checklist_items: [],
    exit_interview_invited: false,
    ...given
  })

const at = (text: string) => DateTime.toEpochMillis(DateTime.makeUnsafe(text))
const standing = (given: object, now: string) => {
  const of = details(given)
  return endOfAccess(of, accessEnd(of, "UTC"), at(now))
}

describe("the story of an offboarding", () => {
  it("access ends as scheduled, else at the time that is set, else with the last day in its zone", () => {
    const end = (given: object) => DateTime.formatIso(accessEnd(details(given), "Europe/Berlin"))
    const access_ends_at = "2026-11-30T17:00:00.000Z"
    assert.strictEqual(end({ access_ends_at }), "2026-11-30T18:35:00.000Z")
    assert.strictEqual(end({ access_ends_at, revoke_at: null }), access_ends_at)
    assert.strictEqual(end({ revoke_at: null }), "2026-12-01T05:00:00.000Z")
    assert.strictEqual(end({ revoke_at: null, timezone: null }), "2026-11-30T23:00:00.000Z")
  })

  it("before its end access is counted down only if it ends automatically", () => {
    assert.deepStrictEqual(standing({}, "2026-11-30T18:00:00Z"), { _tag: "Ahead" })
    assert.deepStrictEqual(standing({ revoke_at: null, revocation_waits: true }, "2026-11-30T18:00:00Z"), {
      _tag: "NotScheduled",
      waits: true
    })
    assert.deepStrictEqual(standing({ apps: [] }, "2026-11-30T18:00:00Z"), { _tag: "NoApps" })
  })

  it("after its end each app that is neither revoked nor marked as removed makes it late", () => {
    const apps = [verified, byHand, failed, app(), app({ outcome: "skipped" })]
    assert.deepStrictEqual(standing({ apps }, "2026-11-30T18:48:00Z"), { _tag: "Late", apps: 3 })
    const reactivated = [{ ...verified, still_active: true }]
    assert.deepStrictEqual(standing({ apps: reactivated }, "2026-11-30T18:48:00Z"), { _tag: "Late", apps: 1 })
  })

  it("without an account in the apps that are left it is to be confirmed, not late", () => {
    const apps = [verified, app({ outcome: "skipped" })]
    assert.deepStrictEqual(standing({ apps }, "2026-12-30T18:48:00Z"), { _tag: "NotFound", apps: 1 })
  })

  it("removed counts from the latest app; a canceled offboarding ends nothing", () => {
    const removed = standing({ apps: [byHand, verified] }, "2026-12-01T00:00:00Z")
    assert.strictEqual(
      removed._tag === "Removed" && removed.at && DateTime.formatIso(removed.at),
      "2026-11-30T19:00:00.000Z"
    )
    assert.deepStrictEqual(standing({ status: "cancelled" }, "2026-12-01T00:00:00Z"), { _tag: "Cancelled" })
  })

  it("days are counted on the calendar, and the end of a day belongs to it", () => {
    keepTimeOf("UTC")
    assert.strictEqual(daysToEnd(DateTime.makeUnsafe("2026-12-19T00:00:00Z"), at("2026-11-30T20:00:00Z")), 18)
    assert.strictEqual(daysToEnd(DateTime.makeUnsafe("2026-12-19T00:01:00Z"), at("2026-11-30T20:00:00Z")), 19)
  })

  it("the countdown ticks each minute, and each second in the last ten minutes", () => {
    const minute = 60_000
    assert.strictEqual(untilNextTick(192 * minute + 5_000), 5_000)
    assert.strictEqual(untilNextTick(192 * minute), minute)
    assert.strictEqual(untilNextTick(10 * minute), 1_000)
    assert.strictEqual(untilNextTick(9 * minute + 250), 250)
    assert.strictEqual(untilNextTick(-13 * minute - 20_000), 40_000)
  })

  it("what is left reads in both languages", () => {
    const left = (minutes: number, language: string) => formatIn(language, "UTC").timeLeft(minutes * 60_000)
    assert.deepStrictEqual(
      [192, 180, 13, 9.5, 0.2].map((minutes) => left(minutes, "en-US")),
      ["3 hr 12 min", "3 hr", "13 min", "9 min 30 sec", "12 sec"]
    )
    assert.strictEqual(left(192, "de"), "3 Std. 12 Min.")
  })

  it("a part shows its worst fact: a failure before what is manual, weak proof before what is verified", () => {
    const of = (...apps: ReadonlyArray<object>) => accessPart(details({ apps }))
    assert.deepInclude(of(verified, failed, app({ outcome: "manual_required" })), {
      done: 1,
      all: 3,
      failed: 1,
      fact: { _tag: "Failed", count: 1 },
      tone: "bad"
    })
    assert.deepInclude(of(verified, app({ outcome: "manual_required" })), { fact: { _tag: "Manual", count: 1 } })
    assert.deepInclude(of(verified, app({ outcome: "skipped" })), { fact: { _tag: "NotFound", count: 1 } })
    assert.deepInclude(of(verified, byHand, app({ outcome: "revoked" })), { fact: { _tag: "Reported", count: 1 } })
    assert.deepInclude(of(verified, byHand), { fact: { _tag: "ByHand", count: 1 } })
    assert.deepInclude(of(verified), { done: 1, fact: { _tag: "Verified", count: 1 }, tone: undefined })
  })

  it("tasks: overdue, then due today, then the next day", () => {
    keepTimeOf("UTC")
    const [today, far, past] = [
      DateTime.formatIsoDateUtc(DateTime.nowUnsafe()),
      CalendarDate.make("2099-01-02"),
      "2020-01-02"
    ]
    const of = (...checklist_items: ReadonlyArray<object>) => tasksPart(details({ checklist_items }))
    const done = task({ completed: true, due_date: past })
    assert.deepInclude(of(done, task({ due_date: today }), task({ due_date: past }), task({ sla_breached: true })), {
      done: 1,
      all: 4,
      fact: { _tag: "Overdue", count: 2 },
      tone: "bad"
    })
    assert.deepInclude(of(done, task({ due_date: today }), task()), {
      fact: { _tag: "DueToday", count: 1 },
      tone: "watch"
    })
    assert.deepInclude(of(task({ due_date: "2099-02-01" }), task({ due_date: far })), {
      fact: { _tag: "Due", on: far }
    })
    assert.deepInclude(of(done), { done: 1, all: 1, fact: undefined })
  })

  it("equipment and documents: what is late, lost, or unsigned; nothing without the permission to see them", () => {
    assert.isUndefined(equipmentPart(details()))
    assert.isUndefined(documentsPart(details()))
    const assets = [asset({ return_deadline: "2020-01-02" }), asset({ status: "lost" })]
    assert.deepInclude(equipmentPart(details({ assets })), { done: 1, all: 2, fact: { _tag: "Overdue", count: 1 } })
    assert.deepInclude(equipmentPart(details({ assets: [asset({ status: "returned" })] })), {
      fact: { _tag: "ReturnOpen" }
    })
    const of = (...documents: ReadonlyArray<object>) => documentsPart(details({ documents }))
    assert.deepInclude(of(document(), document({ status: "signed" })), {
      done: 1,
      fact: { _tag: "Unsigned", count: 1, name: "NDA reminder" }
    })
    assert.deepInclude(of(document(), document({ esignature_status: "declined" })), {
      fact: { _tag: "Rejected", count: 1 },
      tone: "bad"
    })
  })
})
