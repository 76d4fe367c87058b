import { assert } from "#test/support/suite"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { Offboardings } from "#offboarding/offboardings/service"
import { TestApp } from "#test/support/TestApp"
import { aKey, aMember, asCaller, aSuperAdmin } from "#test/support/people"
import { as, withKey, withStatus } from "#test/support/requests"
import { aCase, aPerson } from "#test/support/cases"
import { systemSql } from "#test/support/tables"
import { EmailAddress } from "@svc/contract/kernel/text"
import { layerOfFile } from "#test/support/layer-of-file"
import { added, anAsset, idOf, listed, namesOf, path, shown, told } from "./support.ts"

const withTestApp = layerOfFile(TestApp)

withTestApp("GET /api/org-employees", (it) => {
  it.status(200, "{ rows, total, limit, offset } by name, page by page", function* () {
    const by = yield* aSuperAdmin()
    for (const name of ["Zoe Ray", "émile Zola", "Ann Lee", "Frank Ott"]) yield* added(by, name)
    const page = yield* listed(by, "?limit=2&offset=1")
    assert.deepStrictEqual(namesOf(page), ["émile Zola", "Frank Ott"])
    assert.deepStrictEqual({ ...page, rows: [] }, { rows: [], total: 4, limit: 2, offset: 1 })
    assert.deepStrictEqual(yield* listed(by, "?offset=9"), { rows: [], total: 4, limit: 50, offset: 9 })
  })

  it.status(200, "narrowed by status, department, worker type, manager and text, with the exact total", function* () {
    const by = yield* aSuperAdmin()
    yield* added(by, "Ann Lee", { department: "Sales", employee_id: "E-17", manager_email: "Boss@acme.test" })
    yield* added(by, "Bob Öst", { department: "Sales", worker_type: "contractor" })
    yield* added(by, "Cy Fox", { status: "inactive" })
    const total = Effect.fnUntraced(function* (query: string) {
      const page = yield* listed(by, query)
      assert.strictEqual(page.total, page.rows.length)
      return namesOf(page)
    })
    assert.deepStrictEqual(yield* total("?status=inactive"), ["Cy Fox"])
    assert.deepStrictEqual(yield* total("?department=Sales"), ["Ann Lee", "Bob Öst"])
    assert.deepStrictEqual(yield* total("?department=Sales&worker_type=contractor"), ["Bob Öst"])
    assert.deepStrictEqual(yield* total("?manager_email=boss@ACME.test"), ["Ann Lee"])
    assert.deepStrictEqual(yield* total("?q=%20öST"), ["Bob Öst"])
    assert.deepStrictEqual(yield* total("?q=e-17"), ["Ann Lee"])
    assert.deepStrictEqual(yield* total("?q=cy.fox@"), ["Cy Fox"])
    assert.deepStrictEqual(yield* total("?q=%25"), [])
  })

  // directory-4: In the app the directory is listed, shown, added to, changed and deleted from, in the caller's
  //   records.
  it.status(200, "a manager lists their direct reports, and nobody lists another organisation's people", function* () {
    const by = yield* aSuperAdmin()
    const manager = yield* aMember(by.orgId, "manager")
    yield* added(by, "Ann Lee", { manager_email: manager.email.toUpperCase() })
    yield* added(by, "Bob Ost")
    assert.deepStrictEqual(namesOf(yield* listed(manager)), ["Ann Lee"])
    assert.strictEqual((yield* listed(manager, "?status=active")).total, 1)
    assert.strictEqual((yield* listed(yield* aSuperAdmin())).total, 0)
  })

  it.status(400, "a limit over 200 names the maximum, and so does a filter of the wrong form", function* () {
    const by = yield* aSuperAdmin()
    const over = yield* as(by).get(`${path}?limit=201`)
    assert.deepStrictEqual([over.status, over.error], [400, "limit: must be a whole number from 1 to 200"])
    const wrong = yield* as(by).get(`${path}?status=gone`)
    assert.deepStrictEqual([wrong.status, wrong.error], [400, "status: must be one of active, inactive"])
  })

  it.effect("the public list shows none of what only the app shows", function* () {
    const by = yield* aSuperAdmin()
    yield* added(by, "Ann Lee", { phone: "+49 30 1234567", employee_id: "E-17", source_control_username: "ann" })
    const { body } = yield* withKey(yield* aKey(by)).get("/api/v1/employees")
    const [row] = (body as { readonly data: ReadonlyArray<object> }).data
    assert.deepStrictEqual(Object.keys(row ?? {}), ["id", "full_name", "email", "role", "department", "created_at"])
  })
})

