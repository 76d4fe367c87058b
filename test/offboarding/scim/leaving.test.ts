import { assert, layer } from "#test/support/suite"
import { Layer, Logger } from "effect"
import { TestApp } from "#test/support/TestApp"
import { layerOfFile } from "#test/support/layer-of-file"
import { systemSql } from "#test/support/tables"
import { as, withScim, withStatus } from "#test/support/requests"
import { aProvider, aUser, casesOf, deactivation, type Provisioned } from "./support.ts"

const patch = (provider: Provisioned, id: string, body: unknown = deactivation) =>
  withScim(provider.token).patch(`/Users/${id}`, body)

const withTestApp = layerOfFile(TestApp)

withTestApp("who is deactivated by the identity provider", (it) => {
  // deprovisioning-2: It goes past initiations and chains, and gets the legal items.
  it.status(
    200,
    "rule 1: is not routed through initiations or approval chains, whatever they are set to",
    function* () {
      const provider = yield* aProvider()
      const chain = yield* as(provider.admin).post("/api/approval-chains", {
        name: "HR first",
        steps: [{ approver_role: "hr" }]
      })
      assert.strictEqual(chain.status, 201, chain.text)
      const set = yield* as(provider.admin).patch("/api/offboarding-initiations/settings", {
        require_initiation_approval: true,
        default_chain_id: Object(chain.body).id
      })
      assert.strictEqual(set.status, 200, set.text)
      for (const [email, leave] of [
        ["patched@acme.test", (id: string) => patch(provider, id)],
        ["removed@acme.test", (id: string) => withScim(provider.token).delete(`/Users/${id}`)]
      ] as const) {
        const { id } = yield* aUser(provider, email)
        yield* leave(id)
      }
      assert.deepStrictEqual(
        (yield* casesOf(provider.orgId)).map(({ initiated_by, status }) => [status, initiated_by]),
        [
          ["pending", null],
          ["pending", null]
        ]
      )
      const waiting = yield* as(provider.admin).get("/api/offboarding-initiations")
      assert.deepInclude(waiting.body, { total: 0 })
    }
  )

  // deprovisioning-2
  it.status(200, "rule 1: gets the legal items of the organisation's jurisdiction", function* () {
    const provider = yield* aProvider()
    yield* systemSql`UPDATE organisations SET default_jurisdiction = 'DE' WHERE id = ${provider.orgId}`
    const { id } = yield* aUser(provider)
    yield* patch(provider, id)
    const legal = yield* systemSql<{ readonly status: string; readonly tasks: number }>`
          SELECT d.status, (SELECT count(*)::int FROM checklist_items c WHERE c.followed_document_id = d.id) AS tasks
          FROM compliance_documents d WHERE d.org_id = ${provider.orgId} AND d.doc_type = 'Legal'`
    assert.isNotEmpty(legal)
    for (const item of legal) assert.deepStrictEqual(item, { status: "pending", tasks: 1 })
  })

  const realShapes = [
    ["Entra: op Replace, value as text", { Operations: [{ op: "Replace", path: "active", value: "False" }] }],
    [
      "Entra before 2018: value in a list",
      { Operations: [{ op: "Replace", path: "active", value: [{ $ref: null, value: "False" }] }] }
    ],
    ["Entra: op Add", { Operations: [{ op: "Add", path: "active", value: "False" }] }],
    [
      "Okta: op replace, nested, with schemas",
      {
        schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
        Operations: [{ op: "replace", value: { active: false } }]
      }
    ]
  ] as const

  it.status.each(realShapes)(200, "begins the offboarding in compat mode, and echoes it: %s", function* ([, body]) {
    const provider = yield* aProvider("compat")
    const { id } = yield* aUser(provider)
    const answer = yield* withStatus(200, patch(provider, id, body))
    assert.deepInclude(answer.body, { active: false })
    const again = yield* patch(provider, id, body)
    assert.deepInclude(again.body, { active: false })
    assert.lengthOf(yield* casesOf(provider.orgId), 1)
  })
})

const logged: Array<string> = []
const Logging = Logger.layer([
  Logger.make(({ logLevel, message }) => void logged.push(`${logLevel} ${JSON.stringify(message)}`))
])

layer(TestApp.pipe(Layer.provideMerge(Logging)))("who is deactivated at the plan's limit", (it) => {
  // deprovisioning-8: At the plan's limit creation is skipped with a warning in the log, and the answer says nothing of
  //   it.
  it.status(200, "and 204 rule 3: creation is skipped with a server-side warning that names nobody", function* () {
    const provider = yield* aProvider("literal", { plan: "none" })
    for (const name of ["a", "b", "c"]) yield* patch(provider, (yield* aUser(provider, `${name}@acme.test`)).id)
    const { id } = yield* aUser(provider, "d@acme.test")
    assert.strictEqual((yield* patch(provider, id)).status, 200)
    assert.strictEqual((yield* withScim(provider.token).delete(`/Users/${id}`)).status, 204)
    const warned = logged.filter((line) => line.includes("scim deprovisioning skipped"))
    assert.lengthOf(warned, 2)
    for (const line of warned) {
      assert.match(line, /^Warn/)
      assert.include(line, id)
      assert.notInclude(line, "d@acme.test")
    }
  })
})

withTestApp("what a provider says of a person", (it) => {
  // scim-users-6
  it.status(201, "and 200: other attributes (phone numbers, manager id) are accepted but ignored", function* () {
    const provider = yield* aProvider()
    const others = {
      phoneNumbers: [{ value: "+49 30 123456", type: "work" }],
      addresses: [{ country: "DE" }],
      preferredLanguage: "de",
      nickName: "Annie",
      "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User": { manager: { value: "26118915" }, division: "X" }
    }
    const plain = yield* withScim(provider.token).post("/Users", {
      userName: "ann@acme.test",
      displayName: "Ann Lee"
    })
    const added = yield* withScim(provider.token).post("/Users", {
      userName: "ann@acme.test",
      displayName: "Ann Lee",
      ...others
    })
    assert.strictEqual(added.status, 201, added.text)
    assert.deepStrictEqual(added.body, plain.body)
    const patched = yield* patch(provider, Object(plain.body).id, { Operations: [{ op: "replace", value: others }] })
    assert.strictEqual(patched.status, 200, patched.text)
    assert.deepStrictEqual(patched.body, plain.body)
    const kept = yield* systemSql<{ readonly row: string }>`
          SELECT row_to_json(e)::text AS row FROM org_employees e WHERE org_id = ${provider.orgId}`
    assert.lengthOf(kept, 1)
    for (const word of ["123456", "26118915", "Annie"]) assert.notInclude(JSON.stringify(kept), word)
  })

  it.status(200, "a new address in compat mode moves the directory's record, never a login account", function* () {
    const provider = yield* aProvider("compat")
    const { id } = yield* aUser(provider, provider.admin.email)
    const moved = yield* patch(provider, id, {
      Operations: [
        { op: "replace", path: "userName", value: "intruder@evil.test" },
        { op: "replace", path: "password", value: "new password" },
        { op: "replace", path: "roles", value: [{ value: "superadmin" }] }
      ]
    })
    assert.strictEqual(moved.status, 200, moved.text)
    assert.deepInclude(moved.body, { userName: "intruder@evil.test" })
    const me = yield* as(provider.admin).get("/api/auth/me")
    assert.deepInclude(me.body, { email: provider.admin.email, role: "superadmin" })
    const accounts = yield* systemSql<{ readonly id: string }>`SELECT id FROM users WHERE email = 'intruder@evil.test'`
    assert.lengthOf(accounts, 0)
  })
})
