import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { TestApp } from "#test/support/TestApp"
import { as, send, withScim, withStatus } from "#test/support/requests"
import { aProvider, aUser, casesOf, decodePage, decodeUser, deactivation, listSchema, refusal } from "./support.ts"

layer(TestApp)("GET /scim/v2/ServiceProviderConfig", (it) => {
  // scim-3: `ServiceProviderConfig` alone needs no token.
  it.status(200, "capabilities, the only route without a token, as application/scim+json", function* () {
    const answer = yield* withStatus(200, send("GET", "/scim/v2/ServiceProviderConfig"))
    assert.match(answer.headers["content-type"] ?? "", /^application\/scim\+json/)
    assert.deepInclude(answer.body, {
      schemas: ["urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"],
      patch: { supported: true },
      filter: { supported: true, maxResults: 200 }
    })
  })
})

layer(TestApp)("GET /scim/v2/Users", (it) => {
  // scim-users-1: `GET /Users` pages by `startIndex` and `count`, 100 by default and at most 200.
  it.status(200, "everybody, in a stable order; startIndex and count page through them", function* () {
    const provider = yield* aProvider()
    const emails = Array.from({ length: 7 }, (_, index) => `person${index}@acme.test`)
    for (const email of emails) {
      yield* aUser(provider, email)
      yield* TestClock.adjust("1 second")
    }
    const all = yield* withStatus(200, withScim(provider.token).get("/Users"))
    assert.match(all.headers["content-type"] ?? "", /^application\/scim\+json/)
    assert.deepInclude(all.body, { schemas: [listSchema], totalResults: 7, startIndex: 1, itemsPerPage: 7 })
    const seen: Array<string> = []
    for (let startIndex = 1; startIndex <= 7; startIndex += 2) {
      const page = yield* decodePage(
        (yield* withScim(provider.token).get(`/Users?startIndex=${startIndex}&count=2`)).body
      )
      assert.deepInclude(page, { totalResults: 7, startIndex, itemsPerPage: page.Resources.length })
      seen.push(...page.Resources.map(({ userName }) => userName))
    }
    assert.deepStrictEqual(seen, emails)
  })

  // scim-users-2: A filter is ignored in literal mode, and every page is answered.
  it.status(200, "a filter is ignored and every employee page returned", function* () {
    const provider = yield* aProvider()
    yield* aUser(provider, "a@acme.test")
    yield* aUser(provider, "b@acme.test")
    for (const filter of ['userName eq "a@acme.test"', "nonsense ((", 'active eq "x"']) {
      const answer = yield* withStatus(200, withScim(provider.token).get(`/Users?filter=${encodeURIComponent(filter)}`))
      assert.deepInclude(answer.body, { totalResults: 2, itemsPerPage: 2 })
    }
  })

  // scim-users-8: A `count` over 200 is 200 and a negative one 0; `startIndex` below 1 is 1.
  it.status(
    200,
    "count is at most 200, a negative one 0; startIndex below 1 is 1; past the end the page is empty",
    function* () {
      const provider = yield* aProvider()
      yield* aUser(provider)
      const shape = (query: string) =>
        Effect.flatMap(withScim(provider.token).get(`/Users?${query}`), ({ body }) => decodePage(body))
      assert.deepInclude(yield* shape("count=1000"), { totalResults: 1, itemsPerPage: 1 })
      assert.deepInclude(yield* shape("count=-5"), { totalResults: 1, itemsPerPage: 0 })
      assert.deepInclude(yield* shape("count=0"), { totalResults: 1, itemsPerPage: 0 })
      assert.deepInclude(yield* shape("startIndex=-3"), { startIndex: 1, itemsPerPage: 1 })
      assert.deepInclude(yield* shape("startIndex=2"), { startIndex: 2, totalResults: 1, itemsPerPage: 0 })
      assert.deepInclude(yield* shape("startIndex=999999999999999"), { totalResults: 1, itemsPerPage: 0 })
    }
  )

  // scim-users-9: A page that is not a number is 400.
  it.status(400, "a page that is no number", function* () {
    const { token } = yield* aProvider()
    const answer = yield* withStatus(400, withScim(token).get("/Users?count=many"))
    assert.deepStrictEqual(answer.body, refusal(400, "count: must be a whole number"))
    assert.strictEqual((yield* withScim(token).get("/Users?startIndex=1&startIndex=2")).status, 400)
  })
})