withTestApp("GET /api/org-employees/{id}", (it) => {
  it.status(200, "with the open offboarding and the equipment that they hold", function* () {
    const by = yield* aSuperAdmin()
    const { email, id } = yield* added(by, "Ann Lee")
    const laptop = yield* anAsset(by, id, "Laptop")
    yield* anAsset(by, id, "Phone", "returned")
    const before = yield* shown(by, id)
    assert.deepStrictEqual([before.open_offboarding_id, before.assets], [null, [laptop]])
    const leaving = yield* aCase(by, { employee_name: "Ann Lee", employee_email: EmailAddress.make(email) })
    assert.strictEqual((yield* shown(by, id)).open_offboarding_id, leaving.id)
  })

  it.status(400, "an id that is no UUID", function* () {
    assert.strictEqual((yield* as(yield* aSuperAdmin()).get(`${path}/x`)).error, "Invalid id")
  })

  it.status(404, "nobody, another organisation's person, and one out of the caller's scope", function* () {
    const by = yield* aSuperAdmin()
    const { id } = yield* added(by, "Ann Lee")
    const manager = yield* aMember(by.orgId, "manager")
    assert.strictEqual((yield* as(by).get(`${path}/${randomUUID()}`)).status, 404)
    assert.strictEqual((yield* as(yield* aSuperAdmin()).get(`${path}/${id}`)).status, 404)
    assert.strictEqual((yield* as(manager).get(`${path}/${id}`)).status, 404)
  })
})

const everything = {
  full_name: "Ann Lee",
  email: "Ann.Lee@acme.test",
  role: "Engineer",
  department: "Research",
  manager_email: "boss@acme.test",
  timezone: "Europe/Berlin",
  worker_type: "contractor",
  contract_end_date: "2026-12-31",
  source_control_username: "annlee",
  phone: "+49 (30) 123-4567",
  employee_id: "E-17",
  status: "active"
}

withTestApp("POST /api/org-employees", (it) => {
  // directory-4
  it.status(201, "the person with everything that was said of them", function* () {
    const by = yield* aSuperAdmin()
    const { body, status } = yield* as(by).post(path, everything)
    const { id } = yield* idOf(body)
    const at = "2026-03-02T09:00:00.000Z"
    assert.deepStrictEqual([status, body], [201, { id, ...everything, created_at: at, updated_at: at }])
    assert.deepStrictEqual(yield* told(by, "employee_created"), ["Employee Ann Lee: email: Ann.Lee@acme.test"])
  })

  it.status(201, "a name and an address are enough", function* () {
    const { body, status } = yield* as(yield* aSuperAdmin()).post(path, {
      full_name: "Ann Lee",
      email: "ann@acme.test"
    })
    assert.strictEqual(status, 201)
    assert.deepInclude(body, {
      role: "",
      department: "",
      manager_email: null,
      timezone: null,
      worker_type: "employee",
      contract_end_date: null,
      source_control_username: null,
      phone: null,
      employee_id: null,
      status: "active"
    })
  })

  it.status(400, "every field that is wrong is named", function* () {
    const { error, status } = yield* as(yield* aSuperAdmin()).post(path, {
      email: "nobody",
      timezone: "Mars",
      contract_end_date: "2026-02-30",
      worker_type: "robot",
      phone: "call me"
    })
    assert.strictEqual(status, 400)
    for (const field of ["full_name", "email", "timezone", "contract_end_date", "worker_type", "phone"]) {
      assert.match(error, new RegExp(`(^|; )${field}: `))
    }
  })

  it.status(400, "manager_email_is_employee: nobody is their own manager", function* () {
    const { body, status } = yield* as(yield* aSuperAdmin()).post(path, {
      full_name: "Ann Lee",
      email: "ann@acme.test",
      manager_email: "ANN@acme.test"
    })
    assert.strictEqual(status, 400)
    assert.deepInclude(body, { code: "manager_email_is_employee" })
  })

  // directory-5: An address stands once in it, compared without case: 409 `duplicate`.
  it.status(
    409,
    "duplicate: the address, compared without case, or the number; the sentence tells which",
    function* () {
      const by = yield* aSuperAdmin()
      yield* added(by, "Ann Lee", { employee_id: "E-17" })
      const address = yield* as(by).post(path, { full_name: "Other", email: "ANN.lee@acme.test" })
      assert.deepStrictEqual(
        [address.status, address.error],
        [409, "Another person in the directory already has this email address"]
      )
      const number = yield* as(by).post(path, { full_name: "O", email: "o@acme.test", employee_id: "E-17" })
      assert.deepStrictEqual(
        [number.status, number.error],
        [409, "employee_id: another person in the directory already has this number"]
      )
      assert.strictEqual((yield* listed(by)).total, 1)
    }
  )

  // directory-6
  it.status(
    403,
    "PLAN_LIMIT_REACHED: without a plan 10 people can be active, inactive ones do not count",
    function* () {
      const by = yield* aSuperAdmin({ plan: "none" })
      for (let n = 0; n < 10; n += 1) yield* added(by, `Person ${n}`)
      const { body } = yield* withStatus(403, as(by).post(path, { full_name: "One", email: "one@acme.test" }))
      assert.deepInclude(body, { code: "PLAN_LIMIT_REACHED", limit: 10, used: 10 })
      yield* added(by, "Former", { status: "inactive" })
    }
  )
})

