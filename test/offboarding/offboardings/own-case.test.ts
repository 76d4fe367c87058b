import { assert, layer } from "#test/support/suite"
import { EmailAddress } from "@svc/contract/kernel/text"
import { Effect, Layer } from "effect"
import { aCase, aPerson } from "#test/support/cases"
import { entriesOf, mailsTo } from "#test/support/log"
import { aKey, aMember, aSession, aSuperAdmin, type Member } from "#test/support/people"
import { as, send, withKey, withStatus } from "#test/support/requests"
import { asOwner, asSystem, systemSql } from "#test/support/tables"
import { TestApp } from "#test/support/TestApp"
import { layerOfFile } from "#test/support/layer-of-file"
import { ownColumns } from "#records/own-records"
import { Sessions } from "#access/sessions"
import * as NotificationsDomain from "#outgoing/notifications/index"
import { handOut } from "#test/outgoing/notifications/support"

/** An organization with a Super Admin, and a member whose offboarding begins. */
const aDepartingMember = Effect.fnUntraced(function* (role: "superadmin" | "admin" | "hr" | "manager" = "hr") {
  const admin = yield* aSuperAdmin()
  const member = yield* aMember(admin.orgId, role)
  const offboarding = yield* aCase(admin, {
    employee_name: "Grace Hopper",
    employee_email: EmailAddress.make(member.email.toUpperCase())
  })
  return { admin, member, id: offboarding.id }
})

const complete = Effect.fnUntraced(function* (by: Member, id: string) {
  yield* as(by).post(`/api/employees/${id}/confirm-no-apps`, {})
  yield* as(by).post(`/api/employees/${id}/confirm-asset-return`, {})
  return yield* as(by).patch(`/api/employees/${id}/status`, { status: "completed", override: true })
})

const rowsOf = (by: Member, path: string) => Effect.map(as(by).get(path), ({ body }) => JSON.stringify(body))

const App = NotificationsDomain.reactions.pipe(Layer.provideMerge(TestApp))

