import { assert } from "#test/support/suite"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { TestApp } from "#test/support/TestApp"
import { systemSql } from "#test/support/tables"
import { as, withScim, withStatus } from "#test/support/requests"
import { layerOfFile } from "#test/support/layer-of-file"
import { aProvider, aUser, casesOf, decodeUser, deactivation, errorSchema, refusal } from "./support.ts"

const nextMinute = TestClock.adjust("61 seconds")
const enterprise = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"

const withTestApp = layerOfFile(TestApp)

withTestApp("PUT /scim/v2/Users/{id}", (it) => {
  it.status(200, "mapped as a create is, on the person of this id", function* () {
    const provider = yield* aProvider("compat")
    const { id } = yield* aUser(provider, "ann@acme.test", { title: "Junior" })
    const answer = yield* withScim(provider.token).put(`/Users/${id}`, {
      userName: "ann.smith@acme.test",
      name: { givenName: "Ann", familyName: "Smith" },
      title: "Senior",
      externalId: "00u2",
      active: true
    })
    assert.strictEqual(answer.status, 200, answer.text)
    assert.deepInclude(answer.body, {
      id,
      userName: "ann.smith@acme.test",
      displayName: "Ann Smith",
      title: "Senior",
      externalId: "00u2"
    })
    assert.lengthOf(yield* casesOf(provider.orgId), 0)
  })

  it.status(200, "Okta's PUT with active false begins the offboarding, which is echoed", function* () {
    const provider = yield* aProvider("compat")
    const { id } = yield* aUser(provider)
    const body = { userName: "ann.lee@acme.test", name: { givenName: "Ann", familyName: "Lee" }, active: false }
    const answer = yield* withScim(provider.token).put(`/Users/${id}`, body)
    assert.deepInclude(answer.body, { active: false })
    assert.strictEqual((yield* withScim(provider.token).put(`/Users/${id}`, body)).status, 200)
    assert.lengthOf(yield* casesOf(provider.orgId), 1)
  })

  it.status(200, "a new userName beside the address as it was read moves them to it", function* () {
    const provider = yield* aProvider("compat")
    const { id } = yield* aUser(provider, "ann@acme.test")
    const { body } = yield* withScim(provider.token).get(`/Users/${id}`)
    const moved = yield* withScim(provider.token).put(`/Users/${id}`, { ...Object(body), userName: "new@acme.test" })
    assert.deepInclude(moved.body, { userName: "new@acme.test" })
  })

  // scim-17: In compat mode another person's address is 400.
  it.status(400, "no address, or somebody else's", function* () {
    const provider = yield* aProvider("compat")
    yield* aUser(provider, "taken@acme.test")
    const { id } = yield* aUser(provider)
    const without = yield* withScim(provider.token).put(`/Users/${id}`, { displayName: "Ann" })
    assert.deepStrictEqual(without.body, {
      ...refusal(400, "userName / email must be a valid email address"),
      scimType: "invalidValue"
    })
    const taken = yield* withStatus(400, withScim(provider.token).put(`/Users/${id}`, { userName: "Taken@acme.test" }))
    assert.deepInclude(taken.body, { scimType: "uniqueness", schemas: [errorSchema] })
  })

  it.status(404, "unknown or no UUID", function* () {
    const { token } = yield* aProvider("compat")
    for (const id of [randomUUID(), "x"]) {
      assert.strictEqual((yield* withScim(token).put(`/Users/${id}`, { userName: "a@acme.test" })).status, 404)
    }
  })

  it.status(405, "not in literal mode", function* () {
    const { token } = yield* aProvider()
    const answer = yield* withStatus(405, withScim(token).put(`/Users/${randomUUID()}`, { userName: "a@acme.test" }))
    assert.deepStrictEqual(answer.body, refusal(405, "Method not allowed"))
  })
})

