import { assert, layer } from "#test/support/suite"
import { AssetPage } from "@svc/contract/assets/schema"
import { DateTime, Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { start, TestApp } from "#test/support/TestApp"
import { erase } from "#test/erasure/support"
import { aMember, aSession, aSuperAdmin } from "#test/support/people"
import { as, send, withStatus } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { actionsOf, eventsOf } from "#test/support/log"
import { aPerson } from "#test/support/cases"
import {
  aCaseOf,
  aHolder,
  anAsset,
  assetActions,
  assetEntries,
  assetsOf,
  assetTask,
  hold,
  holding,
  shown
} from "./support.ts"

const nobody = { id: null, full_name: null, email: null, employee_id: null, department: null }

layer(TestApp)("GET /api/assets", (it) => {
  it.status(200, "narrowed by state, kind, holder and text, all of it together; total counts what fits", function* () {
    const by = yield* aSuperAdmin()
    const ada = yield* aPerson(by, "Ada Lovelace")
    yield* anAsset(by, { itemName: "MacBook Pro", serialNumber: "F-1", category: "laptop", orgEmployeeId: ada.id })
    yield* anAsset(by, { itemName: "Pixel 9", serialNumber: "F-2", category: "phone", orgEmployeeId: ada.id })
    const back = yield* anAsset(by, { itemName: "MACBOOK Air", serialNumber: "F-3", category: "laptop" })
    yield* as(by).patch(`/api/assets/${back.id}/return`)
    const stranger = yield* aSuperAdmin()
    for (const [query, serials] of [
      ["", ["F-3", "F-2", "F-1"]],
      ["state=returned", ["F-3"]],
      ["category=laptop", ["F-3", "F-1"]],
      [`holder=${ada.id}`, ["F-2", "F-1"]],
      ["q=macbook", ["F-3", "F-1"]],
      ["q=f-2", ["F-2"]],
      ["q=lovelace", ["F-2", "F-1"]],
      ["q=lovelace&category=phone&state=deployed", ["F-2"]],
      ["q=%25", []],
      ["offset=2&category=laptop", []]
    ] as const) {
      const { body } = yield* as(by).get(`/api/assets?${query}`)
      const { rows, total } = yield* Schema.decodeUnknownEffect(Schema.toCodecJson(AssetPage))(body)
      assert.sameMembers(
        rows.map(({ serial_number }) => serial_number),
        [...serials],
        query
      )
      assert.strictEqual(total, query.startsWith("offset") ? 2 : serials.length, query)
    }
    const others = yield* as(stranger).get(`/api/assets?holder=${ada.id}`)
    assert.deepInclude(others.body, { rows: [], total: 0 })
    assert.strictEqual((yield* as(by).get("/api/assets?state=stolen")).status, 400)
  })

  // assets-26: Lists and figures cover the record access of the caller; return routes cover the organization and hide
  //   the holder outside it.
  it.effect(
    "figures and lists only cover records in the caller's scope: of others' holders a manager reads nothing",
    function* () {
      const by = yield* aSuperAdmin()
      const manager = yield* aMember(by.orgId, "manager")
      const sales = yield* aMember(by.orgId, {
        permissions: ["assets_view"],
        scope: "departments",
        departments: ["Sales"]
      })
      const report = yield* aPerson(by, "Grace Hopper", { managerEmail: manager.email })
      const seller = yield* aPerson(by, "Alan Turing", { department: "Sales" })
      for (const [serialNumber, orgEmployeeId] of [
        ["SN-nobody", null],
        ["SN-report", report.id],
        ["SN-seller", seller.id]
      ] as const) {
        yield* anAsset(by, { serialNumber, orgEmployeeId })
      }
      for (const [member, serials] of [
        [by, ["SN-nobody", "SN-report", "SN-seller"]],
        [manager, ["SN-nobody", "SN-report"]],
        [sales, ["SN-nobody", "SN-seller"]]
      ] as const) {
        const { body } = yield* as(member).get("/api/assets")
        const { rows, total } = yield* Schema.decodeUnknownEffect(Schema.toCodecJson(AssetPage))(body)
        assert.sameMembers(
          rows.map(({ serial_number }) => serial_number),
          [...serials]
        )
        assert.strictEqual(total, serials.length)
        const summary = yield* as(member).get("/api/assets/summary")
        assert.deepInclude(summary.body, { noDeadlineDeployedCount: serials.length })
      }
    }
  )

  // assets-1: `GET /api/assets` answers `{ rows, total, limit, offset }`, 100 by default and at most 500, without a
  //   filter.
  it.status(
    200,
    "{ rows, total, limit, offset }: newest first, `employee` with null fields when unassigned",
    function* () {
      const by = yield* aSuperAdmin()
      const ada = yield* aHolder(by)
      const first = yield* anAsset(by, holding(ada.id))
      yield* TestClock.adjust("1 second")
      const second = yield* anAsset(by)
      const { body } = yield* as(by).get("/api/assets")
      assert.deepStrictEqual(body, {
        rows: [
          {
            id: second.id,
            org_id: by.orgId,
            org_employee_id: null,
            item_name: "MacBook Pro",
            serial_number: second.serial_number,
            model: "",
            category: "other",
            condition: "good",
            tracking_number: "",
            return_deadline: null,
            status: "deployed",
            created_at: DateTime.formatIso(second.created_at),
            updated_at: DateTime.formatIso(second.updated_at),
            employee: nobody
          },
          {
            id: first.id,
            org_id: by.orgId,
            org_employee_id: ada.id,
            item_name: "MacBook Pro",
            serial_number: first.serial_number,
            model: "",
            category: "other",
            condition: "good",
            tracking_number: "",
            return_deadline: null,
            status: "deployed",
            created_at: DateTime.formatIso(first.created_at),
            updated_at: DateTime.formatIso(first.updated_at),
            employee: {
              id: ada.id,
              full_name: "Ada Lovelace",
              email: "ada.lovelace@acme.test",
              employee_id: null,
              department: "Research"
            }
          }
        ],
        total: 2,
        limit: 100,
        offset: 0
      })
      const page = yield* as(by).get("/api/assets?limit=1&offset=1")
      assert.deepInclude(page.body, { total: 2, limit: 1, offset: 1 })
      assert.include(JSON.stringify(page.body), first.id)
      assert.deepStrictEqual((yield* as(by).get("/api/assets?offset=9")).body, {
        rows: [],
        total: 2,
        limit: 100,
        offset: 9
      })
    }
  )

  // assets-2: All built-in roles hold `assets_view`.
  it.status(200, "all built-in roles hold assets_view", function* () {
    const by = yield* aSuperAdmin()
    yield* anAsset(by)
    for (const role of ["admin", "hr", "manager"] as const) {
      assert.strictEqual((yield* assetsOf(yield* aMember(by.orgId, role))).total, 1, role)
    }
  })

  it.status(200, "there is no filter by status or assignee", function* () {
    const by = yield* aSuperAdmin()
    yield* anAsset(by)
    const { body } = yield* withStatus(200, as(by).get(`/api/assets?status=lost&org_employee_id=${randomUUID()}`))
    assert.deepInclude(body, { total: 1 })
  })

  // assets-1
  it.status(400, "a limit over 500 names the maximum", function* () {
    const by = yield* aSuperAdmin()
    const { error } = yield* withStatus(400, as(by).get("/api/assets?limit=501"))
    assert.strictEqual(error, "limit: must be a whole number from 1 to 500")
    assert.strictEqual((yield* as(by).get("/api/assets?limit=500")).status, 200)
  })
})

layer(TestApp)("POST /api/assets", (it) => {
  // assets-19: A new asset is `deployed`, whatever status is sent; names and serial numbers lose the spaces around
  //   them.
  it.status(201, "asset with `employee`; anything but a known category is coerced to `other`; audited", function* () {
    const by = yield* aSuperAdmin()
    const ada = yield* aHolder(by)
    const { body, status } = yield* as(by).post("/api/assets", {
      itemName: " ThinkPad ",
      serialNumber: " T-1 ",
      model: "X1",
      category: "laptop",
      condition: "scratched",
      orgEmployeeId: ada.id,
      trackingNumber: "1Z",
      returnDeadline: "2026-04-01",
      status: "lost"
    })
    assert.strictEqual(status, 201)
    assert.deepInclude(body, {
      item_name: "ThinkPad",
      serial_number: "T-1",
      model: "X1",
      category: "laptop",
      condition: "scratched",
      tracking_number: "1Z",
      return_deadline: "2026-04-01",
      status: "deployed",
      created_at: DateTime.formatIso(start)
    })
    for (const category of ["car", "Laptop", 7, null]) {
      assert.strictEqual((yield* anAsset(by, { category })).category, "other")
    }
    const [created] = yield* assetEntries(by)
    assert.deepInclude(created, {
      action: "asset_created",
      target: "Asset ThinkPad (T-1)",
      details: "category: laptop, assigned to: Ada Lovelace",
      actor_id: by.userId
    })
  })

  // assets-6: `itemName` and `serialNumber` are required; an unknown category is `other`, the condition `good`.
  it.status(201, "itemName and serialNumber are enough: deployed, good, other, with nobody", function* () {
    const by = yield* aSuperAdmin()
    const answer = yield* withStatus(201, as(by).post("/api/assets", { itemName: "Phone", serialNumber: "P-1" }))
    assert.deepInclude(answer.body, {
      org_id: by.orgId,
      org_employee_id: null,
      category: "other",
      condition: "good",
      return_deadline: null,
      status: "deployed",
      employee: nobody
    })
  })

  it.status(201, "the holder's open case has its task open again while something is out", function* () {
    const by = yield* aSuperAdmin()
    const ada = yield* aHolder(by)
    const id = yield* aCaseOf(by, ada.email)
    const laptop = yield* anAsset(by, holding(ada.id))
    yield* as(by).patch(`/api/assets/${laptop.id}/return`)
    assert.isTrue(yield* assetTask(by, id))
    yield* anAsset(by, holding(ada.id))
    assert.isFalse(yield* assetTask(by, id))
  })

  it.status(
    400,
    "names the field; itemName and serialNumber are required, returnDeadline is an ISO date",
    function* () {
      const by = yield* aSuperAdmin()
      const refused = [
        [{ serialNumber: "S" }, "itemName: is required"],
        [{ itemName: "Phone" }, "serialNumber: is required"],
        [{ itemName: " ", serialNumber: "S" }, "itemName: must not be blank"],
        [{ itemName: "Phone", serialNumber: "S", returnDeadline: "tomorrow" }, "returnDeadline: must be a date"],
        [{ itemName: "Phone", serialNumber: "S", orgEmployeeId: "17" }, "orgEmployeeId: must be a UUID"]
      ] as const
      for (const [body, sentence] of refused) {
        const answer = yield* withStatus(400, as(by).post("/api/assets", body))
        assert.include(answer.error, sentence)
      }
      assert.strictEqual((yield* assetsOf(by)).total, 0)
    }
  )

  // assets-21: `orgEmployeeId` of an unknown or erased person is 400 `unknown_employee`.
  it.status(400, "unknown_employee: nobody of this organisation, and somebody who was erased", function* () {
    const by = yield* aSuperAdmin()
    const ada = yield* aHolder(by)
    yield* erase(by, ada.id)
    const foreign = yield* Effect.flatMap(aSuperAdmin(), (other) => aHolder(other))
    for (const orgEmployeeId of [randomUUID(), foreign.id, ada.id]) {
      const answer = yield* as(by).post("/api/assets", { itemName: "Phone", serialNumber: "S", orgEmployeeId })
      assert.strictEqual(answer.status, 400)
      assert.deepInclude(answer.body, { code: "unknown_employee" })
    }
    assert.strictEqual((yield* assetsOf(by)).total, 0)
  })

  // assets-8: Without a plan an organisation has ten assets at most: 403.
  it.status(403, "PLAN_LIMIT_REACHED: without a plan the eleventh asset, also of many added at once", function* () {
    const by = yield* aSuperAdmin({ plan: "none" })
    const answers = yield* Effect.all(
      Array.from({ length: 12 }, (_, index) =>
        as(by).post("/api/assets", { itemName: "Phone", serialNumber: `P-${index}` })
      ),
      { concurrency: 12 }
    )
    assert.lengthOf(
      answers.filter(({ status }) => status === 201),
      10
    )
    const refused = answers.filter(({ status }) => status === 403)
    assert.lengthOf(refused, 2)
    assert.deepInclude(refused[0]?.body, { code: "PLAN_LIMIT_REACHED", limit: 10, used: 10 })
  })

  // assets-5: Adding, adding many, editing and deleting are for admins.
  it.status(403, "HR and managers may not, nor add many, edit or delete; admins may", function* () {
    const by = yield* aSuperAdmin()
    for (const role of ["hr", "manager", "admin"] as const) {
      const asset = yield* anAsset(by)
      const member = yield* aMember(by.orgId, role)
      const body = { itemName: "Phone", serialNumber: role }
      const answers = [
        yield* as(member).post("/api/assets", body),
        yield* as(member).post("/api/assets/bulk", { assets: [{ ...body, serialNumber: `${role} 2` }] }),
        yield* as(member).patch(`/api/assets/${asset.id}`, { ...body, serialNumber: `${role} 3` }),
        yield* as(member).delete(`/api/assets/${asset.id}`)
      ]
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        role === "admin" ? [201, 201, 200, 200] : [403, 403, 403, 403],
        role
      )
    }
  })

  // assets-7: A serial number stands once in an organisation: 409.
  it.status(409, "serial_exists: one of its kind in the organisation, also of two at once", function* () {
    const by = yield* aSuperAdmin()
    const body = { itemName: "Phone", serialNumber: "P-1" }
    const answers = yield* Effect.all([as(by).post("/api/assets", body), as(by).post("/api/assets", body)], {
      concurrency: 2
    })
    assert.sameMembers(
      answers.map(({ status }) => status),
      [201, 409]
    )
    assert.deepInclude(answers.find(({ status }) => status === 409)?.body, { code: "serial_exists" })
    assert.strictEqual((yield* as(by).post("/api/assets", { ...body, serialNumber: " P-1 " })).status, 409)
    assert.strictEqual((yield* as(yield* aSuperAdmin()).post("/api/assets", body)).status, 201)
    assert.deepStrictEqual(yield* assetActions(by), ["asset_created"])
  })
})

