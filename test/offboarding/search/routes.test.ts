import { assert, layer } from "#test/support/suite"
import { EmailAddress } from "@svc/contract/kernel/text"
import { Found, maxFound } from "@svc/contract/search/schema"
import { Effect, Layer, Schema } from "effect"
import { randomUUID } from "node:crypto"
import { TestApp } from "#test/support/TestApp"
import { aCase, aPerson } from "#test/support/cases"
import { aMember, aSuperAdmin, type Member } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { Statements, statementsOf } from "#test/support/statements"
import { asOwner, asSystem } from "#test/support/tables"

const decodeFound = Schema.decodeUnknownEffect(Schema.toCodecJson(Found))

const pathOf = (text: string) => `/api/search?q=${encodeURIComponent(text)}`

const foundBy = Effect.fnUntraced(function* (member: Member, text: string) {
  const answer = yield* withStatus(200, as(member).get(pathOf(text)))
  return yield* decodeFound(answer.body)
})

const none = { rows: [], total: 0 }

/** Of each kind one record of this person, who has left an app behind that could not be revoked. */
const recordsOf = Effect.fnUntraced(function* (by: Member, name: string, department = "Research") {
  const person = yield* aPerson(by, name, { department })
  const offboarding = yield* aCase(by, {
    employee_name: name,
    employee_email: EmailAddress.make(person.email),
    employee_role: "Engineer",
    employee_department: department,
    org_employee_id: person.id
  })
  const serial = `SN-${randomUUID().slice(0, 8)}`
  yield* withStatus(
    201,
    as(by).post("/api/assets", { itemName: `MacBook of ${name}`, serialNumber: serial, orgEmployeeId: person.id })
  )
  yield* asSystem(
    (sql) => sql`
      INSERT INTO compliance_documents ${sql.insert({
        org_id: by.orgId,
        id: randomUUID(),
        offboarding_id: offboarding.id,
        name: "NDA",
        created_at: new Date(),
        updated_at: new Date()
      })}`
  )
  yield* asSystem(
    (sql) => sql`
      INSERT INTO revocation_apps (org_id, offboarding_id, service_name, position, outcome)
      VALUES (${by.orgId}, ${offboarding.id}, 'github', 0, 'failed')
      ON CONFLICT (org_id, offboarding_id, service_name) DO UPDATE SET outcome = 'failed'`
  )
  return { person, offboarding, serial }
})

