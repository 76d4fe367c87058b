import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { TestApp } from "#test/support/TestApp"
import { aMember, aSuperAdmin } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { aHolder, anAsset, assetActions, assetsOf, holding, shown } from "./support.ts"
import { aPerson } from "#test/support/cases"

const nobody = { id: null, full_name: null, email: null, employee_id: null, department: null }

const aDepartment = Effect.gen(function* () {
  const by = yield* aSuperAdmin()
  const inside = yield* aPerson(by, "Alan Turing", { department: "Sales" })
  const outside = yield* aPerson(by, "Grace Hopper", { department: "Legal" })
  const member = yield* aMember(by.orgId, {
    permissions: ["assets_view", "assets_manage", "offboardings_edit"],
    scope: "departments",
    departments: ["Sales"]
  })
  return { by, member, inside, outside, hidden: yield* anAsset(by, holding(outside.id)) }
})

layer(TestApp)("assets and record scope", (it) => {
  it.status(
    404,
    "an own role with a scope neither edits, loses nor deletes an asset that its list does not show",
    function* () {
      const { by, hidden, inside, member } = yield* aDepartment
      const actions = yield* assetActions(by)
      const itself = { itemName: "Renamed", serialNumber: hidden.serial_number }
      for (const change of [{}, { orgEmployeeId: null }, { orgEmployeeId: inside.id }, { status: "lost" }]) {
        const refused = yield* as(member).patch(`/api/assets/${hidden.id}`, { ...itself, ...change })
        assert.strictEqual(refused.status, 404, JSON.stringify(change))
      }
      assert.strictEqual((yield* as(member).delete(`/api/assets/${hidden.id}`)).status, 404)
      assert.deepInclude(yield* shown(by, hidden.id), { item_name: hidden.item_name, status: "deployed" })
      assert.deepStrictEqual(yield* assetActions(by), actions)
    }
  )

  it.status(400, "unknown_employee: an own role with a scope assigns nothing to a person outside of it", function* () {
    const { by, inside, member, outside } = yield* aDepartment
    const own = yield* anAsset(member, holding(inside.id))
    const whole = { itemName: own.item_name, serialNumber: own.serial_number }
    const refused = { error: "orgEmployeeId: not found in the directory", code: "unknown_employee" }
    const create = yield* as(member).post("/api/assets", {
      itemName: "Phone",
      serialNumber: "SC-1",
      orgEmployeeId: outside.id
    })
    assert.deepInclude(create, { status: 400 })
    assert.deepInclude(create.body, refused)
    const edit = yield* as(member).patch(`/api/assets/${own.id}`, { ...whole, orgEmployeeId: outside.id })
    assert.deepInclude(edit, { status: 400 })
    assert.deepInclude(edit.body, refused)
    const many = yield* as(member).post("/api/assets/bulk", {
      assets: [
        { itemName: "Phone", serialNumber: "SC-2", orgEmployeeId: outside.id },
        { itemName: "Phone", serialNumber: "SC-3", orgEmployeeId: inside.id }
      ]
    })
    assert.deepInclude(many.body, {
      inserted: 1,
      errors: [{ serialNumber: "SC-2", reason: "orgEmployeeId: not found in the directory" }]
    })
    assert.strictEqual((yield* assetsOf(by)).total, 3)
    assert.strictEqual((yield* as(member).patch(`/api/assets/${own.id}`, whole)).status, 200)
    assert.strictEqual((yield* as(member).delete(`/api/assets/${own.id}`)).status, 200)
  })

  // assets-26
  it.status(
    200,
    "return routes cover the organization and leave `employee` empty for a holder out of sight",
    function* () {
      const by = yield* aSuperAdmin()
      const manager = yield* aMember(by.orgId, "manager")
      const report = yield* aPerson(by, "Alan Turing", { managerEmail: manager.email })
      const other = yield* aHolder(by)
      const one = yield* anAsset(by, holding(other.id))
      for (const unchanged of [{}, { unchanged: true }]) {
        const { body } = yield* withStatus(200, as(manager).patch(`/api/assets/${one.id}/return`))
        assert.deepInclude(body, { id: one.id, status: "returned", employee: nobody, ...unchanged })
      }
      const [hidden, seen] = [yield* anAsset(by, holding(other.id)), yield* anAsset(by, holding(report.id))]
      const { body } = yield* as(manager).patch("/api/assets/bulk-return", { ids: [hidden.id, seen.id] })
      const text = JSON.stringify(body)
      assert.deepInclude(body, { updated: 2 })
      assert.notInclude(text, "Lovelace")
      assert.include(text, "Alan Turing")
      assert.deepInclude(yield* shown(by, hidden.id), { status: "returned" })
      assert.strictEqual((yield* shown(by, hidden.id)).employee.full_name, "Ada Lovelace")
    }
  )
})