layer(TestApp)("GET /scim/v2/Users/{id}", (it) => {
  // scim-users-3: A user is the core schema, to the letter.
  it.status(200, "the core User schema, to the letter", function* () {
    const provider = yield* aProvider()
    const { id } = yield* aUser(provider, "Ada@acme.test", {
      displayName: "Ada King Lovelace",
      externalId: "00u1",
      title: "Engineer",
      department: "Research",
      password: "hunter2",
      roles: [{ value: "superadmin" }],
      groups: [{ value: "admins" }]
    })
    const answer = yield* withStatus(200, withScim(provider.token).get(`/Users/${id}`))
    assert.match(answer.headers["content-type"] ?? "", /^application\/scim\+json/)
    assert.deepStrictEqual(answer.body, {
      schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
      id,
      externalId: "00u1",
      userName: "Ada@acme.test",
      name: { formatted: "Ada King Lovelace", givenName: "Ada King", familyName: "Lovelace" },
      displayName: "Ada King Lovelace",
      emails: [{ value: "Ada@acme.test", primary: true, type: "work" }],
      title: "Engineer",
      department: "Research",
      active: true,
      meta: { resourceType: "User", location: `http://svc.test/scim/v2/Users/${id}` }
    })
  })

  it.status(400, "a parameter that is given twice", function* () {
    const provider = yield* aProvider()
    const { id } = yield* aUser(provider)
    const answer = yield* withStatus(400, withScim(provider.token).get(`/Users/${id}?attributes=id&attributes=name`))
    assert.deepInclude(answer.body, { status: "400" })
  })

  // scim-users-4: An id that is nobody's here is 404, also one that is no UUID.
  // refusals-3
  it.status(404, "unknown, another organisation's, or no UUID at all", function* () {
    const provider = yield* aProvider()
    const other = yield* aUser(yield* aProvider())
    for (const id of [randomUUID(), other.id, "not-a-uuid", "%zz", "x".repeat(3000)]) {
      const answer = yield* withStatus(404, withScim(provider.token).get(`/Users/${id}`), id)
      assert.deepStrictEqual(answer.body, refusal(404, "User not found"), id)
      assert.match(answer.headers["content-type"] ?? "", /^application\/scim\+json/)
    }
  })
})

