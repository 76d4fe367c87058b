import { assert, layer } from "#test/support/suite"
import { DateTime, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { OverdueAssets } from "#work/assets/overdue"
import * as NotificationsDomain from "#outgoing/notifications/index"
import { Jobs } from "#platform/jobs/jobs"
import { Loops } from "#App"
import { handOut, noticesOf } from "#test/outgoing/notifications/support"
import { queuedMails } from "#test/support/mails"
import { TestApp } from "#test/support/TestApp"
import { aMember, aSuperAdmin, type Member } from "#test/support/people"
import { as } from "#test/support/requests"
import { eventsOf } from "#test/support/log"
import { aHolder, anAsset, assetEntries, holding } from "./support.ts"

const at = (text: string) => TestClock.setTime(DateTime.makeUnsafe(text).epochMilliseconds)
const run = (by: Member) => Jobs.use((jobs) => jobs.run("asset-overdue", by.orgId))

const deadlinesTold = (by: Member) =>
  Effect.map(eventsOf(by.orgId, { tag: "asset.%" }), (events) =>
    events.map((event) => [event["returnDeadline"], event["daysOverdue"]])
  )

const editDeadline = (
  by: Member,
  asset: { readonly id: string; readonly item_name: string; readonly serial_number: string },
  returnDeadline: string | null
) =>
  as(by).patch(`/api/assets/${asset.id}`, {
    itemName: asset.item_name,
    serialNumber: asset.serial_number,
    returnDeadline
  })

layer(Loops.pipe(Layer.provideMerge(TestApp)), { timeout: "180 seconds" })("asset.overdue (events-8)", (it) => {
  // assets-24: An overdue deadline is reported once, on the calendar of the organization, also with several nodes.
  it.effect(
    "once per deadline, the night after it passes; audited without an actor; a new deadline is told again",
    function* () {
      yield* at("2026-03-02T09:00:00Z")
      const by = yield* aSuperAdmin()
      const ada = yield* aHolder(by)
      const asset = yield* anAsset(by, { ...holding(ada.id), category: "phone", returnDeadline: "2026-03-02" })
      yield* at("2026-03-02T23:59:59Z")
      assert.deepStrictEqual(yield* run(by), { told: 0, failed: 0 })
      yield* at("2026-03-03T00:05:00Z")
      assert.deepStrictEqual(yield* run(by), { told: 1, failed: 0 })
      assert.deepStrictEqual(yield* run(by), { told: 0, failed: 0 })
      assert.deepStrictEqual(yield* eventsOf(by.orgId, { tag: "asset.%" }), [
        {
          _tag: "asset.overdue",
          assetId: asset.id,
          itemName: "MacBook Pro",
          serialNumber: asset.serial_number,
          category: "phone",
          employeeId: ada.id,
          returnDeadline: "2026-03-02",
          daysOverdue: 1
        }
      ])
      assert.deepInclude((yield* assetEntries(by)).at(-1), {
        action: "asset_overdue",
        actor_id: null,
        details: "return deadline: 2026-03-02, days overdue: 1"
      })
      yield* editDeadline(by, asset, "2026-03-05")
      yield* at("2026-03-08T00:05:00Z")
      yield* run(by)
      assert.deepStrictEqual(yield* deadlinesTold(by), [
        ["2026-03-02", 1],
        ["2026-03-05", 3]
      ])
    }
  )

  it.effect("neither what is returned or lost by then, nor what has no deadline", function* () {
    yield* at("2026-03-09T09:00:00Z")
    const by = yield* aSuperAdmin()
    const deadline = { returnDeadline: "2026-03-10" }
    const [returned, lost, open] = [
      yield* anAsset(by, deadline),
      yield* anAsset(by, deadline),
      yield* anAsset(by, deadline)
    ]
    yield* as(by).patch(`/api/assets/${returned.id}/return`)
    yield* as(by).patch(`/api/assets/${lost.id}`, {
      itemName: lost.item_name,
      serialNumber: lost.serial_number,
      status: "lost"
    })
    yield* editDeadline(by, open, null)
    yield* at("2026-03-20T00:05:00Z")
    assert.deepStrictEqual(yield* run(by), { told: 0, failed: 0 })
  })

  // assets-24
  it.effect("on the organisation's calendar, also in the nights in which clocks change", function* () {
    // Berlin's clocks go forward on 29 March 2026 and back on 25 October: both nights begin at another UTC hour.
    const nights = [
      ["Europe/Berlin", "2026-03-28", "2026-03-28T22:59:59Z", "2026-03-28T23:00:00Z"],
      ["Europe/Berlin", "2026-03-29", "2026-03-29T21:59:59Z", "2026-03-29T22:00:00Z"],
      ["Asia/Kathmandu", "2026-04-10", "2026-04-10T18:14:59Z", "2026-04-10T18:15:00Z"],
      ["Pacific/Kiritimati", "2026-04-20", "2026-04-20T09:59:59Z", "2026-04-20T10:00:00Z"],
      ["Pacific/Pago_Pago", "2026-05-01", "2026-05-02T10:59:59Z", "2026-05-02T11:00:00Z"],
      ["Europe/Berlin", "2026-10-25", "2026-10-25T22:59:59Z", "2026-10-25T23:00:00Z"]
    ] as const
    for (const [timezone, returnDeadline, before, after] of nights) {
      yield* at(`${returnDeadline}T00:00:00Z`)
      const by = yield* aSuperAdmin({ timezone })
      yield* anAsset(by, { returnDeadline })
      yield* at(before)
      assert.deepStrictEqual(yield* run(by), { told: 0, failed: 0 }, `${timezone} before`)
      yield* at(after)
      assert.deepStrictEqual(yield* run(by), { told: 1, failed: 0 }, `${timezone} after`)
      assert.deepStrictEqual(yield* deadlinesTold(by), [[returnDeadline, 1]])
    }
  })

  // assets-24
  it.effect("two nodes at once tell of each deadline exactly once, however many there are", function* () {
    yield* at("2026-11-02T09:00:00Z")
    const by = yield* aSuperAdmin()
    const rows = Array.from({ length: 250 }, (_, index) => ({
      itemName: "Badge",
      serialNumber: `N-${index}`,
      returnDeadline: "2026-11-03"
    }))
    yield* as(by).post("/api/assets/bulk", { assets: rows })
    yield* at("2026-11-04T00:05:00Z")
    const overdue = yield* OverdueAssets
    const figures = yield* Effect.all(
      [overdue.tellDue(by.orgId), overdue.tellDue(by.orgId), overdue.tellDue(undefined)],
      { concurrency: 3 }
    )
    assert.strictEqual(
      figures.reduce((sum, { told }) => sum + told, 0),
      250
    )
    const told = (yield* eventsOf(by.orgId, { tag: "asset.%" })).map((event) => event["assetId"])
    assert.strictEqual(told.length, 250)
    assert.strictEqual(new Set(told).size, 250)
  })
})

layer(Layer.mergeAll(Loops, NotificationsDomain.reactions).pipe(Layer.provideMerge(TestApp)), {
  timeout: "180 seconds"
})("who hears of it", (it) => {
  // assets-25: Admins and custom roles with `assets_manage` are notified of overdue equipment; HR and managers are not.
  it.effect("admins in the app and by mail, and own roles that manage assets; HR and managers do not", function* () {
    yield* at("2026-03-02T09:00:00Z")
    const by = yield* aSuperAdmin()
    const keeper = yield* aMember(by.orgId, { permissions: ["assets_manage"] })
    yield* aMember(by.orgId, "hr")
    yield* aMember(by.orgId, "manager")
    const asset = yield* anAsset(by, { returnDeadline: "2026-03-02" })
    yield* at("2026-03-03T00:05:00Z")
    yield* run(by)
    yield* handOut(by.orgId)
    const notices = yield* noticesOf(by.orgId)
    assert.sameMembers(
      notices.map((notice) => notice.user_id),
      [by.userId, keeper.userId]
    )
    assert.deepInclude(notices[0], {
      type: "asset.overdue",
      body: `MacBook Pro (${asset.serial_number}) was due back on Mar 2, 2026 and has not been returned. Contact the person, or mark it as returned or lost.`,
      data: { assetId: asset.id, serialNumber: asset.serial_number }
    })
    const mails = (yield* queuedMails).filter(({ orgId }) => orgId === by.orgId)
    assert.sameMembers(
      mails.map(({ to }) => to),
      [by.email, keeper.email]
    )
  })
})