layer(TestApp)("PATCH /api/assets/{id}", (it) => {
  const edit = { itemName: "MacBook Air", serialNumber: "E-1" }

  // assets-10
  it.status(
    200,
    "what is left out stays; the way an asset becomes lost; nothing changed, nothing audited",
    function* () {
      const by = yield* aSuperAdmin()
      const ada = yield* aHolder(by)
      const asset = yield* anAsset(by, { ...holding(ada.id), model: "M4", category: "laptop", trackingNumber: "1Z" })
      const path = `/api/assets/${asset.id}`
      const named = yield* withStatus(200, as(by).patch(path, edit))
      assert.deepInclude(named.body, {
        item_name: "MacBook Air",
        model: "M4",
        category: "laptop",
        tracking_number: "1Z"
      })
      const lost = yield* as(by).patch(path, { ...edit, status: "lost", model: null, orgEmployeeId: null })
      assert.deepInclude(lost.body, { status: "lost", model: "", org_employee_id: null, employee: nobody })
      yield* as(by).patch(path, { ...edit, status: "lost" })
      const [, ...updates] = yield* assetEntries(by)
      assert.deepStrictEqual(
        updates.map(({ action, details }) => [action, details]),
        [
          [
            "asset_updated",
            `assigned to: Ada Lovelace, item_name: MacBook Pro -> MacBook Air, serial_number: ${asset.serial_number} -> E-1`
          ],
          ["asset_updated", "assigned to: Ada Lovelace -> nobody, model: M4 -> , status: deployed -> lost"]
        ]
      )
      assert.isEmpty(yield* eventsOf(by.orgId, { tag: "asset.%" }))
    }
  )

  // assets-20: An edit to `returned` sends `asset.returned` once with source `manual`, and never returns a lost asset
  //   (409 `ASSET_LOST`).
  it.status(200, "a change to returned announces it once, source `manual`; the holder's case follows", function* () {
    const by = yield* aSuperAdmin()
    const ada = yield* aHolder(by)
    const id = yield* aCaseOf(by, ada.email)
    const asset = yield* anAsset(by, holding(ada.id))
    const body = { itemName: asset.item_name, serialNumber: asset.serial_number, status: "returned" }
    yield* as(by).patch(`/api/assets/${asset.id}`, body)
    yield* as(by).patch(`/api/assets/${asset.id}`, body)
    assert.deepStrictEqual(yield* eventsOf(by.orgId, { tag: "asset.%" }), [
      {
        _tag: "asset.returned",
        assetId: asset.id,
        itemName: asset.item_name,
        serialNumber: asset.serial_number,
        category: "other",
        employeeId: ada.id,
        source: "manual"
      }
    ])
    assert.isTrue(yield* assetTask(by, id))
  })

  it.status(200, "assigned to somebody else, the cases of both follow", function* () {
    const by = yield* aSuperAdmin()
    const [ada, bo] = [yield* aHolder(by), yield* aHolder(by, "Bo Diddley")]
    const [ofAda, ofBo] = [yield* aCaseOf(by, ada.email), yield* aCaseOf(by, bo.email)]
    const [phone, badge] = [yield* anAsset(by, holding(ada.id)), yield* anAsset(by, holding(bo.id))]
    yield* as(by).patch(`/api/assets/${badge.id}/return`)
    assert.isTrue(yield* assetTask(by, ofBo))
    const body = { itemName: phone.item_name, serialNumber: phone.serial_number, orgEmployeeId: bo.id }
    assert.strictEqual((yield* as(by).patch(`/api/assets/${phone.id}`, body)).status, 200)
    assert.isFalse(yield* assetTask(by, ofBo))
    assert.isFalse(yield* assetTask(by, ofAda))
  })

  // assets-10: An edit is whole: name and serial number on every call, and the status, which is how an asset becomes
  //   lost.
  it.status(400, "itemName and serialNumber are required on every call; an id that is not a UUID", function* () {
    const by = yield* aSuperAdmin()
    const asset = yield* anAsset(by)
    const answer = yield* withStatus(400, as(by).patch(`/api/assets/${asset.id}`, { status: "lost" }))
    assert.strictEqual(answer.error, "itemName: is required; serialNumber: is required")
    assert.strictEqual((yield* as(by).patch(`/api/assets/${asset.id}`, { ...edit, status: "sold" })).status, 400)
    assert.strictEqual((yield* as(by).patch("/api/assets/17", edit)).error, "Invalid id")
    const foreign = yield* Effect.flatMap(aSuperAdmin(), (other) => aHolder(other))
    const assigned = yield* as(by).patch(`/api/assets/${asset.id}`, { ...edit, ...holding(foreign.id) })
    assert.deepInclude(assigned.body, { code: "unknown_employee" })
  })

  it.status(404, "not in the organisation", function* () {
    const by = yield* aSuperAdmin()
    const foreign = yield* Effect.flatMap(aSuperAdmin(), (other) => anAsset(other))
    for (const id of [foreign.id, randomUUID()]) {
      assert.strictEqual((yield* as(by).patch(`/api/assets/${id}`, edit)).status, 404)
    }
  })

  // assets-23: An asset of a person under legal hold is not reassigned while the hold lasts and for 7 days after: 409
  //   `legal_hold`.
  it.status(
    409,
    "legal_hold: it is not taken from somebody whose case is held or was until lately, only to delete it",
    function* () {
      const by = yield* aSuperAdmin()
      const ada = yield* aHolder(by)
      const bo = yield* aHolder(by, "Bo Diddley")
      const id = yield* aCaseOf(by, ada.email)
      const asset = yield* anAsset(by, holding(ada.id))
      const give = (orgEmployeeId: string | null, more: object = {}) =>
        as(by).patch(`/api/assets/${asset.id}`, { ...edit, ...more, orgEmployeeId })
      yield* systemSql`UPDATE offboardings SET status = 'completed' WHERE id = ${id}`
      const now = DateTime.formatIso(yield* DateTime.now)
      for (const [held, releasedAt] of [
        [true, null],
        [false, now]
      ] as const) {
        yield* hold(by, id, held, releasedAt)
        for (const to of [bo.id, null]) {
          const refused = yield* withStatus(409, give(to))
          assert.deepInclude(refused.body, { code: "legal_hold" })
        }
      }
      assert.strictEqual((yield* give(ada.id, { status: "lost" })).status, 200)
      yield* TestClock.adjust("7 days")
      assert.strictEqual((yield* give(bo.id)).status, 200)
    }
  )

  // assets-20
  it.status(
    409,
    "a serial number that another has, and ASSET_LOST for a lost one that is to be returned",
    function* () {
      const by = yield* aSuperAdmin()
      const [asset, other] = [yield* anAsset(by), yield* anAsset(by)]
      const path = `/api/assets/${asset.id}`
      const taken = yield* withStatus(409, as(by).patch(path, { ...edit, serialNumber: other.serial_number }))
      assert.deepInclude(taken.body, { code: "serial_exists" })
      yield* as(by).patch(path, { ...edit, status: "lost" })
      const returned = yield* withStatus(409, as(by).patch(path, { ...edit, status: "returned" }))
      assert.deepInclude(returned.body, { code: "ASSET_LOST" })
      assert.strictEqual((yield* shown(by, asset.id)).status, "lost")
    }
  )
})

