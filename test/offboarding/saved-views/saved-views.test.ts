import { maxSavedViews, SavedView, SavedViews } from "@svc/contract/saved-views/schema"
import { Effect, Schema } from "effect"
import { randomUUID } from "node:crypto"
import { assert, layer } from "#test/support/suite"
import { TestApp } from "#test/support/TestApp"
import { aMember, anOrganisation, type Member } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"

const path = "/api/views"
const filters = { department: "Sales", sort: "exit_date" }

const decodeAll = Schema.decodeUnknownEffect(Schema.toCodecJson(SavedViews))
const decode = Schema.decodeUnknownEffect(Schema.toCodecJson(SavedView))

const save = (who: Member, name: string, more: object = {}) => as(who).post(path, { name, filters, ...more })
const saved = (who: Member, name: string, more: object = {}) =>
  Effect.flatMap(withStatus(201, save(who, name, more)), ({ body }) => decode(body))
const seen = (who: Member) => Effect.flatMap(withStatus(200, as(who).get(path)), ({ body }) => decodeAll(body))
const namesOf = (who: Member) => Effect.map(seen(who), ({ rows }) => rows.map(({ name }) => name))

const anOffice = Effect.gen(function* () {
  const orgId = yield* anOrganisation()
  return { orgId, admin: yield* aMember(orgId), hr: yield* aMember(orgId, "hr"), other: yield* aMember(orgId, "hr") }
})

const missing = { status: 404, body: { error: "View not found" } }

layer(TestApp)("GET /api/views", (it) => {
  // views-1: Members see their own views and those that are shared, of their organization, by name.
  it.status(200, "their own and the shared ones, by name", function* () {
    const { admin, hr, other } = yield* anOffice
    yield* saved(hr, "B mine")
    yield* saved(other, "Private")
    yield* saved(other, "A shared", { shared: true })
    yield* saved((yield* anOffice).admin, "Of another organization", { shared: true })
    const { rows } = yield* seen(hr)
    assert.deepStrictEqual(
      rows.map((view) => [view.name, view.mine, view.can_change, view.shared]),
      [
        ["A shared", false, false, true],
        ["B mine", true, true, false]
      ]
    )
    assert.deepStrictEqual(
      (yield* seen(admin)).rows.map(({ can_change, name }) => [name, can_change]),
      [["A shared", true]]
    )
  })

  // views-4: A member's views, also shared ones, end with their membership.
  it.status(200, "without those of members who have left", function* () {
    const { admin, hr } = yield* anOffice
    yield* saved(hr, "Shared", { shared: true })
    yield* withStatus(200, as(admin).delete(`/api/members/${hr.userId}`))
    assert.deepStrictEqual(yield* namesOf(admin), [])
  })
})

layer(TestApp)("POST /api/views", (it) => {
  // views-2: A view holds parameters of the list, without the search text, which may name a person.
  it.status(201, "as it was saved, private unless it is shared", function* () {
    const { hr } = yield* anOffice
    const view = yield* saved(hr, "Sales")
    assert.deepInclude(view, { name: "Sales", filters, shared: false, mine: true, can_change: true })
    const searched = yield* saved(hr, "Ada", { filters: { ...filters, q: "Ada Lovelace" } })
    assert.deepStrictEqual(searched.filters, filters)
  })

  it.status(400, "no name, one that is too long, and a filter that is too long", function* () {
    const { hr } = yield* anOffice
    for (const body of [
      { name: " ", filters },
      { name: "x".repeat(61), filters },
      { name: "Sales" },
      { name: "Sales", filters: { department: "x".repeat(255) } }
    ]) {
      assert.strictEqual((yield* as(hr).post(path, body)).status, 400, JSON.stringify(body))
    }
  })

  it.status(409, "more than a member can have, also at the same time", function* () {
    const { hr, other } = yield* anOffice
    const statuses = yield* Effect.forEach(
      Array.from({ length: maxSavedViews + 2 }, (_, index) => index),
      (index) => Effect.map(save(hr, `View ${index}`), ({ status }) => status),
      { concurrency: 6 }
    )
    assert.lengthOf(
      statuses.filter((status) => status === 201),
      maxSavedViews
    )
    const { body } = yield* withStatus(409, save(hr, "One more"))
    assert.deepInclude(body, { code: "too_many_views" })
    yield* saved(other, "Mine")
  })
})

