import { assert, layer } from "#test/support/suite"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { TestApp } from "#test/support/TestApp"
import { aKey, aMember, aSuperAdmin, type Member } from "#test/support/people"
import { as, send, withStatus } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { eventsOf } from "#test/support/log"
import { aCaseOf, aHolder, anAsset, assetActions, assetEntries, assetTask, holding, shown } from "./support.ts"

const giveBack = (by: Member, id: string, body?: unknown) => as(by).patch(`/api/assets/${id}/return`, body)

const lose = (by: Member, asset: { readonly id: string; readonly item_name: string; readonly serial_number: string }) =>
  as(by).patch(`/api/assets/${asset.id}`, {
    itemName: asset.item_name,
    serialNumber: asset.serial_number,
    status: "lost"
  })

layer(TestApp)("PATCH /api/assets/{id}/return", (it) => {
  // assets-11: A return sets `returned`, is audited as `asset_returned`, lets the task follow, and is announced.
  it.status(
    200,
    "full asset row: status returned, updated_at touched, audited, task followed, announced",
    function* () {
      const by = yield* aSuperAdmin()
      const ada = yield* aHolder(by)
      const id = yield* aCaseOf(by, ada.email)
      const asset = yield* anAsset(by, { ...holding(ada.id), category: "laptop" })
      yield* TestClock.adjust("1 minute")
      const { body } = yield* withStatus(200, giveBack(by, asset.id, { condition: "broken", notes: "by post" }))
      assert.notProperty(body, "unchanged")
      assert.deepInclude(body, {
        id: asset.id,
        status: "returned",
        condition: "good",
        updated_at: DateTime.formatIso(DateTime.add(asset.created_at, { minutes: 1 }))
      })
      assert.deepInclude(yield* shown(by, asset.id), { status: "returned" })
      assert.isTrue(yield* assetTask(by, id))
      assert.deepStrictEqual(yield* eventsOf(by.orgId, { tag: "asset.%" }), [
        {
          _tag: "asset.returned",
          assetId: asset.id,
          itemName: "MacBook Pro",
          serialNumber: asset.serial_number,
          category: "laptop",
          employeeId: ada.id,
          source: "manual"
        }
      ])
      assert.deepStrictEqual(yield* assetActions(by), ["asset_created", "asset_returned", "checklist_item_completed"])
    }
  )

  // assets-12: Of a return only `found` is read.
  it.status(200, "only found is read; condition, notes and whatever else is sent is ignored", function* () {
    const by = yield* aSuperAdmin()
    const asset = yield* anAsset(by, { condition: "scratched" })
    const sent = { condition: 7, notes: { by: "post" }, status: "lost", itemName: "", orgEmployeeId: "nobody" }
    const { body } = yield* withStatus(200, giveBack(by, asset.id, sent))
    assert.deepInclude(body, { status: "returned", condition: "scratched", item_name: asset.item_name })
  })

  // assets-16: HR and managers may return.
  it.status(200, "HR and a manager may, whoever has it", function* () {
    const by = yield* aSuperAdmin()
    for (const role of ["hr", "manager"] as const) {
      const asset = yield* anAsset(by)
      assert.strictEqual((yield* giveBack(yield* aMember(by.orgId, role), asset.id)).status, 200, role)
    }
  })

  // assets-14: What is returned already answers `unchanged: true`, and nothing is audited or announced.
  it.status(200, "unchanged: an already returned asset; nothing is audited or announced", function* () {
    const by = yield* aSuperAdmin()
    const asset = yield* anAsset(by)
    const [first, second] = [yield* giveBack(by, asset.id), yield* giveBack(by, asset.id, { found: true })]
    assert.deepStrictEqual(second.body, { ...Object(first.body), unchanged: true })
    assert.lengthOf(yield* eventsOf(by.orgId, { tag: "asset.%" }), 1)
    assert.deepStrictEqual(yield* assetActions(by), ["asset_created", "asset_returned"])
  })

  it.status(200, "two returns at once are one return, one entry and one event", function* () {
    const by = yield* aSuperAdmin()
    const ada = yield* aHolder(by)
    yield* aCaseOf(by, ada.email)
    const asset = yield* anAsset(by, holding(ada.id))
    const answers = yield* Effect.all(
      Array.from({ length: 4 }, () => giveBack(by, asset.id)),
      { concurrency: 4 }
    )
    assert.deepStrictEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200]
    )
    assert.lengthOf(
      answers.filter(({ body }) => JSON.stringify(body).includes('"unchanged":true')),
      3
    )
    assert.lengthOf(yield* eventsOf(by.orgId, { tag: "asset.%" }), 1)
    assert.deepStrictEqual(
      (yield* assetActions(by)).filter((action) => action === "asset_returned"),
      ["asset_returned"]
    )
  })

  // assets-13: A lost asset comes back only with `found: true`, audited as `asset_found`; else 409 `ASSET_LOST`.
  it.status(200, "found: true brings a lost asset back, audited as asset_found", function* () {
    const by = yield* aSuperAdmin()
    const asset = yield* anAsset(by)
    yield* lose(by, asset)
    const { body } = yield* giveBack(by, asset.id, { found: true })
    assert.deepInclude(body, { status: "returned" })
    const found = (yield* assetEntries(by)).at(-1)
    assert.deepInclude(found, { action: "asset_found", details: "assigned to: nobody, status: lost -> returned" })
    assert.lengthOf(yield* eventsOf(by.orgId, { tag: "asset.%" }), 1)
  })

  it.status(400, "found is true or false; an id that is not a UUID", function* () {
    const by = yield* aSuperAdmin()
    const asset = yield* anAsset(by)
    const answer = yield* giveBack(by, asset.id, { found: "yes" })
    assert.deepStrictEqual([answer.status, answer.error], [400, "found: must be true or false"])
    assert.strictEqual((yield* giveBack(by, "17")).status, 400)
  })

  it.status(404, "not in the organisation", function* () {
    const by = yield* aSuperAdmin()
    const foreign = yield* Effect.flatMap(aSuperAdmin(), (other) => anAsset(other))
    for (const id of [foreign.id, randomUUID()]) assert.strictEqual((yield* giveBack(by, id)).status, 404)
  })

  // assets-13
  it.status(409, "ASSET_LOST: a lost asset without found: true", function* () {
    const by = yield* aSuperAdmin()
    const asset = yield* anAsset(by)
    yield* lose(by, asset)
    for (const body of [undefined, {}, { found: false }]) {
      const refused = yield* withStatus(409, giveBack(by, asset.id, body))
      assert.deepInclude(refused.body, { code: "ASSET_LOST" })
    }
    assert.isEmpty(yield* eventsOf(by.orgId, { tag: "asset.%" }))
  })
})