withTestApp("PATCH /api/org-employees/{id}", (it) => {
  it.status(200, "only what is named changes; audited old -> new, with personal values sealed", function* () {
    const by = yield* aSuperAdmin()
    const { id } = yield* added(by, "Ann Lee", { role: "Engineer", phone: "+49 30 1234567" })
    const { body, status } = yield* as(by).patch(`${path}/${id}`, {
      role: "Lead",
      phone: null,
      manager_email: "boss@acme.test"
    })
    assert.strictEqual(status, 200)
    assert.deepInclude(body, { role: "Lead", phone: null, manager_email: "boss@acme.test", full_name: "Ann Lee" })
    assert.deepStrictEqual(yield* told(by, "employee_updated"), [
      "Employee Ann Lee: phone: +49 30 1234567 -> none, role: Engineer -> Lead, manager_email: none -> boss@acme.test"
    ])
  })

  // directory-13: In the audit log the email of a manager is encrypted under the key of the manager, all else under
  //   that of the person.
  it.status(
    200,
    "the manager's address is sealed under the manager's own key, all else under the person's",
    function* () {
      const by = yield* aSuperAdmin()
      const [ann, boss] = [yield* aPerson(by, "Ann Lee"), yield* aPerson(by, "Bo Diddley")]
      yield* as(by).patch(`${path}/${ann.id}`, { manager_email: boss.email })
      yield* as(by).patch(`${path}/${ann.id}`, { phone: "+49 30 1234567" })
      const keysOf = ({ details }: { readonly details: string }) =>
        [...details.matchAll(/\[\[aps:v1:([0-9a-f-]{36})/g)].map(([, key]) => key)
      const entries = yield* systemSql<{ readonly details: string }>`
          SELECT regexp_replace(details, '( [|] |^)by .*$', '') AS details FROM audit_entries
          WHERE org_id = ${by.orgId} AND action = 'employee_updated' ORDER BY seq`
      assert.deepStrictEqual(entries.map(keysOf), [[boss.person_key_id], [ann.person_key_id]])
    }
  )

  it.status(200, "what changes nothing is not recorded", function* () {
    const by = yield* aSuperAdmin()
    const { id } = yield* added(by, "Ann Lee", { role: "Engineer" })
    assert.strictEqual((yield* as(by).patch(`${path}/${id}`, { role: "Engineer" })).status, 200)
    assert.strictEqual((yield* as(by).patch(`${path}/${id}`, {})).status, 200)
    assert.deepStrictEqual(yield* told(by, "employee_updated"), [])
  })

  // directory-9: After a change of email, the audit log, the open offboarding and the record stay with the person.
  it.status(200, "under a new address the log, the open offboarding and the record stay the person's", function* () {
    const by = yield* aSuperAdmin()
    const leaving = yield* aCase(by, {
      employee_name: "Ann Lee",
      employee_email: EmailAddress.make("ann.lee@acme.test")
    })
    const { id } = yield* added(by, "Ann Lee")
    yield* as(by).patch(`${path}/${id}`, { email: "ann.ray@acme.test", full_name: "Ann Ray" })
    assert.strictEqual((yield* shown(by, id)).open_offboarding_id, leaving.id)
    assert.deepStrictEqual(yield* told(by, "employee_updated"), [
      "Employee Ann Ray: full_name: Ann Lee -> Ann Ray, email: ann.lee@acme.test -> ann.ray@acme.test"
    ])
    yield* as(by).post(`${path}/${id}/erase`)
    assert.deepStrictEqual(yield* told(by, "employee_updated"), [
      "Employee [erased]: full_name: [erased] -> [erased], email: [erased] -> [erased]"
    ])
  })

  // directory-10: A person who gets a former email of someone else has their own key, which the erasure of the other
  //   person leaves alone.
  it.status(
    200,
    "whoever gets the former address has a key of their own, which the other's erasure leaves alone",
    function* () {
      const by = yield* aSuperAdmin()
      const first = yield* added(by, "Ann Lee", { email: "office@acme.test" })
      const leaving = yield* aCase(by, {
        employee_name: "Ann Lee",
        employee_email: EmailAddress.make("office@acme.test")
      })
      const offboardings = yield* Offboardings
      yield* asCaller(by)(
        offboardings.update(leaving.id, { status: "cancelled", reason: "A mistake" }, { source: "app" })
      )
      yield* as(by).patch(`${path}/${first.id}`, { email: "ann@acme.test" })
      yield* added(by, "Bob Ost", { email: "office@acme.test" })
      assert.strictEqual((yield* as(by).post(`${path}/${first.id}/erase`)).status, 200)
      assert.deepStrictEqual(yield* told(by, "employee_created"), [
        "Employee [erased]: email: [erased]",
        "Employee Bob Ost: email: office@acme.test"
      ])
    }
  )

  it.status(400, "manager_email_is_employee: nor by a change of either address", function* () {
    const by = yield* aSuperAdmin()
    const { email, id } = yield* added(by, "Ann Lee", { manager_email: "boss@acme.test" })
    assert.strictEqual((yield* as(by).patch(`${path}/${id}`, { manager_email: email })).status, 400)
    assert.strictEqual((yield* as(by).patch(`${path}/${id}`, { email: "Boss@acme.test" })).status, 400)
    assert.strictEqual((yield* as(by).patch(`${path}/${id}`, { full_name: " " })).status, 400)
  })

  it.status(403, "PLAN_LIMIT_REACHED: somebody inactive becomes active only while the plan has room", function* () {
    const by = yield* aSuperAdmin({ plan: "none" })
    const { id } = yield* added(by, "Former", { status: "inactive" })
    for (let n = 0; n < 10; n += 1) yield* added(by, `Person ${n}`)
    yield* withStatus(403, as(by).patch(`${path}/${id}`, { status: "active" }))
    const [one] = (yield* listed(by, "?status=active")).rows
    yield* as(by).patch(`${path}/${one?.id}`, { status: "inactive" })
    assert.strictEqual((yield* as(by).patch(`${path}/${id}`, { status: "active" })).status, 200)
    assert.lengthOf(yield* told(by, "employee_deactivated"), 1)
    assert.lengthOf(yield* told(by, "employee_reactivated"), 1)
  })

  it.status(404, "nobody, another organisation's person, and one out of the caller's scope", function* () {
    const by = yield* aSuperAdmin()
    const { id } = yield* added(by, "Ann Lee", { department: "Sales" })
    const elsewhere = yield* aMember(by.orgId, {
      permissions: ["employees_manage"],
      scope: "departments",
      departments: ["Research"]
    })
    for (const [who, target] of [
      [by, randomUUID()],
      [yield* aSuperAdmin(), id],
      [elsewhere, id]
    ] as const) {
      assert.strictEqual((yield* as(who).patch(`${path}/${target}`, { role: "Lead" })).status, 404)
    }
  })

  it.status(409, "duplicate: somebody else's address or number", function* () {
    const by = yield* aSuperAdmin()
    yield* added(by, "Ann Lee", { employee_id: "E-17" })
    const { id } = yield* added(by, "Bob Ost", { employee_id: "E-18" })
    const address = yield* as(by).patch(`${path}/${id}`, { email: "Ann.LEE@acme.test" })
    assert.deepStrictEqual(
      [address.status, address.error],
      [409, "Another person in the directory already has this email address"]
    )
    const number = yield* as(by).patch(`${path}/${id}`, { employee_id: "E-17" })
    assert.deepStrictEqual(
      [number.status, number.error],
      [409, "employee_id: another person in the directory already has this number"]
    )
    assert.strictEqual((yield* as(by).patch(`${path}/${id}`, { email: "BOB.ost@acme.test" })).status, 200)
  })

  // directory-12: The record of an erased person is neither changed nor deleted: 409 `erased`.
  it.status(409, "erased: whoever was erased is neither changed nor active again", function* () {
    const by = yield* aSuperAdmin()
    const { id } = yield* added(by, "Ann Lee", everything)
    yield* as(by).post(`${path}/${id}/erase`)
    const refused = yield* as(by).patch(`${path}/${id}`, { status: "active" })
    assert.deepInclude(refused.body, { code: "erased" })
    assert.strictEqual(refused.status, 409)
    assert.deepInclude(yield* shown(by, id), {
      full_name: "[erased]",
      employee_id: null,
      source_control_username: null,
      phone: null,
      contract_end_date: null,
      status: "inactive"
    })
  })
})

withTestApp("DELETE /api/org-employees/{id}", (it) => {
  it.status(200, "gone, and recorded", function* () {
    const by = yield* aSuperAdmin()
    const { id } = yield* added(by, "Ann Lee")
    const { body, status } = yield* as(by).delete(`${path}/${id}`)
    assert.deepStrictEqual([status, body], [200, { success: true }])
    assert.strictEqual((yield* listed(by)).total, 0)
    assert.deepStrictEqual(yield* told(by, "employee_deleted"), ["Employee Ann Lee: email: ann.lee@acme.test"])
  })

  it.status(400, "an id that is no UUID", function* () {
    assert.strictEqual((yield* as(yield* aSuperAdmin()).delete(`${path}/x`)).status, 400)
  })

  it.status(404, "nobody, and another organisation's person", function* () {
    const by = yield* aSuperAdmin()
    const { id } = yield* added(by, "Ann Lee")
    assert.strictEqual((yield* as(by).delete(`${path}/${randomUUID()}`)).status, 404)
    assert.strictEqual((yield* as(yield* aSuperAdmin()).delete(`${path}/${id}`)).status, 404)
  })

  // directory-11: Deleting a person is 409 `employee_in_use` while an offboarding, by record or email, or equipment
  //   names them.
  it.status(409, "employee_in_use: while an offboarding, by record or address, or equipment names them", function* () {
    const by = yield* aSuperAdmin()
    yield* aCase(by, { employee_name: "Ann Lee", employee_email: EmailAddress.make("ann.lee@acme.test") })
    const byAddress = yield* added(by, "Ann Lee")
    const byRecord = yield* added(by, "Bob Ost")
    yield* aCase(by, { employee_name: "Bob Ost", employee_email: EmailAddress.make(byRecord.email) })
    const holder = yield* added(by, "Cy Fox")
    yield* anAsset(by, holder.id, "Laptop", "returned")
    for (const { id } of [byAddress, byRecord, holder]) {
      const refused = yield* as(by).delete(`${path}/${id}`)
      assert.deepInclude(refused.body, { code: "employee_in_use" })
      assert.match(refused.error, /inactive, or erase/)
    }
    assert.strictEqual((yield* listed(by)).total, 3)
  })

  // directory-12
  it.status(409, "erased: the record of an erased person stays", function* () {
    const by = yield* aSuperAdmin()
    const { id } = yield* added(by, "Ann Lee")
    yield* as(by).post(`${path}/${id}/erase`)
    assert.strictEqual((yield* as(by).delete(`${path}/${id}`)).status, 409)
  })
})