layer(App)("a member's own offboarding", (it) => {
  it.status(404, "on every route by its id, for a Super Admin too", function* () {
    for (const role of ["hr", "superadmin"] as const) {
      const { id, member } = yield* aDepartingMember(role)
      const path = `/api/employees/${id}`
      const answers = [
        yield* as(member).get(path),
        yield* as(member).get(`${path}/timeline`),
        yield* as(member).get(`${path}/membership`),
        yield* as(member).patch(path, { employee_role: "None" }),
        yield* as(member).patch(`${path}/status`, { status: "cancelled", reason: "I would rather stay" }),
        yield* as(member).post(`${path}/confirm-asset-return`, {}),
        yield* as(member).post(`${path}/clone`, { employee_name: "Ada", exit_date: "2026-05-31" })
      ]
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        answers.map(() => 404)
      )
      const bulk = yield* as(member).post("/api/employees/bulk-status", { ids: [id], status: "notice_period" })
      assert.include(JSON.stringify(bulk.body), "Offboarding not found")
    }
  })

  it.effect("is in none of their lists and figures, and in those of others", function* () {
    const { admin, id, member } = yield* aDepartingMember("superadmin")
    yield* aCase(admin, { employee_name: "Linus" })
    for (const path of ["/api/employees", "/api/employees?q=grace"]) {
      assert.notInclude(yield* rowsOf(member, path), id, path)
      assert.include(yield* rowsOf(admin, path), id, path)
    }
    assert.notInclude(yield* rowsOf(member, "/api/audit-log?limit=100"), "Grace Hopper")
    assert.include(yield* rowsOf(admin, "/api/audit-log?limit=100"), "Offboarding of Grace Hopper")
    const total = (by: Member) =>
      Effect.map(rowsOf(by, "/api/employees?limit=1"), (text) => /"total":(\d+)/.exec(text)?.[1])
    assert.deepStrictEqual([yield* total(member), yield* total(admin)], ["1", "2"])
  })

  it.effect("is theirs by the directory record that has their address, too", function* () {
    const admin = yield* aSuperAdmin()
    const member = yield* aMember(admin.orgId, "hr")
    const person = yield* aPerson(admin, "Grace Hopper", { email: member.email })
    const { id } = yield* aCase(admin, { employee_name: "Grace", org_employee_id: person.id })
    assert.strictEqual((yield* as(member).get(`/api/employees/${id}`)).status, 404)
    assert.strictEqual((yield* as(admin).get(`/api/employees/${id}`)).status, 200)
  })

  it.status(403, "they create none for themselves, and do not learn that there is one", function* () {
    const { admin, member } = yield* aDepartingMember("superadmin")
    const other = yield* aMember(admin.orgId, "hr")
    for (const who of [member, other]) {
      const made = yield* as(who).post("/api/employees", {
        employee_name: "Me",
        employee_email: who.email,
        exit_date: "2026-05-31"
      })
      assert.strictEqual(made.status, 403, JSON.stringify(made.body))
    }
  })

  it.effect("no notice and no mail of it reaches them", function* () {
    const { admin, id, member } = yield* aDepartingMember("superadmin")
    yield* as(admin).patch(`/api/employees/${id}/status`, { status: "notice_period" })
    yield* handOut(admin.orgId)
    const told = (by: Member) => rowsOf(by, "/api/notifications")
    assert.notInclude(yield* told(member), id)
    assert.include(yield* told(admin), id)
    assert.lengthOf(yield* mailsTo(member.email), 0)
    assert.isNotEmpty(yield* mailsTo(admin.email))
  })

  it.effect(
    "each session looks up what is about its member by an index, and reads no other cases and reviews",
    function* () {
      const { id, member } = yield* aDepartingMember()
      // As many as show by which index each half is found.
      yield* asOwner((sql) =>
        Effect.andThen(
          sql`
            INSERT INTO offboardings (org_id, id, employee_name, employee_email, exit_date, status, separation_type, source,
              person_key_id, created_at, updated_at)
            SELECT o.org_id, gen_random_uuid(), 'Ada', 'ada.' || n || '@acme.test', o.exit_date, o.status, o.separation_type,
              o.source, o.person_key_id, o.created_at, o.updated_at
            FROM offboardings o, generate_series(1, 3000) n WHERE o.id = ${id}`,
          sql`
            WITH people AS (
              INSERT INTO org_employees (org_id, id, full_name, email, person_key_id, created_at, updated_at)
              SELECT o.org_id, gen_random_uuid(), 'Ada', 'ada.' || n || '@acme.test', o.person_key_id, o.created_at, o.updated_at
              FROM offboardings o, generate_series(1, 3000) n WHERE o.id = ${id} RETURNING org_id, id, created_at)
            INSERT INTO hris_reviews (org_id, id, employee_id, origin, kind, status, stands, created_at)
            SELECT org_id, gen_random_uuid(), id, 'hris', 'many_at_once', 'waiting', true, created_at FROM people`
        )
      )
      yield* asOwner((sql) =>
        Effect.andThen(
          sql`
            INSERT INTO offboarding_initiations (org_id, id, initiated_by, employee_name, employee_email, employee_role,
              employee_department, exit_date, separation_type, apps_to_revoke, no_apps, status, current_step, person_key_id,
              created_at, updated_at)
            SELECT org_id, gen_random_uuid(), ${member.userId}, 'Ada', employee_email, '', '', exit_date, separation_type, '{}',
              false, 'approved', 0, person_key_id, created_at, updated_at
            FROM offboardings WHERE org_id = ${member.orgId}`,
          sql`ANALYZE offboardings, offboarding_initiations, org_employees, hris_reviews`
        )
      )
      const plan = yield* asSystem((sql) =>
        Effect.andThen(
          sql`SET LOCAL enable_seqscan = off`,
          sql<{ readonly "QUERY PLAN": string }>`
            EXPLAIN SELECT ${ownColumns(sql, { org: "m.org_id", address: "u.email" })}
            FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.user_id = ${member.userId}`
        )
      )
      const text = plan.map((line) => line["QUERY PLAN"]).join(" ")
      const indexes = [
        ...text.matchAll(
          /Scan (?:using (\w+) )?on (?:offboardings|offboarding_initiations|org_employees|hris_reviews) /g
        )
      ].map(([scan, index]) => index ?? scan)
      assert.sameMembers(
        [...new Set(indexes)],
        [
          "offboardings_address",
          "offboardings_employee",
          "offboarding_initiations_email",
          "org_employees_email",
          "org_employees_pkey",
          "hris_reviews_employee"
        ]
      )
    }
  )
})

const withTestApp = layerOfFile(TestApp)