layer(TestApp)("PATCH /api/assets/bulk-return", (it) => {
  const bulk = (by: Member, ids: ReadonlyArray<string>) => as(by).patch("/api/assets/bulk-return", { ids })

  // assets-15: A bulk return changes deployed ones only, and skips the others and foreign ids in silence; one entry
  //   covers the batch.
  it.status(
    200,
    "{ updated, assets[] }: only deployed ones change; the others and foreign ids are skipped silently",
    function* () {
      const by = yield* aSuperAdmin()
      const ada = yield* aHolder(by)
      const id = yield* aCaseOf(by, ada.email)
      const [laptop, phone, badge, car] = [
        yield* anAsset(by, holding(ada.id)),
        yield* anAsset(by, holding(ada.id)),
        yield* anAsset(by),
        yield* anAsset(by)
      ]
      yield* lose(by, badge)
      yield* giveBack(by, car.id)
      const foreign = yield* Effect.flatMap(aSuperAdmin(), (other) => anAsset(other))
      const ids = [laptop.id, phone.id, laptop.id, badge.id, car.id, foreign.id, randomUUID()]
      const { body } = yield* withStatus(200, bulk(by, ids))
      assert.deepInclude(body, { updated: 2 })
      assert.notInclude(JSON.stringify(body), badge.id)
      assert.isTrue(yield* assetTask(by, id))
      const entries = (yield* assetEntries(by)).filter(({ action }) => action === "asset_bulk_returned")
      assert.deepStrictEqual(
        entries.map(({ target }) => target),
        ["2 assets"]
      )
      const events = (yield* eventsOf(by.orgId, { tag: "asset.%" })).filter((event) => event["source"] === "bulk")
      assert.sameMembers(
        events.map((event) => event["assetId"]),
        [laptop.id, phone.id]
      )
      assert.deepStrictEqual((yield* bulk(by, ids)).body, { updated: 0, assets: [] })
      assert.lengthOf(
        (yield* assetEntries(by)).filter(({ action }) => action === "asset_bulk_returned"),
        1
      )
    }
  )

  it.status(200, "HR and a manager may; 403: an own role without offboardings_edit", function* () {
    const by = yield* aSuperAdmin()
    for (const role of ["admin", "hr", "manager"] as const) {
      const asset = yield* anAsset(by)
      assert.deepInclude((yield* bulk(yield* aMember(by.orgId, role), [asset.id])).body, { updated: 1 }, role)
    }
    const asset = yield* anAsset(by)
    const own = yield* aMember(by.orgId, { permissions: ["assets_view", "assets_manage"] })
    assert.strictEqual((yield* bulk(own, [asset.id])).status, 403)
    assert.strictEqual((yield* giveBack(own, asset.id)).status, 403)
  })

  it.status(
    200,
    "overlapping sets in opposite orders: each asset is returned once, nobody waits for ever",
    function* () {
      const by = yield* aSuperAdmin()
      const holders = yield* Effect.forEach(["Ada A", "Bo B", "Cy C"], (name) => aHolder(by, name))
      yield* Effect.forEach(holders, ({ email }) => aCaseOf(by, email))
      const assets = yield* Effect.forEach([...holders, ...holders], ({ id }) => anAsset(by, holding(id)))
      const ids = assets.map(({ id }) => id)
      const answers = yield* Effect.all(
        [
          bulk(by, ids),
          bulk(by, ids.toReversed()),
          bulk(by, ids.slice(2)),
          ...ids.toReversed().map((id) => giveBack(by, id))
        ],
        { concurrency: "unbounded" }
      )
      assert.isTrue(answers.every(({ status }) => status === 200))
      assert.sameMembers(
        (yield* eventsOf(by.orgId, { tag: "asset.%" })).map((event) => event["assetId"]),
        ids
      )
    }
  )

  // assets-22
  it.status(400, "ids are UUIDs, 1 to 500 of them", function* () {
    const by = yield* aSuperAdmin()
    for (const ids of [undefined, [], ["17"], Array.from({ length: 501 }, () => randomUUID())]) {
      assert.strictEqual((yield* as(by).patch("/api/assets/bulk-return", { ids })).status, 400)
    }
  })
})