layer(TestApp)("PATCH /api/views/{viewId}", (it) => {
  // views-3: Only the member who saved it changes and deletes a view; Super Admins and Admins also shared ones.
  it.status(200, "what is sent, and the rest stays", function* () {
    const { admin, hr } = yield* anOffice
    const { id } = yield* saved(hr, "Sales")
    const renamed = yield* withStatus(200, as(hr).patch(`${path}/${id}`, { name: "Sales and marketing", shared: true }))
    assert.deepInclude(renamed.body, { name: "Sales and marketing", filters, shared: true })
    yield* withStatus(200, as(admin).patch(`${path}/${id}`, { filters: { open: "false" } }))
    assert.deepInclude((yield* seen(hr)).rows[0], { name: "Sales and marketing", filters: { open: "false" } })
  })

  it.status(400, "a name that is blank", function* () {
    const { hr } = yield* anOffice
    const { id } = yield* saved(hr, "Sales")
    assert.strictEqual((yield* as(hr).patch(`${path}/${id}`, { name: "" })).status, 400)
  })

  it.status(403, "another member's shared view", function* () {
    const { hr, other } = yield* anOffice
    const { id } = yield* saved(hr, "Sales", { shared: true })
    yield* withStatus(403, as(other).patch(`${path}/${id}`, { name: "Mine" }))
  })

  it.status(404, "another member's private view, also for an Admin, and another organization's", function* () {
    const { admin, hr, other } = yield* anOffice
    const { id } = yield* saved(hr, "Sales")
    const shared = yield* saved(hr, "Shared", { shared: true })
    for (const who of [admin, other]) {
      assert.deepInclude(yield* as(who).patch(`${path}/${id}`, { name: "Mine" }), missing)
    }
    const stranger = (yield* anOffice).admin
    for (const view of [shared.id, randomUUID()]) {
      assert.deepInclude(yield* as(stranger).patch(`${path}/${view}`, { name: "Mine" }), missing)
    }
  })
})

layer(TestApp)("DELETE /api/views/{viewId}", (it) => {
  it.status(200, "their own, and shared ones as an Admin", function* () {
    const { admin, hr } = yield* anOffice
    const [own, shared] = [yield* saved(hr, "Own"), yield* saved(hr, "Shared", { shared: true })]
    yield* withStatus(200, as(hr).delete(`${path}/${own.id}`))
    yield* withStatus(200, as(admin).delete(`${path}/${shared.id}`))
    assert.deepStrictEqual(yield* namesOf(hr), [])
  })

  it.status(400, "no id", function* () {
    const { hr } = yield* anOffice
    assert.strictEqual((yield* as(hr).delete(`${path}/17`)).status, 400)
  })

  it.status(403, "another member's shared view", function* () {
    const { hr, other } = yield* anOffice
    const { id } = yield* saved(hr, "Sales", { shared: true })
    yield* withStatus(403, as(other).delete(`${path}/${id}`))
  })

  it.status(404, "another member's private view, an unknown and another organization's", function* () {
    const { admin, hr } = yield* anOffice
    const { id } = yield* saved(hr, "Sales")
    const shared = yield* saved(hr, "Shared", { shared: true })
    assert.deepInclude(yield* as(admin).delete(`${path}/${id}`), missing)
    const stranger = (yield* anOffice).admin
    for (const view of [shared.id, randomUUID()]) {
      assert.deepInclude(yield* as(stranger).delete(`${path}/${view}`), missing)
    }
  })
})