layer(TestApp)("DELETE /api/assets/{id}", (it) => {
  it.status(200, "{ success: true }: audited, and the holder's case follows", function* () {
    const by = yield* aSuperAdmin()
    const ada = yield* aHolder(by)
    yield* aCaseOf(by, ada.email)
    const asset = yield* anAsset(by, holding(ada.id))
    const answer = yield* as(by).delete(`/api/assets/${asset.id}`)
    assert.deepStrictEqual([answer.status, answer.body], [200, { success: true }])
    assert.strictEqual((yield* assetsOf(by)).total, 0)
    assert.include(yield* assetActions(by), "asset_deleted")
  })

  it.status(400, "an id that is not a UUID", function* () {
    assert.strictEqual((yield* as(yield* aSuperAdmin()).delete("/api/assets/17")).status, 400)
  })

  it.status(404, "not in the organisation", function* () {
    const by = yield* aSuperAdmin()
    const foreign = yield* Effect.flatMap(aSuperAdmin(), (other) => anAsset(other))
    for (const id of [foreign.id, randomUUID()]) {
      assert.strictEqual((yield* as(by).delete(`/api/assets/${id}`)).status, 404)
    }
  })

  // assets-17: Deleting is 409 `legal_hold` while the holder's case is held, and for 7 days after.
  it.status(409, "legal_hold: while the holder's case is held and for 7 days after, whatever its status", function* () {
    const by = yield* aSuperAdmin()
    const ada = yield* aHolder(by)
    const id = yield* aCaseOf(by, ada.email)
    const asset = yield* anAsset(by, holding(ada.id))
    const remove = as(by).delete(`/api/assets/${asset.id}`)
    const now = DateTime.formatIso(yield* DateTime.now)
    yield* systemSql`UPDATE offboardings SET status = 'completed' WHERE id = ${id}`
    for (const [held, releasedAt] of [
      [true, null],
      [false, now]
    ] as const) {
      yield* hold(by, id, held, releasedAt)
      const refused = yield* withStatus(409, remove)
      assert.deepInclude(refused.body, { code: "legal_hold" })
    }
    yield* TestClock.adjust("7 days")
    assert.strictEqual((yield* remove).status, 200)
  })

  it.status(
    200,
    "of whoever got the former address of somebody who leaves, whose case neither holds nor tells of it",
    function* () {
      const by = yield* aSuperAdmin()
      const ada = yield* aHolder(by)
      const id = yield* aCaseOf(by, ada.email)
      yield* as(by).patch(`/api/org-employees/${ada.id}`, { email: "ada.king@acme.test" })
      const bo = yield* aPerson(by, "Bo Diddley", { email: ada.email })
      yield* hold(by, id, true)
      const asset = yield* anAsset(by, holding(bo.id))
      assert.strictEqual((yield* as(by).delete(`/api/assets/${asset.id}`)).status, 200)
      assert.deepStrictEqual(yield* actionsOf(by.orgId, { action: "asset%", offboardingId: id }), [])
      const own = yield* anAsset(by, holding(ada.id))
      assert.strictEqual((yield* as(by).delete(`/api/assets/${own.id}`)).status, 409)
    }
  )

  it.status(402, "read_only: no write once the trial has ended; reading goes on", function* () {
    const by = yield* aSuperAdmin({ plan: "trial", planStatus: "trial_expired" })
    const bearer = yield* aSession(by)
    yield* withStatus(402, send("DELETE", `/api/assets/${randomUUID()}`, { bearer }))
    assert.strictEqual((yield* send("GET", "/api/assets", { bearer })).status, 200)
  })
})
