import { assert, describe, it as plain, layer } from "#test/support/suite"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { dayIn } from "@svc/contract/kernel/dates"
import { daysBetween, recoveryTimeline } from "#work/assets/rules"
import { DateTime } from "effect"
import { start, TestApp } from "#test/support/TestApp"
import { aSuperAdmin } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { anAsset } from "./support.ts"

describe("recoveryTimeline", () => {
  plain("always has five buckets in this order; a deadline is still due through its own day", () => {
    const today = "2026-03-31"
    const at = (return_deadline: string) => recoveryTimeline([{ return_deadline, count: 1 }], today)
    assert.deepStrictEqual(recoveryTimeline([], today), [
      { bucket: "overdue-30d+", state: "overdue", count: 0 },
      { bucket: "overdue-8-30d", state: "overdue", count: 0 },
      { bucket: "overdue-1-7d", state: "overdue", count: 0 },
      { bucket: "due-0-7d", state: "due", count: 0 },
      { bucket: "due-8d+", state: "due", count: 0 }
    ])
    const bucketOf = (deadline: string) => at(deadline).find(({ count }) => count === 1)?.bucket
    assert.deepStrictEqual(
      [
        "2026-02-28",
        "2026-03-01",
        "2026-03-23",
        "2026-03-24",
        "2026-03-30",
        "2026-03-31",
        "2026-04-07",
        "2026-04-08"
      ].map(bucketOf),
      [
        "overdue-30d+",
        "overdue-8-30d",
        "overdue-8-30d",
        "overdue-1-7d",
        "overdue-1-7d",
        "due-0-7d",
        "due-0-7d",
        "due-8d+"
      ]
    )
  })

  plain("days are counted on the calendar, whatever the clocks do that night", () => {
    assert.strictEqual(daysBetween("2026-03-28", "2026-03-30"), 2)
    assert.strictEqual(daysBetween("2026-10-26", "2026-10-24"), -2)
    const utc = (text: string) => DateTime.makeUnsafe(text)
    assert.strictEqual(dayIn("Europe/Berlin", utc("2026-03-28T22:59:59Z")), "2026-03-28")
    assert.strictEqual(dayIn("Europe/Berlin", utc("2026-03-28T23:00:00Z")), "2026-03-29")
    assert.strictEqual(dayIn("Europe/Berlin", utc("2026-03-29T22:00:00Z")), "2026-03-30")
    assert.strictEqual(dayIn("Pacific/Kiritimati", utc("2026-03-01T10:00:00Z")), "2026-03-02")
    assert.strictEqual(dayIn("Pacific/Pago_Pago", utc("2026-03-02T10:59:00Z")), "2026-03-01")
  })
})

layer(TestApp)("GET /api/assets/summary", (it) => {
  // assets-3: The summary has totals, categories, the five buckets of `recoveryTimeline` in their order, and
  //   `noDeadlineDeployedCount`.
  it.status(
    200,
    "totals, byCategory, recoveryTimeline of deployed assets with a deadline, noDeadlineDeployedCount",
    function* () {
      const by = yield* aSuperAdmin()
      yield* anAsset(by, { category: "laptop", returnDeadline: "2026-03-01" })
      yield* anAsset(by, { category: "laptop", returnDeadline: "2026-03-02" })
      yield* anAsset(by, { category: "phone" })
      const back = yield* anAsset(by, { category: "phone", returnDeadline: "2026-01-01" })
      yield* as(by).patch(`/api/assets/${back.id}/return`)
      const lost = yield* anAsset(by, { returnDeadline: "2026-01-01" })
      yield* as(by).patch(`/api/assets/${lost.id}`, {
        itemName: lost.item_name,
        serialNumber: lost.serial_number,
        status: "lost"
      })
      const { body } = yield* withStatus(200, as(by).get("/api/assets/summary"))
      assert.deepStrictEqual(body, {
        totals: { total: 5, deployed: 3, returned: 1, lost: 1 },
        byCategory: [
          { category: "laptop", total: 2, deployed: 2, returned: 0 },
          { category: "phone", total: 2, deployed: 1, returned: 1 },
          { category: "other", total: 1, deployed: 0, returned: 0 }
        ],
        recoveryTimeline: [
          { bucket: "overdue-30d+", state: "overdue", count: 0 },
          { bucket: "overdue-8-30d", state: "overdue", count: 0 },
          { bucket: "overdue-1-7d", state: "overdue", count: 1 },
          { bucket: "due-0-7d", state: "due", count: 1 },
          { bucket: "due-8d+", state: "due", count: 0 }
        ],
        noDeadlineDeployedCount: 1
      })
    }
  )

  // assets-4: Days are those of the organisation's calendar, and a deadline is due through its own day.
  it.status(200, "days are those of the organisation's calendar", function* () {
    const east = yield* aSuperAdmin({ timezone: "Pacific/Kiritimati" })
    const west = yield* aSuperAdmin({ timezone: "Pacific/Pago_Pago" })
    const overdue = Effect.fnUntraced(function* (by: typeof east) {
      const { body } = yield* as(by).get("/api/assets/summary")
      return JSON.stringify(body).includes('"bucket":"overdue-1-7d","state":"overdue","count":1')
    })
    for (const by of [east, west]) yield* anAsset(by, { returnDeadline: "2026-03-02" })
    yield* TestClock.setTime(DateTime.add(start, { hours: 2 }).epochMilliseconds)
    assert.isTrue(yield* overdue(east))
    assert.isFalse(yield* overdue(west))
  })
})

