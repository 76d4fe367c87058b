import { assert, describe, it } from "@effect/vitest"
import { CalendarDate } from "@svc/contract/kernel/dates"
import { DateTime, Schema } from "effect"
import { ChecklistTemplate } from "@svc/contract/checklist-templates/schema"
import { tasksOfNew } from "../../../packages/dashboard/src/offboarding/cases/new-case-tasks.ts"
import { courseOf, savedNow } from "../../../packages/dashboard/src/offboarding/cases/course.ts"

const day = Schema.decodeUnknownSync(CalendarDate)
const now = DateTime.makeUnsafe("2026-12-01T12:00:00Z")
const at = (text: string) => DateTime.makeUnsafe(text)

const dates = {
  ends: "last_day" as const,
  lastDay: day("2026-12-18"),
  employmentEnds: undefined,
  accessEnds: undefined,
  zone: "America/New_York"
}

const order = (...given: Parameters<typeof courseOf>) =>
  courseOf(...given).map((event) => (event.kind === "access" && event.isNow ? "access now" : event.kind))

describe("what will happen when an offboarding starts", () => {
  it("is ordered by time in the zone of the offboarding: access ends at the end of the last day", () => {
    assert.deepStrictEqual(order({ ...dates, employmentEnds: day("2026-12-31") }, now), [
      "start",
      "last_day",
      "access",
      "employment"
    ])
    const [, , access] = courseOf(dates, now)
    assert.deepStrictEqual(access, { kind: "access", at: at("2026-12-19T05:00:00Z"), isNow: false })
  })

  it("an end at a time comes at that time; before it is chosen, no end is claimed", () => {
    const time = { ...dates, ends: "time" as const }
    assert.deepStrictEqual(order({ ...time, accessEnds: at("2026-12-16T22:30:00Z") }, now), [
      "start",
      "access",
      "last_day"
    ])
    assert.deepStrictEqual(order(time, now), ["start", "last_day"])
    assert.deepStrictEqual(order({ ...dates, lastDay: undefined }, now), ["start"])
  })

  it("an immediate end, and one that has passed, come right after the start", () => {
    const early = { ...dates, lastDay: day("2026-11-30") }
    assert.deepStrictEqual(order({ ...dates, ends: "now" }, now), ["start", "access now", "last_day"])
    assert.deepStrictEqual(order({ ...early, ends: "now" }, now), ["start", "access now", "last_day"])
    assert.deepStrictEqual(order(early, now), ["start", "access now", "last_day"])
  })

  it("an immediate end is saved as this moment, unless employment has ended by then", () => {
    assert.deepStrictEqual(savedNow({ exit_date: day("2026-12-01") }, "UTC", now), { access_ends_at: now })
    assert.deepStrictEqual(savedNow({ exit_date: day("2026-11-30") }, "UTC", now), {})
    assert.deepStrictEqual(savedNow({ exit_date: day("2026-11-30"), employment_ends_on: "2026-12-31" }, "UTC", now), {
      access_ends_at: now
    })
  })
})

describe("the tasks that a new offboarding gets", () => {
  const item = (task: string) => ({
    task,
    assigned_to: "HR",
    sla_hours: null,
    due_days_before_exit: null,
    follows: null
  })
  const template = (given: object) =>
    Schema.decodeUnknownSync(ChecklistTemplate)({
      id: "8b0a9c1e-6f0d-4c55-9a39-2f5a3f0f7c11",
      org_id: "1b0a9c1e-6f0d-4c55-9a39-2f5a3f0f7c11",
      name: "Engineers",
      description: "",
      role: null,
      separation_type: null,
      worker_type: null,
      is_active: true,
      items: [item("Hand over the pager")],
      created_at: "2026-12-01T12:00:00.000Z",
      updated_at: "2026-12-01T12:00:00.000Z",
      ...given
    })
  const standard = { general: [item("Tell the team")], contractor: [item("Pay the final invoice")] }
  const page = (...rows: ReadonlyArray<ReturnType<typeof template>>) => ({ rows, total: rows.length })
  const recommended = { chosen: "", source: undefined, standard, isContractor: false }
  const names = (given: Parameters<typeof tasksOfNew>[0]) => tasksOfNew(given)?.map(({ task }) => task)

  it("are those of the chosen template, or of the copied offboarding", () => {
    const one = template({})
    assert.deepStrictEqual(names({ ...recommended, chosen: one.id, templates: page(one) }), ["Hand over the pager"])
  })

  it("are the standard ones by employment type, if no template could be recommended", () => {
    const manual = page(template({}), template({ role: "Engineer", is_active: false }))
    assert.deepStrictEqual(names({ ...recommended, templates: manual }), ["Tell the team"])
    assert.deepStrictEqual(names({ ...recommended, isContractor: true, templates: manual }), ["Pay the final invoice"])
  })

  it("are not claimed where the service decides, or does not know the person here", () => {
    assert.isUndefined(names({ ...recommended, templates: page(template({ role: "Engineer" })) }))
    assert.isUndefined(names({ ...recommended, templates: { rows: [], total: 501 } }))
    assert.isUndefined(names({ ...recommended, isContractor: undefined, templates: page() }))
    assert.isUndefined(names({ ...recommended, templates: undefined }))
  })
})
