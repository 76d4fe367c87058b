import { assert, layer } from "#test/support/suite"
import { Effect, Predicate } from "effect"
import { randomUUID } from "node:crypto"
import { TestApp } from "#test/support/TestApp"
import { aMember, anOrganisation, type Member } from "#test/support/people"
import { entriesOf } from "#test/support/log"
import { as, withStatus } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { aCase, caseIn, listed, namesOf, path, withoutApproval } from "#test/offboarding/cases/support"

const set = (who: Member, id: string, owner_id: string | null) => as(who).put(`${path}/${id}/owner`, { owner_id })
const setAll = (who: Member, ids: ReadonlyArray<string>, owner_id: string | null) =>
  as(who).post(`${path}/bulk-owner`, { ids, owner_id })
const shown = (who: Member, id: string) => Effect.flatMap(withStatus(200, as(who).get(`${path}/${id}`)), caseIn)

const unknown = {
  status: 400,
  body: {
    error: "owner_id: this member does not exist or cannot see the offboarding. Choose another member",
    code: "owner_unknown"
  }
}

const anOffice = Effect.gen(function* () {
  const orgId = yield* anOrganisation()
  yield* withoutApproval(orgId)
  return { orgId, admin: yield* aMember(orgId), hr: yield* aMember(orgId, "hr") }
})

const ownerEntries = Effect.fnUntraced(function* (orgId: Member["orgId"], id: string) {
  return (yield* entriesOf(orgId, { offboardingId: id }))
    .filter(({ action }) => action.startsWith("offboarding_owner"))
    .map(({ action, details }) => `${action}, ${details}`)
})

const assignments = Effect.fnUntraced(function* (orgId: Member["orgId"]) {
  return yield* systemSql<{ event: unknown }>`
    SELECT event FROM outbox_events WHERE org_id = ${orgId} AND event ->> '_tag' = 'offboardings.assigned'`
})

layer(TestApp)("PUT /api/employees/{id}/owner", (it) => {
  it.status(200, "sets and clears the owner with an entry each; the same again changes nothing", function* () {
    const { admin, hr, orgId } = yield* anOffice
    const { id } = yield* aCase(admin)
    const first = yield* withStatus(200, set(admin, id, hr.userId))
    assert.include(first.body, { id, owner_id: hr.userId, owner_name: "The hr" })
    assert.deepInclude(yield* set(admin, id, hr.userId), { status: 200, body: first.body })
    assert.include(yield* shown(admin, id), { owner_id: hr.userId, owner_name: "The hr" })
    yield* withStatus(200, set(hr, id, null))
    assert.include(yield* shown(admin, id), { owner_id: null, owner_name: null })
    assert.deepStrictEqual(yield* ownerEntries(orgId, id), [
      "offboarding_owner_set, owner: none -> The hr",
      "offboarding_owner_cleared, owner: The hr -> none"
    ])
  })

  it.status(200, "the new owner is told once, and not of what they did themselves", function* () {
    const { admin, hr, orgId } = yield* anOffice
    const { id } = yield* aCase(admin)
    yield* withStatus(200, set(hr, id, hr.userId))
    assert.lengthOf(yield* assignments(orgId), 0)
    yield* withStatus(200, set(admin, id, null))
    yield* withStatus(200, set(admin, id, hr.userId))
    assert.lengthOf(yield* assignments(orgId), 1)
  })

  it.status(200, "the end of the membership leaves the offboarding unassigned", function* () {
    const { admin, hr } = yield* anOffice
    const { id } = yield* aCase(admin)
    yield* withStatus(200, set(admin, id, hr.userId))
    yield* withStatus(200, as(admin).delete(`/api/members/${hr.userId}`))
    assert.include(yield* shown(admin, id), { owner_id: null, owner_name: null })
  })

  it.status(400, "members of other organizations, who cannot see the case, or whom it is about", function* () {
    const { admin, orgId } = yield* anOffice
    const stranger = yield* aMember(yield* anOrganisation())
    const manager = yield* aMember(orgId, "manager")
    const blind = yield* aMember(orgId, { permissions: ["assets_view"] })
    const leaving = yield* aMember(orgId, "hr")
    const { id } = yield* aCase(admin, { employee_email: leaving.email })
    for (const owner of [stranger.userId, manager.userId, blind.userId, leaving.userId, randomUUID()]) {
      assert.deepInclude(yield* set(admin, id, owner), unknown)
    }
    const { id: reports } = yield* aCase(admin, { manager_email: manager.email })
    yield* withStatus(200, set(admin, reports, manager.userId))
  })

  it.status(404, "another organization's case, one outside the record scope, and the member's own", function* () {
    const { admin, hr, orgId } = yield* anOffice
    const { id } = yield* aCase(admin, { employee_email: hr.email })
    const stranger = yield* aMember(yield* anOrganisation())
    const manager = yield* aMember(orgId, "manager")
    for (const who of [stranger, manager, hr]) {
      assert.deepInclude(yield* set(who, id, null), { status: 404, body: { error: "Offboarding not found" } })
    }
  })
})