layer(TestApp)("POST /api/assets/bulk", (it) => {
  const bulk = (by: Effect.Success<ReturnType<typeof aSuperAdmin>>, assets: unknown) =>
    as(by).post("/api/assets/bulk", { assets })
  const row = (serialNumber: string, more = {}) => ({ itemName: "Phone", serialNumber, ...more })

  // assets-22: Adding many takes 1 to 1,000 rows, and returning many 1 to 500 IDs; each row is judged separately.
  it.status(
    201,
    "{ inserted, skipped, errors[] }: each row by itself, with the reason of each that is skipped",
    function* () {
      const by = yield* aSuperAdmin()
      const there = yield* anAsset(by)
      const stranger = "7b0e9c52-6a54-4f0e-9d0f-6b8f4d6c1a2e"
      const { body, status } = yield* bulk(by, [
        row("B-1", { category: "phone" }),
        row(" B-1 "),
        row(there.serial_number),
        { serialNumber: "B-2" },
        row("B-3", { returnDeadline: "soon" }),
        row("B-4", { orgEmployeeId: stranger }),
        17,
        row("B-5")
      ])
      assert.strictEqual(status, 201)
      assert.deepStrictEqual(body, {
        inserted: 2,
        skipped: 6,
        errors: [
          { serialNumber: "B-1", reason: "This serial number is in the list more than once. The first was added" },
          {
            serialNumber: there.serial_number,
            reason: "An asset with this serial number already exists. Edit that asset, or correct the number"
          },
          { serialNumber: "B-2", reason: "itemName: is required" },
          {
            serialNumber: "B-3",
            reason: "returnDeadline: must be a date that exists, as YYYY-MM-DD, from 1900-01-01 on"
          },
          { serialNumber: "B-4", reason: "orgEmployeeId: not found in the directory" },
          { serialNumber: "", reason: "The asset must be an object" }
        ]
      })
    }
  )

  // assets-9: Many are added as far as the plan has room: `{ inserted, skipped, errors }`.
  it.status(201, "as many as the plan has room for, the rest reported as skipped", function* () {
    const by = yield* aSuperAdmin({ plan: "none" })
    for (let index = 0; index < 8; index++) yield* anAsset(by)
    const { body } = yield* bulk(
      by,
      ["C-1", "C-2", "C-3"].map((serial) => row(serial))
    )
    assert.deepInclude(body, { inserted: 2, skipped: 1 })
    assert.match(JSON.stringify(body), /"serialNumber":"C-3","reason":"The plan none allows 10 assets/)
  })

  it.status(201, "the same list twice at once: each asset is added once", function* () {
    const by = yield* aSuperAdmin()
    const list = Array.from({ length: 40 }, (_, index) => row(`D-${index}`))
    const answers = yield* Effect.all([bulk(by, list), bulk(by, list.toReversed())], { concurrency: 2 })
    const inserted = answers.map(({ body }) => Number(/"inserted":(\d+)/.exec(JSON.stringify(body))?.[1]))
    assert.strictEqual(
      inserted.reduce((sum, count) => sum + count, 0),
      40
    )
  })

  // assets-22
  it.status(400, "1 to 1000 assets, as a list", function* () {
    const by = yield* aSuperAdmin()
    for (const assets of [undefined, {}, [], Array.from({ length: 1001 }, (_, index) => row(`E-${index}`))]) {
      const answer = yield* withStatus(400, bulk(by, assets))
      assert.match(answer.error, /^assets: /)
    }
  })
})