layer(TestApp)("POST /scim/v2/Users", (it) => {
  const mapped = [
    [
      "primary e-mail is preferred over userName",
      { userName: "login", emails: [{ value: "b@x.test" }, { value: "a@x.test", primary: true }] },
      { userName: "a@x.test" }
    ],
    [
      "userName without a primary e-mail",
      { userName: "c@x.test", emails: [{ value: "b@x.test" }] },
      { userName: "c@x.test" }
    ],
    ["displayName", { userName: "d@x.test", displayName: "Dee", name: { formatted: "Other" } }, { displayName: "Dee" }],
    [
      "name.formatted",
      { userName: "e@x.test", name: { formatted: "Eve Ent", givenName: "No" } },
      { displayName: "Eve Ent" }
    ],
    [
      "given plus family name",
      { userName: "f@x.test", name: { givenName: "Flo", familyName: "Fay" } },
      { displayName: "Flo Fay" }
    ],
    ["given name alone", { userName: "g@x.test", name: { givenName: "Gus" } }, { displayName: "Gus" }],
    [
      "the e-mail when nothing names them",
      { userName: "h@x.test", displayName: " ", name: "x" },
      { displayName: "h@x.test" }
    ],
    [
      "title and department",
      { userName: "i@x.test", title: "Lead", department: "Ops" },
      { title: "Lead", department: "Ops" }
    ],
    ["externalId", { userName: "j@x.test", externalId: "00u9" }, { externalId: "00u9" }],
    [
      "attribute names in any case",
      { USERNAME: "k@x.test", displayname: "Kay" },
      { userName: "k@x.test", displayName: "Kay" }
    ]
  ] as const

  // scim-users-6: Attributes are mapped as documented, and others are ignored.
  it.status.each(mapped)(201, "attribute mapping: %s", function* ([, body, expected]) {
    const { token } = yield* aProvider()
    const answer = yield* withStatus(201, withScim(token).post("/Users", body))
    assert.deepInclude(answer.body, expected)
  })

  // scim-users-5: `POST /Users` is an upsert by address: name, title and department are updated, and nobody is added
  //   twice.
  it.status(
    201,
    "upsert keyed on e-mail without case: name, title and department are updated, nobody is added",
    function* () {
      const provider = yield* aProvider()
      const first = yield* aUser(provider, "Ann@acme.test", { title: "Junior", department: "Ops", externalId: "1" })
      const again = yield* withScim(provider.token).post("/Users", {
        userName: "ANN@ACME.TEST",
        displayName: "Ann Smith",
        title: "Senior"
      })
      assert.strictEqual(again.status, 201, again.text)
      assert.deepInclude(again.body, {
        id: first.id,
        userName: "Ann@acme.test",
        displayName: "Ann Smith",
        title: "Senior",
        department: "Ops",
        externalId: "1"
      })
      const unnamed = yield* withScim(provider.token).post("/Users", { userName: "ann@acme.test", department: null })
      const kept = yield* decodeUser(unnamed.body)
      assert.deepInclude(kept, { displayName: "Ann Smith", title: "Senior" })
      assert.notProperty(kept, "department")
      assert.deepInclude((yield* withScim(provider.token).get("/Users")).body, { totalResults: 1 })
    }
  )

  // scim-users-10: A number that belongs to another person is omitted.
  it.status(201, "twenty at once of one address make one person", function* () {
    const { token } = yield* aProvider()
    const answers = yield* Effect.forEach(
      Array.from({ length: 20 }, (_, index) => index),
      (index) => withScim(token).post("/Users", { userName: "one@acme.test", displayName: `Name ${index}` }),
      { concurrency: "unbounded" }
    )
    assert.deepStrictEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
    assert.deepInclude((yield* withScim(token).get("/Users")).body, { totalResults: 1 })
  })

  // scim-8
  it.status(201, "a number that is somebody else's is left out, for there is no 409 case on SCIM", function* () {
    const provider = yield* aProvider()
    yield* aUser(provider, "a@acme.test", { externalId: "7" })
    const added = yield* aUser(provider, "b@acme.test", { externalId: "7" })
    assert.notProperty(added, "externalId")
    const updated = yield* aUser(provider, "b@acme.test", { externalId: "7", title: "Lead" })
    assert.notProperty(updated, "externalId")
    assert.strictEqual(updated.title, "Lead")
  })

  it.status(201, "the same e-mail in two organisations changes only the provider's own", function* () {
    const [one, two] = [yield* aProvider(), yield* aProvider()]
    const mine = yield* aUser(one, "same@acme.test", { title: "Mine" })
    const theirs = yield* aUser(two, "same@acme.test", { title: "Theirs" })
    yield* aUser(one, "same@acme.test", { title: "Changed", active: false })
    assert.deepInclude((yield* withScim(one.token).get(`/Users/${mine.id}`)).body, { title: "Changed" })
    assert.deepInclude((yield* withScim(two.token).get(`/Users/${theirs.id}`)).body, { title: "Theirs" })
    assert.lengthOf(yield* casesOf(one.orgId), 1)
    assert.lengthOf(yield* casesOf(two.orgId), 0)
  })

  it.status(201, "active false triggers offboarding", function* () {
    const provider = yield* aProvider()
    const created = yield* aUser(provider, "leaver@acme.test", { active: false })
    assert.isTrue(created.active)
    const [only, ...more] = yield* casesOf(provider.orgId)
    assert.deepInclude(only, { employee_email: "leaver@acme.test", source: "scim", status: "pending" })
    assert.lengthOf(more, 0)
  })

  it.status(201, "a login account of the same address is left alone, whatever roles and password say", function* () {
    const provider = yield* aProvider()
    yield* aUser(provider, provider.admin.email, { active: false, roles: ["manager"], password: "new password" })
    const me = yield* as(provider.admin).get("/api/auth/me")
    assert.deepInclude(me.body, { role: "superadmin", email: provider.admin.email })
  })

  const invalid = "userName / email must be a valid email address"
  // scim-users-7: A missing or invalid address is 400.
  it.status(400, "a missing or invalid e-mail", function* () {
    const { token } = yield* aProvider()
    const bodies = [
      {},
      { userName: "ada" },
      { userName: "" },
      { userName: 7 },
      { userName: null },
      { emails: "a@acme.test" },
      { userName: "a@acme.test", emails: [{ value: "nobody", primary: true }] },
      { userName: "a\u0000@acme.test" },
      { __proto__: null, userName: { value: "a@acme.test" } }
    ]
    for (const body of bodies) {
      const answer = yield* withStatus(400, withScim(token).post("/Users", body))
      assert.deepStrictEqual(answer.body, refusal(400, invalid), JSON.stringify(body))
    }
  })

  it.status(400, "no JSON, another media type, or an attribute that cannot be stored", function* () {
    const { token } = yield* aProvider()
    const raw = (body: string, type: string) =>
      send("POST", "/scim/v2/Users", { bearer: token, body, headers: { "content-type": type } })
    assert.deepStrictEqual((yield* raw("{", "application/scim+json")).body, refusal(400, "The body is not valid JSON"))
    assert.strictEqual((yield* raw("[]", "application/scim+json")).status, 400)
    assert.strictEqual((yield* raw("<a/>", "text/xml")).status, 400)
    assert.strictEqual((yield* raw('{"userName":"x@acme.test"}', "application/json; charset=utf-8")).status, 201)
    const long = yield* withScim(token).post("/Users", { userName: "a@acme.test", title: "x".repeat(101) })
    assert.deepStrictEqual(long.body, refusal(400, "title: must be text of at most 100 characters"))
    for (const body of [{ displayName: "x".repeat(201) }, { department: 7 }, { externalId: {} }, { title: "\u0000" }]) {
      const answer = yield* withScim(token).post("/Users", { userName: "a@acme.test", ...body })
      assert.strictEqual(answer.status, 400, JSON.stringify(body).slice(0, 50))
    }
  })

  // scim-users-11: A create is 403 where the plan has no room for another active person.
  it.status(403, "the plan has no room for one more active person", function* () {
    const provider = yield* aProvider("literal", { plan: "none" })
    for (let index = 0; index < 10; index += 1) yield* aUser(provider, `p${index}@acme.test`)
    const answer = yield* withStatus(403, withScim(provider.token).post("/Users", { userName: "p10@acme.test" }))
    assert.deepInclude(answer.body, { status: "403" })
    assert.strictEqual((yield* withScim(provider.token).post("/Users", { userName: "p1@acme.test" })).status, 201)
  })
})