withTestApp("compat mode: GET /scim/v2/Users", (it) => {
  const filters = [
    ["userName without case", 'userName eq "ANN@acme.test"', 1],
    ["attribute and operator in any case", 'USERNAME EQ "ann@acme.test"', 1],
    ["with its schema", 'urn:ietf:params:scim:schemas:core:2.0:User:userName eq "ann@acme.test"', 1],
    ["emails", 'emails eq "ann@acme.test"', 1],
    ["emails.value", 'emails.value eq "ann@acme.test"', 1],
    ["Entra's work e-mail", 'emails[type eq "work"].value eq "ann@acme.test"', 1],
    ["externalId to the letter", 'externalId eq "A1"', 1],
    ["externalId in another case", 'externalId eq "a1"', 0],
    ["escapes", 'userName eq "ann\\u0040acme.test"', 1],
    ["nobody", 'userName eq "nobody@acme.test"', 0],
    ["text that nothing here can be", 'userName eq "\\u0000"', 0],
    ["half of a surrogate pair", 'externalId eq "\\ud800"', 0],
    ["a quote inside", 'userName eq "o\\"neil@acme.test"', 0]
  ] as const

  it.status.each(filters)(200, "filter: %s", function* ([, filter, found]) {
    const provider = yield* aProvider("compat")
    yield* aUser(provider, "ann@acme.test", { externalId: "A1" })
    yield* aUser(provider, "bob@acme.test")
    const answer = yield* withStatus(200, withScim(provider.token).get(`/Users?filter=${encodeURIComponent(filter)}`))
    assert.deepInclude(answer.body, { totalResults: found, itemsPerPage: found, startIndex: 1 })
  })

  // scim-13: In compat mode a filter that is not supported is 400 `invalidFilter`.
  it.status(400, "invalidFilter: any other filter", function* () {
    const { token } = yield* aProvider("compat")
    for (const filter of [
      'userName sw "a"',
      "active eq true",
      'userName eq "a" and title eq "b"',
      "(",
      "",
      "userName eq a"
    ]) {
      const answer = yield* withStatus(400, withScim(token).get(`/Users?filter=${encodeURIComponent(filter)}`), filter)
      assert.deepInclude(answer.body, { scimType: "invalidFilter", status: "400" })
    }
  })

  it.status(400, "invalidFilter: what was written to be read for minutes is read like any other", function* () {
    const { token } = yield* aProvider("compat")
    // Backtracking over so many spaces would outlast the test.
    for (const filter of [
      `${"+".repeat(12_000)}x`,
      `a${"+".repeat(12_000)}!`,
      `userName+eq+"${"%5C%5C".repeat(2000)}`
    ]) {
      assert.strictEqual((yield* withScim(token).get(`/Users?filter=${filter}`)).status, 400)
    }
  })

  // scim-14: In compat mode `attributes` and `excludedAttributes` apply, and `meta` has created, lastModified and
  //   version.
  it.status(
    200,
    "attributes and excludedAttributes shape the users, meta has created, lastModified and version",
    function* () {
      yield* nextMinute
      const provider = yield* aProvider("compat")
      const { id } = yield* aUser(provider, "ann@acme.test", { title: "Lead" })
      const get = (query: string) =>
        Effect.map(withScim(provider.token).get(`/Users/${id}${query}`), ({ body }) => body)
      const schemas = ["urn:ietf:params:scim:schemas:core:2.0:User"]
      assert.deepStrictEqual(yield* get("?attributes=userName,NAME.givenName"), {
        schemas,
        id,
        userName: "ann@acme.test",
        name: { givenName: "Ann" }
      })
      assert.deepStrictEqual(yield* get("?excludedAttributes=emails,name,meta,displayName,title,active"), {
        schemas,
        id,
        userName: "ann@acme.test"
      })
      const whole = yield* withScim(provider.token).get(`/Users/${id}`)
      assert.match(whole.text, /"created":"2026-03-02T.*","lastModified":"2026-03-02T.*","version":"W\//)
      const page = yield* withScim(provider.token).get("/Users?attributes=userName")
      assert.deepInclude(page.body, { Resources: [{ schemas, id, userName: "ann@acme.test" }] })
    }
  )

  // scim-15: In compat mode `active` is false from the start of deprovisioning.
  it.status(200, "active is false once deprovisioning has begun, in lists as well", function* () {
    const provider = yield* aProvider("compat")
    const { id } = yield* aUser(provider)
    assert.deepInclude((yield* withScim(provider.token).patch(`/Users/${id}`, deactivation)).body, { active: false })
    assert.deepInclude((yield* withScim(provider.token).get(`/Users/${id}`)).body, { active: false })
    assert.include((yield* withScim(provider.token).get("/Users")).text, '"active":false')
  })
})

withTestApp("compat mode: PATCH /scim/v2/Users/{id}", (it) => {
  const effects = [
    ["title by path", [{ op: "replace", path: "title", value: "Lead" }], { title: "Lead" }],
    ["add counts as replace", [{ op: "Add", path: "displayName", value: "Ann Ace" }], { displayName: "Ann Ace" }],
    [
      "department by its extension",
      [{ op: "add", path: `${enterprise}:department`, value: "Ops" }],
      { department: "Ops" }
    ],
    ["nested extension", [{ op: "add", value: { [enterprise]: { department: "Law" } } }], { department: "Law" }],
    [
      "Entra's work e-mail",
      [{ op: "Replace", path: 'emails[type eq "work"].value', value: "new@acme.test" }],
      { userName: "new@acme.test" }
    ],
    ["userName", [{ op: "replace", value: { userName: "user@acme.test" } }], { userName: "user@acme.test" }],
    ["family name alone", [{ op: "Replace", path: "name.familyName", value: "Smith" }], { displayName: "Ann Smith" }],
    [
      "Entra's flat names",
      [{ op: "replace", value: { "name.givenName": "Anna", "name.familyName": "Fox" } }],
      { displayName: "Anna Fox" }
    ],
    ["externalId", [{ op: "add", path: "externalId", value: "X9" }], { externalId: "X9" }],
    ["attribute in any case", [{ OP: "replace", PATH: "TITLE", Value: "Boss" }], { title: "Boss" }]
  ] as const

  it.status.each(effects)(200, "%s", function* ([, Operations, expected]) {
    const provider = yield* aProvider("compat")
    const { id } = yield* aUser(provider, "ann@acme.test")
    const answer = yield* withStatus(200, withScim(provider.token).patch(`/Users/${id}`, { Operations }))
    assert.deepInclude(answer.body, expected)
    assert.deepInclude((yield* withScim(provider.token).get(`/Users/${id}`)).body, expected)
  })

  it.status(200, "remove empties what may be empty", function* () {
    yield* nextMinute
    const provider = yield* aProvider("compat")
    const { id } = yield* aUser(provider, "ann@acme.test", { title: "Lead", department: "Ops", externalId: "1" })
    const answer = yield* withScim(provider.token).patch(`/Users/${id}`, {
      Operations: ["title", "department", "externalId", "userName", "active"].map((path) => ({ op: "remove", path }))
    })
    const user = yield* decodeUser(answer.body)
    assert.deepInclude(user, { userName: "ann@acme.test", active: true })
    for (const name of ["title", "department", "externalId"]) assert.notProperty(user, name)
    assert.lengthOf(yield* casesOf(provider.orgId), 0)
  })

  it.status(400, "Operations must be an array", function* () {
    const provider = yield* aProvider("compat")
    const { id } = yield* aUser(provider)
    const answer = yield* withScim(provider.token).patch(`/Users/${id}`, { Operations: "x" })
    assert.deepStrictEqual(answer.body, { ...refusal(400, "Operations must be an array"), scimType: "invalidSyntax" })
  })
})

const shown = Effect.fnUntraced(function* (path: string, shape: Readonly<Record<string, unknown>>) {
  const answer = yield* withStatus(200, withScim((yield* aProvider("compat")).token).get(path))
  assert.match(answer.headers["content-type"] ?? "", /^application\/scim\+json/)
  assert.deepInclude(answer.body, shape)
})

const absent = Effect.fnUntraced(function* (mode: "literal" | "compat", path: string) {
  const answer = yield* withScim((yield* aProvider(mode)).token).get(path)
  assert.deepStrictEqual(answer.body, refusal(404, "Not found"))
  assert.strictEqual(answer.status, 404)
})

const user = "urn:ietf:params:scim:schemas:core:2.0:User"

withTestApp("GET /scim/v2/Schemas", (it) => {
  it.status(200, "in compat mode", () => shown("/Schemas", { totalResults: 2, itemsPerPage: 2 }))
  // scim-8: There are no Schemas and no Groups in literal mode, and no 409.
  it.status(404, "in literal mode", () => absent("literal", "/Schemas"))
})

withTestApp("the manager of the enterprise extension", (it) => {
  const managerOf = Effect.fnUntraced(function* (id: string) {
    const [row] = yield* systemSql<{
      manager_email: string | null
    }>`SELECT manager_email FROM org_employees WHERE id = ${id}`
    return row?.manager_email
  })

  // scim-16: In compat mode the manager of the enterprise extension is stored in the directory.
  it.status(200, "as Entra ID sends it, by id or address, reaches the directory and is read back", function* () {
    yield* nextMinute
    const provider = yield* aProvider("compat")
    const boss = yield* aUser(provider, "boss@acme.test")
    const { id } = yield* aUser(provider, "ann@acme.test")
    const path = `${enterprise}:manager`
    const patch = (...Operations: ReadonlyArray<unknown>) =>
      withScim(provider.token).patch(`/Users/${id}`, { Operations })
    for (const [operation, expected] of [
      [{ op: "Add", path, value: boss.id }, "boss@acme.test"],
      [{ op: "Remove", path }, null],
      [{ op: "Replace", path, value: { value: boss.id } }, "boss@acme.test"],
      [{ op: "Replace", path, value: null }, null],
      [{ op: "Add", path, value: [{ $ref: "../Users/x", value: boss.id }] }, "boss@acme.test"],
      [{ op: "Add", path: `${path}.value`, value: "other@acme.test" }, "other@acme.test"],
      [{ op: "Replace", value: { [enterprise]: { manager: { value: boss.id } } } }, "boss@acme.test"],
      // Nobody, nonsense and themselves change nothing, and what stands beside it counts.
      [{ op: "Add", path, value: randomUUID() }, "boss@acme.test"],
      [{ op: "Add", path, value: "26118915" }, "boss@acme.test"],
      [{ op: "Add", path, value: { value: id } }, "boss@acme.test"]
    ] as const) {
      const answer = yield* withStatus(200, patch(operation, { op: "Replace", path: "title", value: "Lead" }))
      assert.deepInclude(answer.body, { title: "Lead" })
      assert.strictEqual(yield* managerOf(id), expected, JSON.stringify(operation))
    }
    const got = yield* withScim(provider.token).get(`/Users/${id}`)
    assert.deepInclude(got.body, { [enterprise]: { manager: { value: boss.id } } })
    assert.deepInclude(Object(got.body).schemas, enterprise)
    assert.strictEqual(got.headers["etag"], Object(got.body).meta.version)
    const only = yield* withScim(provider.token).get(`/Users/${id}?attributes=${enterprise}:manager`)
    assert.deepInclude(only.body, { userName: "ann@acme.test", [enterprise]: { manager: { value: boss.id } } })
    assert.notProperty(only.body, "title")
  })

  it.status(201, "of a create, and the offboarding has the manager", function* () {
    yield* nextMinute
    const provider = yield* aProvider("compat")
    const boss = yield* aUser(provider, "boss@acme.test")
    const { id } = yield* aUser(provider, "ann@acme.test", { [enterprise]: { manager: { value: boss.id } } })
    assert.strictEqual(yield* managerOf(id), "boss@acme.test")
    yield* withScim(provider.token).patch(`/Users/${id}`, deactivation)
    const made = yield* systemSql<{
      manager_email: string
    }>`SELECT manager_email FROM offboardings WHERE org_id = ${provider.orgId}`
    assert.deepStrictEqual(made, [{ manager_email: "boss@acme.test" }])
  })

  it.status(
    200,
    "the extension stands in /Schemas and in the resource type; the log of requests tells the mode",
    function* () {
      yield* nextMinute
      const provider = yield* aProvider("compat")
      const schema = yield* withScim(provider.token).get(`/Schemas/${enterprise}`)
      assert.deepInclude(schema.body, { id: enterprise, name: "EnterpriseUser" })
      const type = yield* withScim(provider.token).get("/ResourceTypes/User")
      assert.deepInclude(type.body, { schemaExtensions: [{ schema: enterprise, required: false }] })
      const requests = yield* as(provider.admin).get("/api/integrations/scim/requests")
      assert.deepInclude(requests.body, { mode: "compat" })
      const literal = yield* as((yield* aProvider()).admin).get("/api/integrations/scim/requests")
      assert.deepInclude(literal.body, { mode: "literal" })
    }
  )
})

withTestApp("GET /scim/v2/Schemas/{id}", (it) => {
  it.status(200, "in compat mode", () => shown(`/Schemas/${user}`, { id: user, name: "User" }))
  it.status(404, "in literal mode", () => absent("literal", `/Schemas/${user}`))
  it.status(404, "unknown", () => absent("compat", "/Schemas/urn:x"))
})

withTestApp("GET /scim/v2/ResourceTypes", (it) => {
  it.status(200, "in compat mode", () => shown("/ResourceTypes", { totalResults: 1 }))
  it.status(404, "in literal mode", () => absent("literal", "/ResourceTypes"))
})

withTestApp("GET /scim/v2/ResourceTypes/{id}", (it) => {
  it.status(200, "in compat mode", () => shown("/ResourceTypes/User", { id: "User", endpoint: "/Users", schema: user }))
  it.status(404, "in literal mode", () => absent("literal", "/ResourceTypes/User"))
  it.status(404, "unknown", () => absent("compat", "/ResourceTypes/Group"))
})

withTestApp("GET /scim/v2/Groups", (it) => {
  it.status(200, "in compat mode, always empty", () => shown("/Groups", { totalResults: 0, Resources: [] }))
  it.status(404, "in literal mode", () => absent("literal", "/Groups"))
})
