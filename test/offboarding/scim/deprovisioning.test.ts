import { assert, layer } from "#test/support/suite"
import { Arbitrary, Effect, Layer, Schema } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import * as NotificationsDomain from "#outgoing/notifications/index"
import { Outbox } from "#outgoing/outbox/service"
import { TestApp } from "#test/support/TestApp"
import { aKey, aMember } from "#test/support/people"
import { as, send, withScim, withStatus } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { aProvider, aUser, casesOf, deactivation, type Provisioned, refusal } from "./support.ts"

const App = NotificationsDomain.reactions.pipe(Layer.provideMerge(TestApp))

const replace = (value: unknown, path?: string, op = "replace") => ({
  Operations: [path === undefined ? { op, value } : { op, path, value }]
})

const connect = (provider: Provisioned, name: string) =>
  as(provider.admin).post("/api/integrations/saas-revocation/connect", {
    service_name: name,
    protocol: "webhook",
    base_url: "https://127.0.0.1:9/",
    token: "secret"
  })

const patch = (provider: Provisioned, id: string, body: unknown) => withScim(provider.token).patch(`/Users/${id}`, body)

layer(App)("PATCH /scim/v2/Users/{id}", (it) => {
  // deprovisioning-1: `active: false` begins a case: pending, a termination, today, without an initiator, with every
  //   app that can revoke and the usual tasks.
  it.status(
    200,
    "rule 1: pending, termination, today in the organisation's zone, no initiator, the connected integrations, the usual checklist, scheduled revocation",
    function* () {
      // Tuesday already in Kiritimati while it is Monday 10:30 UTC.
      const provider = yield* aProvider("literal", { timezone: "Pacific/Kiritimati" })
      yield* TestClock.setTime(Date.UTC(2026, 2, 2, 10, 30))
      yield* connect(provider, "Notion")
      yield* connect(provider, "crm")
      const { id } = yield* aUser(provider, "ann.lee@acme.test", { title: "Engineer", department: "Research" })
      const answer = yield* withStatus(200, patch(provider, id, deactivation))
      assert.match(answer.headers["content-type"] ?? "", /^application\/scim\+json/)
      assert.deepInclude(answer.body, { id, active: true })
      const [only, ...more] = yield* casesOf(provider.orgId)
      assert.lengthOf(more, 0)
      assert.deepInclude(only, {
        status: "pending",
        separation_type: "termination",
        exit_date: "2026-03-03",
        initiated_by: null,
        source: "scim",
        employee_email: "ann.lee@acme.test",
        employee_name: "Ann Lee",
        org_employee_id: id
      })
      const shown = yield* as(provider.admin).get(`/api/employees/${only?.id}`)
      assert.deepInclude(shown.body, { employee_role: "Engineer", employee_department: "Research" })
      const [planned] = yield* systemSql<{
        readonly apps: ReadonlyArray<string>
        readonly tasks: number
        readonly revoke_at: Date
      }>`
            SELECT (SELECT array_agg(a.service_name ORDER BY a.service_name) FROM revocation_apps a WHERE a.offboarding_id = o.id) AS apps,
              (SELECT count(*)::int FROM checklist_items c WHERE c.offboarding_id = o.id) AS tasks,
              (SELECT s.due_at FROM revocation_schedules s WHERE s.offboarding_id = o.id) AS revoke_at
            FROM offboardings o WHERE o.id = ${only?.id ?? ""}`
      assert.deepStrictEqual(planned?.apps, ["Notion", "crm"])
      assert.isAbove(planned?.tasks ?? 0, 3)
      assert.strictEqual(planned?.revoke_at.toISOString(), "2026-03-03T10:00:00.000Z")
    }
  )

  // deprovisioning-3: The answer stays `active` until the case is completed, which makes the person inactive.
  it.status(
    200,
    "the answer stays active until the offboarding is completed, which marks the employee inactive",
    function* () {
      const provider = yield* aProvider()
      const { id } = yield* aUser(provider)
      yield* patch(provider, id, deactivation)
      const [opened] = yield* casesOf(provider.orgId)
      const read = () => Effect.map(withScim(provider.token).get(`/Users/${id}`), ({ body }) => body)
      assert.deepInclude(yield* read(), { active: true })
      yield* as(provider.admin).post(`/api/employees/${opened?.id}/confirm-no-apps`, {})
      yield* as(provider.admin).post(`/api/employees/${opened?.id}/confirm-asset-return`, {})
      const completed = yield* as(provider.admin).patch(`/api/employees/${opened?.id}/status`, {
        status: "completed",
        override: true,
        reason: "everything is done"
      })
      assert.strictEqual(completed.status, 200, completed.text)
      assert.deepInclude(yield* read(), { active: false })
      const late = yield* patch(provider, id, deactivation)
      assert.deepInclude(late.body, { active: false })
      assert.lengthOf(yield* casesOf(provider.orgId), 1)
    }
  )

  const beginning = [
    ["top-level path active", replace(false, "active")],
    ["nested value object", replace({ active: false })],
    ["Entra: op Replace, value as text", replace("False", "active", "Replace")],
    ["Entra before 2018: value in a list", replace([{ $ref: null, value: "False" }], "active", "Replace")],
    ["Entra: nested", replace({ active: false, displayName: "Ann Lee" }, undefined, "Replace")],
    [
      "Okta: op replace, nested, with schemas",
      { schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"], ...replace({ active: false }) }
    ],
    ["path in another case", replace(false, "Active")],
    ["path with its schema", replace(false, "urn:ietf:params:scim:schemas:core:2.0:User:active")],
    [
      "the last of 10,000 operations",
      {
        Operations: [
          ...Array.from({ length: 9_999 }, () => ({ op: "add", path: "nickName", value: "x" })),
          { op: "replace", path: "active", value: false }
        ]
      }
    ]
  ] as const

  // deprovisioning-4: `path: active` and a nested value begin it; other paths, adds and removes have no effect.
  it.status.each(beginning)(200, "begins the offboarding: %s", function* ([, body]) {
    const provider = yield* aProvider()
    const { id } = yield* aUser(provider)
    const answer = yield* withStatus(200, patch(provider, id, body))
    assert.deepInclude(answer.body, { active: true })
    assert.lengthOf(yield* casesOf(provider.orgId), 1)
    yield* TestClock.adjust("1 minute")
  })

  const ineffective = [
    ["add of active false", replace(false, "active", "add")],
    ["remove of active", { Operations: [{ op: "remove", path: "active" }] }],
    ["active true", replace(true, "active")],
    ["active null", replace(null, "active")],
    ["another path", replace("Boss", "title")],
    ["displayName by path", replace("Other", "displayName")],
    ["a path into e-mails", replace("x@acme.test", 'emails[type eq "work"].value')],
    ["nested department", replace({ department: "Elsewhere", userName: "x@acme.test", externalId: "9" })],
    [
      "__proto__",
      '{"Operations":[{"op":"replace","value":{"__proto__":{"active":false}}},{"__proto__":{"op":"replace","path":"active","value":false}}]}'
    ],
    [
      "operations that are none",
      { Operations: [null, 7, "x", [], {}, { op: {} }, { op: "replace", path: {}, value: false }] }
    ],
    ["no operations", { Operations: [] }],
    [
      "10,000 operations",
      { Operations: Array.from({ length: 10_000 }, () => ({ op: "replace", path: "title", value: "x" })) }
    ]
  ] as const

  // deprovisioning-4
  it.status.each(ineffective)(200, "accepted with no effect: %s", function* ([, body]) {
    const provider = yield* aProvider()
    const user = yield* aUser(provider, "ann.lee@acme.test", { title: "Engineer", department: "Ops" })
    const answer = yield* withStatus(200, patch(provider, user.id, body))
    assert.deepInclude(answer.body, user)
    assert.lengthOf(yield* casesOf(provider.orgId), 0)
    yield* TestClock.adjust("1 minute")
  })

  it.status(200, "the nested value object may also carry displayName and title", function* () {
    const provider = yield* aProvider()
    const { id } = yield* aUser(provider)
    const answer = yield* patch(provider, id, replace({ active: false, displayName: "Ann Smith", title: "Lead" }))
    assert.deepInclude(answer.body, { displayName: "Ann Smith", title: "Lead", active: true })
    const [only] = yield* casesOf(provider.orgId)
    assert.deepInclude(only, { employee_name: "Ann Smith" })
  })

  // deprovisioning-10: A `displayName` that cannot be stored does not lose the deactivation.
  it.status(200, "a displayName that cannot be stored does not lose the deactivation", function* () {
    const provider = yield* aProvider()
    const { id } = yield* aUser(provider)
    const value = { active: false, displayName: "x".repeat(201), title: 7 }
    assert.strictEqual((yield* patch(provider, id, replace(value))).status, 200)
    assert.lengthOf(yield* casesOf(provider.orgId), 1)
  })

  // deprovisioning-5: `Operations` is an array, else 400.
  it.status(400, "Operations must be an array", function* () {
    const provider = yield* aProvider()
    const { id } = yield* aUser(provider)
    for (const body of [{}, { Operations: null }, { Operations: {} }, { Operations: "x" }, { active: false }]) {
      const answer = yield* patch(provider, id, body)
      assert.deepStrictEqual(answer.body, refusal(400, "Operations must be an array"))
      assert.strictEqual(answer.status, 400)
    }
    assert.strictEqual((yield* patch(provider, id, "not json")).status, 400)
    assert.strictEqual((yield* patch(provider, id, [])).status, 400)
    assert.lengthOf(yield* casesOf(provider.orgId), 0)
  })

  it.status(404, "unknown, another organisation's, or no UUID", function* () {
    const provider = yield* aProvider()
    const elsewhere = yield* aProvider()
    const other = yield* aUser(elsewhere)
    for (const id of [randomUUID(), other.id, "x"]) {
      const answer = yield* patch(provider, id, deactivation)
      assert.deepStrictEqual(answer.body, refusal(404, "User not found"))
      assert.strictEqual(answer.status, 404)
    }
    assert.lengthOf(yield* casesOf(elsewhere.orgId), 0)
  })

  // deprovisioning-7: However often it is said, one case is open.
  it.status(200, "rule 2: twenty PATCH, a DELETE and a public POST at once create one offboarding", function* () {
    yield* TestClock.adjust("1 minute")
    const provider = yield* aProvider()
    const { id } = yield* aUser(provider)
    const key = yield* aKey(provider.admin)
    const byKey = send("POST", "/api/v1/offboardings", {
      bearer: key,
      body: { employee_name: "Ann Lee", employee_email: "Ann.Lee@acme.test", exit_date: "2026-04-30" }
    })
    const answers = yield* Effect.all(
      [
        ...Array.from({ length: 20 }, () => patch(provider, id, deactivation)),
        withScim(provider.token).delete(`/Users/${id}`),
        byKey
      ],
      { concurrency: "unbounded" }
    )
    const statuses = answers.map(({ status }) => status)
    assert.deepStrictEqual(new Set(statuses.slice(0, 20)), new Set([200]))
    assert.strictEqual(statuses[20], 204)
    assert.include([201, 409], statuses[21])
    assert.lengthOf(yield* casesOf(provider.orgId), 1)
  })

  // deprovisioning-11: After a canceled offboarding, another deactivation starts a new one.
  it.status(200, "after a cancelled offboarding another deactivation begins a new one", function* () {
    const provider = yield* aProvider()
    const { id } = yield* aUser(provider)
    yield* patch(provider, id, deactivation)
    const [first] = yield* casesOf(provider.orgId)
    yield* as(provider.admin).patch(`/api/employees/${first?.id}/status`, {
      status: "cancelled",
      reason: "was a mistake of the directory"
    })
    yield* TestClock.adjust("1 second")
    yield* patch(provider, id, deactivation)
    assert.deepStrictEqual(
      (yield* casesOf(provider.orgId)).map(({ status }) => status),
      ["cancelled", "pending"]
    )
  })

  // deprovisioning-12: Admins are notified when the plan limit skips an offboarding.
  it.status(
    200,
    "rule 3: at the plan's limit of open offboardings creation is skipped, the answer says nothing of it, and admins are told",
    function* () {
      yield* TestClock.adjust("1 minute")
      const provider = yield* aProvider("literal", { plan: "none" })
      for (const name of ["a", "b", "c"]) {
        const { id } = yield* aUser(provider, `${name}@acme.test`)
        yield* patch(provider, id, deactivation)
      }
      const { id } = yield* aUser(provider, "d@acme.test")
      assert.deepInclude(yield* patch(provider, id, deactivation), { status: 200 })
      assert.deepInclude(yield* withScim(provider.token).delete(`/Users/${id}`), { status: 204, text: "" })
      assert.lengthOf(yield* casesOf(provider.orgId), 3)
      const entries = yield* systemSql<{ readonly action: string; readonly details: string }>`
            SELECT action, regexp_replace(details, '( [|] |^)by ([[][[]aps|API key|SCIM|nobody|the |Deleted).*$', '') AS details FROM audit_entries WHERE org_id = ${provider.orgId} AND action = 'scim_deprovision_skipped'`
      assert.lengthOf(entries, 2)
      assert.include(entries[0]?.details, "at most 3 offboardings can be open")
      const outbox = yield* Outbox
      yield* Effect.repeat(outbox.dispatch(provider.orgId), { until: (count) => count === 0 })
      const inbox = yield* as(provider.admin).get("/api/notifications")
      assert.include(inbox.text, '"type":"scim.deprovision_skipped"')
      assert.include(inbox.text, id)
      const hr = yield* as(yield* aMember(provider.orgId, "hr")).get("/api/notifications")
      assert.notInclude(hr.text, "scim.deprovision_skipped")
    }
  )

  const body = Schema.Record(Schema.String, Schema.Json)
  const operation = Schema.Struct({
    op: Schema.Union([Schema.Literals(["replace", "Replace", "add", "remove"]), Schema.Json]),
    path: Schema.optionalKey(
      Schema.Union([Schema.Literals(["active", "", 'emails[type eq "work"].value']), Schema.Json])
    ),
    value: Schema.Union([
      Schema.Boolean,
      Schema.Struct({ active: Schema.Union([Schema.Boolean, Schema.Json]) }),
      Schema.Json
    ])
  })

  it.status(200, "or 400, never 500, and never two offboardings, whatever a PATCH holds", function* () {
    for (const mode of ["literal", "compat"] as const) {
      const provider = yield* aProvider(mode)
      const { id } = yield* aUser(provider)
      const bodies = [
        ...(yield* Arbitrary.sampleEffect(Arbitrary.schema(body), { count: 50 })),
        ...(yield* Arbitrary.sampleEffect(
          Arbitrary.schema(Schema.Struct({ Operations: Schema.Array(Schema.Union([operation, Schema.Json])) })),
          { count: 150 }
        ))
      ]
      for (const given of bodies) {
        yield* TestClock.adjust("1 second")
        const answer = yield* patch(provider, id, given)
        assert.include([200, 400], answer.status, JSON.stringify(given).slice(0, 500))
      }
      const deep = `{"Operations":[{"op":"replace","value":${"[".repeat(100_000)}${"]".repeat(100_000)}}]}`
      assert.include([200, 400], (yield* patch(provider, id, deep)).status)
      yield* patch(provider, id, deactivation)
      assert.lengthOf(yield* casesOf(provider.orgId), 1)
    }
  })

  // deprovisioning-13: A deactivation starts no offboarding of an erased person.
  it.status(200, "who was erased is nobody's offboarding", function* () {
    const provider = yield* aProvider()
    const { id } = yield* aUser(provider)
    yield* withStatus(200, as(provider.admin).post(`/api/org-employees/${id}/erase`, {}))
    assert.strictEqual((yield* patch(provider, id, deactivation)).status, 200)
    assert.lengthOf(yield* casesOf(provider.orgId), 0)
  })
})