layer(TestApp)("DELETE /scim/v2/Users/{id}", (it) => {
  // deprovisioning-6: `DELETE` deletes nobody, and begins the same case: 204.
  it.status(204, "does not delete the record; the same offboarding creation as active false", function* () {
    const provider = yield* aProvider()
    const { id } = yield* aUser(provider)
    const answer = yield* withStatus(204, withScim(provider.token).delete(`/Users/${id}`))
    assert.strictEqual(answer.text, "")
    assert.lengthOf(yield* casesOf(provider.orgId), 1)
    assert.deepInclude((yield* withScim(provider.token).get(`/Users/${id}`)).body, { id, active: true })
    assert.strictEqual((yield* withScim(provider.token).delete(`/Users/${id}`)).status, 204)
    assert.strictEqual((yield* withScim(provider.token).patch(`/Users/${id}`, deactivation)).status, 200)
    assert.lengthOf(yield* casesOf(provider.orgId), 1)
  })

  it.status(404, "unknown, another organisation's, or no UUID", function* () {
    const provider = yield* aProvider()
    const elsewhere = yield* aProvider()
    const other = yield* aUser(elsewhere)
    for (const id of [randomUUID(), other.id, "x"]) {
      assert.strictEqual((yield* withScim(provider.token).delete(`/Users/${id}`)).status, 404)
    }
    assert.lengthOf(yield* casesOf(elsewhere.orgId), 0)
  })
})