withTestApp("the completion of a member's offboarding", (it) => {
  it.status(200, "ends membership, sessions and API keys, and records it", function* () {
    const { admin, id, member } = yield* aDepartingMember("superadmin")
    const key = yield* aKey(member)
    const session = yield* aSession(member)
    const asked = withKey(session)
    assert.strictEqual((yield* asked.get("/api/auth/me")).status, 200)
    assert.strictEqual((yield* withKey(key).get("/api/v1/offboardings")).status, 200)
    const named = yield* as(admin).get(`/api/employees/${id}/membership`)
    assert.include(JSON.stringify(named.body), `"api_keys":1`)

    const done = yield* complete(admin, id)
    assert.strictEqual(done.status, 200, JSON.stringify(done.body))
    assert.strictEqual((yield* asked.get("/api/auth/me")).status, 401)
    assert.strictEqual((yield* withKey(key).get("/api/v1/offboardings")).status, 401)
    assert.notInclude(yield* rowsOf(admin, "/api/members"), member.userId)
    const [entry] = yield* entriesOf(admin.orgId, { action: "member_removed" })
    assert.include(entry?.details, "their offboarding was completed")
    assert.deepStrictEqual((yield* as(admin).get(`/api/employees/${id}/membership`)).body, { members: [] })
  })

  it.effect("leaves their membership in another organization", function* () {
    const { admin, id, member } = yield* aDepartingMember("hr")
    const other = yield* aSuperAdmin()
    yield* systemSql`
          INSERT INTO memberships (org_id, user_id, role, created_at)
          SELECT ${other.orgId}, user_id, role, created_at FROM memberships WHERE user_id = ${member.userId}`
    assert.strictEqual((yield* complete(admin, id)).status, 200)
    assert.include(yield* rowsOf(other, "/api/members"), member.userId)
  })

  it.status(409, "member_handover: the only Super Admin, and the approver of a chain", function* () {
    const { admin, id, member } = yield* aDepartingMember("superadmin")
    const hr = yield* aMember(admin.orgId, "admin")
    const refused = yield* withStatus(409, complete(hr, id))
    assert.include(JSON.stringify(refused.body), `"kind":"superadmin"`)

    yield* as(admin).post("/api/approval-chains", { name: "Leadership", steps: [{ approver_id: member.userId }] })
    const chained = yield* withStatus(409, complete(admin, id))
    assert.include(JSON.stringify(chained.body), `"missing":[{"kind":"approval_chain","name":"Leadership"}]`)

    const bulk = yield* as(admin).post("/api/employees/bulk-status", {
      ids: [id],
      status: "completed",
      override: true
    })
    assert.include(JSON.stringify(bulk.body), `"code":"member_handover"`)

    yield* systemSql`UPDATE memberships SET role = 'admin' WHERE user_id = ${admin.userId}`
    const last = yield* withStatus(409, complete(admin, id))
    assert.include(JSON.stringify(last.body), `"kind":"last_superadmin"`)
    assert.strictEqual((yield* as(member).get("/api/auth/me")).status, 200)
  })

  it.status(
    409,
    "a key completes no offboarding of a Super Admin, and ends the membership of another member",
    function* () {
      const { admin, id, member } = yield* aDepartingMember("superadmin")
      const key = yield* aKey(admin)
      const hr = yield* aMember(admin.orgId, "hr")
      const other = yield* aCase(admin, { employee_name: "Ada", employee_email: EmailAddress.make(hr.email) })
      for (const one of [id, other.id]) {
        yield* as(admin).post(`/api/employees/${one}/confirm-no-apps`, {})
        yield* as(admin).post(`/api/employees/${one}/confirm-asset-return`, {})
        yield* systemSql`UPDATE checklist_items SET completed_at = now() WHERE offboarding_id = ${one}`
      }
      const patch = (one: string) =>
        send("PATCH", `/api/v1/offboardings/${one}`, { bearer: key, body: { status: "completed" } })
      const refused = yield* withStatus(409, patch(id))
      assert.include(JSON.stringify(refused.body), "member_handover")
      assert.strictEqual((yield* patch(other.id)).status, 200)
      const members = yield* rowsOf(admin, "/api/members")
      assert.include(members, member.userId)
      assert.notInclude(members, hr.userId)
    }
  )

  it.effect("reopening gives no membership back", function* () {
    const { admin, id, member } = yield* aDepartingMember("hr")
    assert.strictEqual((yield* complete(admin, id)).status, 200)
    assert.strictEqual((yield* as(admin).patch(`/api/employees/${id}/status`, { status: "notice_period" })).status, 200)
    assert.notInclude(yield* rowsOf(admin, "/api/members"), member.userId)
  })

  it.effect("a standing read for Slack is out of the case as well", function* () {
    const { admin, id, member } = yield* aDepartingMember("hr")
    const sessions = yield* Sessions
    const found = yield* sessions.memberOf({ orgId: admin.orgId, email: member.email })
    assert.include(JSON.stringify(found), id)
  })
})

withTestApp("GET /api/employees/{id}/membership", (it) => {
  it.status(200, "with no member where the person has no account here", function* () {
    const admin = yield* aSuperAdmin()
    const { id } = yield* aCase(admin, { employee_name: "Linus" })
    const { body, status } = yield* as(admin).get(`/api/employees/${id}/membership`)
    assert.deepStrictEqual([status, body], [200, { members: [] }])
  })

  it.status(400, "for an id that is no UUID", function* () {
    assert.strictEqual((yield* as(yield* aSuperAdmin()).get("/api/employees/one/membership")).status, 400)
  })

  it.status(404, "for an offboarding of another organization", function* () {
    const { id } = yield* aCase(yield* aSuperAdmin(), { employee_name: "Linus" })
    assert.strictEqual((yield* as(yield* aSuperAdmin()).get(`/api/employees/${id}/membership`)).status, 404)
  })
})