layer(TestApp)("POST /api/employees/bulk-owner", (it) => {
  it.status(400, "no offboarding, and more than 200", function* () {
    const { admin } = yield* anOffice
    for (const ids of [[], Array.from({ length: 201 }, () => randomUUID())]) {
      assert.strictEqual((yield* setAll(admin, ids, null)).status, 400)
    }
  })

  it.status(200, "each that can be seen, in one transaction with one notification", function* () {
    const { admin, hr, orgId } = yield* anOffice
    const [one, two, own] = [
      yield* aCase(admin),
      yield* aCase(admin),
      yield* aCase(admin, { employee_email: hr.email })
    ]
    const elsewhere = yield* anOffice
    const { id: foreign } = yield* aCase(elsewhere.admin)
    yield* withStatus(200, set(admin, two.id, hr.userId))
    const answer = yield* withStatus(200, setAll(admin, [one.id, two.id, own.id, foreign, one.id], hr.userId))
    assert.deepStrictEqual(answer.body, {
      updated: 1,
      results: [
        { id: one.id, status: "updated" },
        { id: two.id, status: "unchanged" },
        { id: own.id, status: "failed", ...unknown.body },
        { id: foreign, status: "failed", error: "Offboarding not found" }
      ]
    })
    assert.include(yield* shown(elsewhere.admin, foreign), { owner_id: null })
    assert.lengthOf(yield* assignments(orgId), 2)
    const stranger = yield* withStatus(200, setAll(admin, [one.id], elsewhere.admin.userId))
    assert.deepStrictEqual(stranger.body, { updated: 0, results: [{ id: one.id, status: "failed", ...unknown.body }] })
    assert.include(yield* shown(admin, one.id), { owner_id: hr.userId })
  })
})

layer(TestApp)("GET /api/employees/assignees", (it) => {
  it.status(400, "an offboarding that is no id, named", function* () {
    const { admin } = yield* anOffice
    assert.include(
      (yield* withStatus(400, as(admin).get(`${path}/assignees?offboarding_id=17`))).text,
      "offboarding_id"
    )
  })

  it.status(200, "members who can see the offboarding, by name; search in name and email", function* () {
    const { admin, hr, orgId } = yield* anOffice
    const manager = yield* aMember(orgId, "manager")
    yield* aMember(orgId, { permissions: ["assets_view"] })
    const { id } = yield* aCase(admin, { manager_email: manager.email })
    const found = Effect.fnUntraced(function* (query: string) {
      const { body } = yield* withStatus(200, as(admin).get(`${path}/assignees${query}`))
      return Predicate.hasProperty(body, "rows") && Array.isArray(body.rows)
        ? body.rows.map(({ user_id }) => String(user_id))
        : []
    })
    assert.deepStrictEqual(yield* found(`?offboarding_id=${id}`), [hr.userId, manager.userId, admin.userId])
    assert.deepStrictEqual(yield* found(`?q=${hr.email.toUpperCase()}`), [hr.userId])
    const { id: other } = yield* aCase(admin, { employee_email: hr.email })
    assert.deepStrictEqual(yield* found(`?offboarding_id=${other}`), [admin.userId])
  })

  it.status(404, "an offboarding of another organization or outside the record scope", function* () {
    const { admin, orgId } = yield* anOffice
    const { id } = yield* aCase(admin)
    for (const who of [yield* aMember(yield* anOrganisation()), yield* aMember(orgId, "manager")]) {
      assert.strictEqual((yield* as(who).get(`${path}/assignees?offboarding_id=${id}`)).status, 404)
    }
  })
})

layer(TestApp)("GET /api/employees?owner", (it) => {
  it.status(200, "lists mine, a member's, and unassigned offboardings", function* () {
    const { admin, hr } = yield* anOffice
    const [mine, theirs] = [
      yield* aCase(admin, { employee_name: "Mine" }),
      yield* aCase(admin, { employee_name: "Theirs" })
    ]
    yield* aCase(admin, { employee_name: "Free" })
    yield* withStatus(200, set(admin, mine.id, admin.userId))
    yield* withStatus(200, set(admin, theirs.id, hr.userId))
    const names = (query: string) => Effect.map(listed(admin, query), (page) => [page.total, ...namesOf(page)])
    assert.deepStrictEqual(yield* names("?owner=me"), [1, "Mine"])
    assert.deepStrictEqual(yield* names(`?owner=${hr.userId}`), [1, "Theirs"])
    assert.deepStrictEqual(yield* names("?owner=none"), [1, "Free"])
  })

  it.status(400, "an owner that is neither", function* () {
    const { admin } = yield* anOffice
    assert.strictEqual((yield* as(admin).get(`${path}?owner=somebody`)).status, 400)
  })
})
