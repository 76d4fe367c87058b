import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { TestApp } from "#test/support/TestApp"
import { aSuperAdmin, type Member } from "#test/support/people"
import { inTables } from "#test/support/tables"
import { as } from "#test/support/requests"
import { entriesOf } from "#test/support/log"
import { aConnection, aPerson } from "#test/support/cases"
import { aCase, expect as answer, path } from "./support.ts"

const expect = (status: number, request: Parameters<typeof answer>[1]) =>
  Effect.map(answer(status, request), ({ body }): Readonly<Record<string, unknown>> => Object(body))

const patch = (who: Member, id: string, body: unknown) => as(who).patch(`${path}/${id}`, body)

/** A run of the case as it waits for a worker, or works. */
const aRun = (admin: Member, id: string, status: "queued" | "running") =>
  inTables(
    admin.orgId,
    (sql) => sql`
      INSERT INTO revocation_runs (org_id, id, offboarding_id, trigger, status, created_at, leased_until)
      VALUES (${admin.orgId}, ${randomUUID()}, ${id}, 'app', ${status}, now(), now() + interval '1 hour')`
  )

const aReturn = (admin: Member, id: string, status: "proposed" | "running") =>
  inTables(
    admin.orgId,
    (sql) => sql`
      INSERT INTO access_returns (org_id, id, offboarding_id, ground, sealed_reason, digest, status, proposed_at, decided_at)
      VALUES (${admin.orgId}, ${randomUUID()}, ${id}, 'rehire', 'x', 'x', ${status}, now(),
        ${status === "running" ? new Date() : null})`
  )

const isDone = (admin: Member, id: string) =>
  inTables(
    admin.orgId,
    (sql) => sql`
      UPDATE revocation_apps SET outcome = 'revoked', verified = true, revoked_at = now()
      WHERE org_id = ${admin.orgId} AND offboarding_id = ${id} AND service_name = 'github'`
  )

const address = () => `${randomUUID().slice(0, 8)}@example.com`

const aCaseWithApps = Effect.fnUntraced(function* () {
  const admin = yield* aSuperAdmin()
  yield* aConnection(admin.orgId, "github")
  yield* aConnection(admin.orgId, "notion")
  const email = address()
  const made = yield* aCase(admin, { employee_email: email, apps_to_revoke: ["github", "notion"] })
  return { admin, email, id: made.id }
})

const app = { service_name: "github", outcome: null, verified: false, revoked_at: null }

layer(TestApp)("a case that gets another person's address", (it) => {
  for (const status of ["queued", "running"] as const) {
    it.status(409, `the address does not change while a run is ${status}`, function* () {
      const { admin, email, id } = yield* aCaseWithApps()
      yield* aRun(admin, id, status)
      const refused = yield* expect(409, patch(admin, id, { employee_email: address() }))
      assert.deepInclude(refused, { code: "person_in_use" })
      const kept = yield* expect(200, patch(admin, id, { employee_name: "Ann King" }))
      assert.deepInclude(kept, { employee_email: email, employee_name: "Ann King" })
    })
  }

  // revocation-27: While accounts are acted on, the identifiers by which they are found do not change; another person's
  //   address reopens what was done.
  it.status(409, "nor while an approved return works; a proposed one does not stop it", function* () {
    const { admin, id } = yield* aCaseWithApps()
    yield* aReturn(admin, id, "proposed")
    yield* expect(200, patch(admin, id, { employee_email: address() }))
    yield* inTables(admin.orgId, (sql) => sql`DELETE FROM access_returns WHERE org_id = ${admin.orgId}`)
    yield* aReturn(admin, id, "running")
    yield* expect(409, patch(admin, id, { employee_email: address() }))
  })

  // revocation-27
  it.status(409, "the username of the directory does not change while a run works", function* () {
    const { admin, email, id } = yield* aCaseWithApps()
    const { id: person } = yield* aPerson(admin, "Ann Lee", { email })
    yield* inTables(
      admin.orgId,
      (sql) => sql`UPDATE offboardings SET org_employee_id = ${person} WHERE org_id = ${admin.orgId} AND id = ${id}`
    )
    yield* aRun(admin, id, "running")
    const to = (body: unknown) => as(admin).patch(`/api/org-employees/${person}`, body)
    assert.deepInclude(yield* expect(409, to({ source_control_username: "ann-lee" })), { code: "person_in_use" })
    yield* expect(200, to({ title: "Engineer" }))
    yield* inTables(
      admin.orgId,
      (sql) => sql`UPDATE revocation_runs SET status = 'finished' WHERE org_id = ${admin.orgId}`
    )
    yield* expect(200, to({ source_control_username: "ann-lee" }))
  })

  // revocation-27
  it.status(200, "reopens what was done, ends the portal link, and says so", function* () {
    const { admin, email, id } = yield* aCaseWithApps()
    yield* isDone(admin, id)
    const link = yield* expect(201, as(admin).post(`${path}/${id}/portal-link`, { reason: "Handed over on paper" }))
    const token = String(link["url"]).split("/").at(-1)
    const opens = Effect.map(as(admin).get(`/api/portal/${token}`), ({ status }) => status)
    assert.strictEqual(yield* opens, 200)
    const other = address()
    const edited = yield* expect(200, patch(admin, id, { employee_email: other }))
    assert.deepInclude(edited["person_changed"], { reopened_apps: ["github"], portal_link_ended: true })
    const [github, notion] = Object(edited["apps"])
    assert.deepInclude(github, { ...app, done_for_another: true })
    assert.deepInclude(notion, { service_name: "notion", done_for_another: false })
    assert.strictEqual(yield* opens, 404)
    const [entry] = (yield* entriesOf(admin.orgId, { offboardingId: id })).filter(
      ({ action }) => action === "offboarding_updated"
    )
    assert.include(
      entry?.details,
      `employee_email: ${email} -> ${other}; done for another account: github; portal link of the former person ended`
    )
    yield* expect(200, as(admin).patch(`${path}/${id}/status`, { status: "it_revocation" }))
    const gate = yield* expect(409, as(admin).patch(`${path}/${id}/status`, { status: "asset_recovery" }))
    assert.include(JSON.stringify(gate), "github")
  })

  it.status(
    200,
    "another spelling of the address is the same person; so is an address where there was none",
    function* () {
      const { admin, email, id } = yield* aCaseWithApps()
      yield* isDone(admin, id)
      const spelled = yield* expect(200, patch(admin, id, { employee_email: email.toUpperCase() }))
      assert.notProperty(spelled, "person_changed")
      assert.deepInclude(Object(spelled["apps"])[0], { outcome: "revoked", done_for_another: false })
    }
  )

  it.status(200, "a way round over another address and back leaves nothing done", function* () {
    const { admin, email, id } = yield* aCaseWithApps()
    yield* expect(200, patch(admin, id, { employee_email: address() }))
    yield* isDone(admin, id)
    const back = yield* expect(200, patch(admin, id, { employee_email: email }))
    assert.deepInclude(Object(back["apps"])[0], { ...app, done_for_another: true })
  })
})