layer(TestApp)("the gate to completed", (it) => {
  const complete = Effect.fnUntraced(function* (by: Member, id: string) {
    const bearer = yield* aKey(by)
    return yield* send("PATCH", `/api/v1/offboardings/${id}`, { bearer, body: { status: "completed" } })
  })

  /** Everything but assets is done. */
  const aReadyCase = Effect.fnUntraced(function* (by: Member, email: string) {
    const id = yield* aCaseOf(by, email)
    for (const what of ["confirm-no-apps", "confirm-asset-return"]) {
      assert.strictEqual((yield* as(by).post(`/api/employees/${id}/${what}`)).status, 200)
    }
    yield* systemSql`
        UPDATE checklist_items SET completed_at = created_at
        WHERE org_id = ${by.orgId} AND offboarding_id = ${id} AND follows IS DISTINCT FROM 'assets'`
    return id
  })

  it.effect("every asset of the person is returned or lost before the case completes (stages-3)", function* () {
    const by = yield* aSuperAdmin()
    const ada = yield* aHolder(by)
    const id = yield* aReadyCase(by, ada.email)
    const [laptop, phone] = [yield* anAsset(by, holding(ada.id)), yield* anAsset(by, holding(ada.id))]
    const names = (asset: typeof laptop) => `${asset.item_name} (${asset.serial_number})`
    const both = yield* withStatus(409, complete(by, id))
    assert.deepInclude(both.body, { code: "stage_gate" })
    assert.include(both.text, names(laptop))
    yield* giveBack(by, laptop.id)
    const one = yield* complete(by, id)
    assert.notInclude(one.text, names(laptop))
    assert.include(one.text, names(phone))
    yield* lose(by, phone)
    assert.strictEqual((yield* complete(by, id)).status, 200)
  })

  it.effect("a return beside the completion of the case: it completes only with nothing out", function* () {
    const by = yield* aSuperAdmin()
    for (const round of [1, 2, 3, 4]) {
      const ada = yield* aHolder(by, `Ada ${round}`)
      const id = yield* aReadyCase(by, ada.email)
      const asset = yield* anAsset(by, holding(ada.id))
      const [returned, completed] = yield* Effect.all([giveBack(by, asset.id), complete(by, id)], { concurrency: 2 })
      assert.strictEqual(returned.status, 200)
      assert.include([200, 409], completed.status)
      assert.strictEqual((yield* complete(by, id)).status, 200)
    }
  })
})