layer(TestApp.pipe(Layer.provideMerge(Statements.layer)))("GET /api/search", (it) => {
  // search-1: One search finds offboardings, people, equipment (also by serial number), and documents; at most 5 of each.
  it.status(200, "each kind by the person's name, with what it is", function* () {
    const by = yield* aSuperAdmin()
    const { offboarding, person, serial } = yield* recordsOf(by, "Yuki Tanaka")
    yield* recordsOf(by, "Grace Hopper")
    const { documents, equipment, offboardings, people } = yield* foundBy(by, " tanaka ")
    assert.deepInclude(offboardings?.rows[0], {
      id: offboarding.id,
      employee_name: "Yuki Tanaka",
      employee_role: "Engineer",
      status: "pending",
      failed_removals: 1
    })
    assert.deepStrictEqual(people, {
      rows: [{ id: person.id, full_name: "Yuki Tanaka", email: person.email, status: "active" }],
      total: 1
    })
    assert.deepInclude(equipment?.rows[0], { serial_number: serial, holder: "Yuki Tanaka", status: "deployed" })
    assert.deepInclude(documents?.rows[0], {
      offboarding_id: offboarding.id,
      name: "NDA",
      employee_name: "Yuki Tanaka",
      status: "pending"
    })
    assert.deepStrictEqual(
      [offboardings, people, equipment, documents].map((kind) => kind?.total),
      [1, 1, 1, 1]
    )
    const bySerial = yield* foundBy(by, serial.toLowerCase())
    assert.deepStrictEqual(
      bySerial.equipment?.rows.map(({ serial_number }) => serial_number),
      [serial]
    )
    assert.deepStrictEqual(bySerial.people, none)
  })

  it.status(200, "blank text finds nothing; more matches than 5 are counted", function* () {
    const by = yield* aSuperAdmin()
    yield* Effect.forEach([1, 2, 3, 4, 5, 6, 7], (number) => aPerson(by, `Ada Lovelace ${number}`))
    for (const blank of ["", "  "]) {
      assert.deepStrictEqual(yield* foundBy(by, blank), {
        offboardings: none,
        people: none,
        equipment: none,
        documents: none
      })
    }
    const { people } = yield* foundBy(by, "lovelace")
    assert.strictEqual(people?.total, 7)
    assert.strictEqual(people?.rows.length, maxFound)
  })

  it.status(400, "more text than anything has", function* () {
    const by = yield* aSuperAdmin()
    yield* withStatus(400, as(by).get(pathOf("a".repeat(201))))
  })

  // search-2: Each kind needs its permission and is limited to the member's record scope and organization.
  it.status(200, "a kind without its permission is null", function* () {
    const by = yield* aSuperAdmin()
    yield* recordsOf(by, "Yuki Tanaka")
    const member = yield* aMember(by.orgId, { permissions: ["assets_view"] })
    const found = yield* foundBy(member, "yuki")
    assert.deepStrictEqual([found.offboardings, found.people, found.documents], [null, null, null])
    assert.strictEqual(found.equipment?.total, 1)
    const documents = yield* aMember(by.orgId, { permissions: ["compliance_view", "settings_manage"] })
    const papers = yield* foundBy(documents, "yuki")
    assert.deepStrictEqual([papers.offboardings, papers.people, papers.equipment], [null, null, null])
    assert.strictEqual(papers.documents?.total, 1)
  })

  it.status(200, "records outside the scope, and another organization's, are not found", function* () {
    const by = yield* aSuperAdmin()
    yield* recordsOf(by, "Yuki Tanaka", "Sales")
    yield* recordsOf(by, "Yuki Sato", "Legal")
    const member = yield* aMember(by.orgId, {
      permissions: ["offboardings_view", "assets_view", "compliance_view"],
      scope: "departments",
      departments: ["Sales"]
    })
    const found = yield* foundBy(member, "yuki")
    for (const kind of [found.offboardings, found.people, found.equipment, found.documents]) {
      assert.strictEqual(kind?.total, 1)
      assert.notInclude(JSON.stringify(kind), "Sato")
    }
    const stranger = yield* aSuperAdmin()
    assert.deepStrictEqual(yield* foundBy(stranger, "yuki"), {
      offboardings: none,
      people: none,
      equipment: none,
      documents: none
    })
  })

  // search-3: A search reads the rows of one organization by an index, whatever else the tables hold.
  it.effect("each table is read by an index of the organization", function* () {
    const by = yield* aSuperAdmin()
    yield* recordsOf(by, "Yuki Tanaka")
    const { status, statements } = yield* statementsOf(as(by).get(pathOf("yuki")))
    assert.strictEqual(status, 200)
    const large = /\b(?:offboardings|org_employees|assets|compliance_documents)\b/
    const reads = statements.filter((text) => large.test(text) && /LIKE|strpos/.test(text))
    assert.isAtLeast(reads.length, 4)
    for (const [at, text] of reads.entries()) {
      const places = [...text.matchAll(/\$(\d+)/g)].map(([, place]) => Number(place))
      const values = Array.from({ length: Math.max(...places) }, () => "NULL").join()
      const rows = yield* asOwner((sql) =>
        Effect.gen(function* () {
          yield* sql`SELECT set_config('svc.org_id', ${by.orgId}, true), set_config('enable_seqscan', 'off', true),
            set_config('plan_cache_mode', 'force_generic_plan', true), set_config('role', 'svc_app', true)`
          yield* sql.unsafe(`PREPARE search_${at} AS ${text}`)
          return yield* sql.unsafe<{ readonly "QUERY PLAN": string }>(`EXPLAIN EXECUTE search_${at}(${values})`)
        })
      )
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n")
      assert.notMatch(plan, /Seq Scan on (?:offboardings|org_employees|assets|compliance_documents)\b/, plan)
    }
  })
})
