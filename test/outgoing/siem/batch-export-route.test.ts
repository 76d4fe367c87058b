import { assert, layer } from "#test/support/suite"
import { instantsOf } from "@svc/contract/siem/schema"
import { DateTime, Effect } from "effect"
import { randomUUID } from "node:crypto"
import { DashboardApp } from "#test/outgoing/webhooks/support"
import { anAdmin } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { entriesOf } from "#test/support/log"
import { aTarget, body, enqueue, everything, path, replay } from "./targets.ts"

const range = { from: "2026-03-01", to: "2026-03-02" }

layer(DashboardApp)("POST /api/siem-targets/batch-export", (it) => {
  it.status(400, "target, from and to are needed, as days or moments in order; a cursor is text", function* () {
    const admin = yield* anAdmin()
    const { id } = yield* aTarget(admin)
    const before = yield* everything(admin.orgId)
    for (const [wrong, sentence] of [
      [{ target_id: undefined }, "target_id: "],
      [{ target_id: "7" }, "target_id: must be a UUID"],
      [{ from: undefined }, "from: "],
      [{ to: undefined }, "to: "],
      [{ from: null }, "from: "],
      [{ from: "2026-02-30" }, "from: must be a date that exists"],
      [{ from: "yesterday" }, "from: must be a date that exists"],
      [{ from: "2026-03-01T09:00:00" }, "from: must be a date that exists"],
      [{ to: "2026-03" }, "to: must be a date that exists"],
      [{ to: 20260302 }, "to: "],
      [{ from: "2026-03-03" }, "from: must not be after to"],
      [{ from: "2026-03-03T00:00:00Z" }, "from: must not be after to"],
      [{ from: "2026-03-02T12:00:01+02:00", to: "2026-03-02T10:00:00Z" }, "from: must not be after to"],
      [{ cursor: 7 }, "cursor: "],
      [{ cursor: "x".repeat(201) }, "cursor: must be at most 200 characters"]
    ] as const) {
      const answer = yield* as(admin).post(`${path}/batch-export`, { ...range, target_id: id, ...wrong })
      assert.strictEqual(answer.status, 400, `${JSON.stringify(wrong)} ${answer.text}`)
      assert.include(String(Object(answer.body).error), sentence, JSON.stringify(wrong))
    }
    assert.deepStrictEqual(yield* everything(admin.orgId), before)
  })

  it.status(
    200,
    "from and to may be the same day, days or moments with any offset, and a null cursor is none",
    function* () {
      const admin = yield* anAdmin()
      const { id } = yield* aTarget(admin)
      for (const range of [
        { from: "2020-03-01", to: "2020-03-01" },
        { from: "2020-03-01T10:00:00+02:00", to: "2020-03-01T08:00:00Z", cursor: null },
        { from: "1900-01-01", to: "1900-12-31" }
      ]) {
        const answer = yield* replay(admin, { target_id: id, ...range })
        assert.deepStrictEqual([answer.status, answer.body], [200, { queued: 0, next_cursor: null }], answer.text)
      }
    }
  )

  // siem-28: A date of a batch export is a day in UTC, and the last day is included.
  it.effect("a day is one of UTC, and the last day of a range is in it", () =>
    Effect.sync(() => {
      const instants = (from: string, to: string) => {
        const range = instantsOf({ from, to })
        return [DateTime.formatIso(range.from), DateTime.formatIso(range.to)]
      }
      assert.deepStrictEqual(instants("2026-03-01", "2026-03-31"), [
        "2026-03-01T00:00:00.000Z",
        "2026-03-31T23:59:59.999Z"
      ])
      assert.deepStrictEqual(instants("2026-03-01T00:00:00+02:00", "2026-03-01T09:00:00.5Z"), [
        "2026-02-28T22:00:00.000Z",
        "2026-03-01T09:00:00.500Z"
      ])
      assert.deepStrictEqual(instants("9999-12-31", "9999-12-31T23:59:59-12:00"), [
        "9999-12-31T00:00:00.000Z",
        "9999-12-31T23:59:59.999Z"
      ])
    })
  )

  it.status(400, "a cursor that is none, or that belongs to another range, target or organisation", function* () {
    const admin = yield* anAdmin()
    const { id } = yield* aTarget(admin)
    const before = yield* everything(admin.orgId)
    for (const cursor of [
      "",
      "7",
      "not-a-cursor",
      Buffer.from("1.1.00000000000000000000000000000000").toString("base64url")
    ]) {
      const answer = yield* withStatus(400, replay(admin, { ...range, target_id: id, cursor }), cursor)
      assert.match(answer.text, /^\{"error":"cursor: /)
    }
    assert.deepStrictEqual(yield* everything(admin.orgId), before)
  })

  it.status(200, "what the range holds is queued once, in the target's name, and it is audited", function* () {
    const admin = yield* anAdmin()
    const { id } = yield* aTarget(admin)
    const today = DateTime.formatIsoDateUtc(yield* DateTime.now)
    const answer = yield* replay(admin, { target_id: id, from: today, to: today })
    const queued = (yield* entriesOf(admin.orgId)).length - 1
    assert.isAbove(queued, 0)
    assert.deepStrictEqual([answer.status, answer.body], [200, { queued, next_cursor: null }])
    assert.lengthOf(yield* entriesOf(admin.orgId, { action: "siem_batch_exported" }), 1)
  })

  it.status(404, "none such, or another organisation's, and nothing is queued", function* () {
    const admin = yield* anAdmin()
    const other = yield* anAdmin()
    const { id } = yield* aTarget(other)
    const before = yield* everything(other.orgId)
    for (const target_id of [id, randomUUID()]) {
      const answer = yield* replay(admin, { ...range, target_id })
      assert.deepStrictEqual([answer.status, answer.body], [404, { error: "SIEM destination not found" }])
    }
    assert.deepStrictEqual(yield* everything(other.orgId), before)
  })

  it.status(409, "target_paused: a paused target queues nothing", function* () {
    const admin = yield* anAdmin()
    const { id } = yield* aTarget(admin, body({ active: false }))
    const before = yield* everything(admin.orgId)
    const answer = yield* withStatus(409, replay(admin, { ...range, target_id: id }))
    assert.deepInclude(answer.body, { code: "target_paused" })
    assert.deepStrictEqual(yield* everything(admin.orgId), before)
  })

  it.status(409, "queue_full: while 100,000 events wait nothing is added to them", function* () {
    const admin = yield* anAdmin()
    const { id } = yield* aTarget(admin)
    yield* enqueue(admin.orgId, id, 100_000)
    const answer = yield* withStatus(409, replay(admin, { ...range, target_id: id }))
    assert.deepInclude(answer.body, { code: "queue_full" })
    assert.lengthOf(yield* entriesOf(admin.orgId, { action: "siem_batch_exported" }), 0)
  })
})
