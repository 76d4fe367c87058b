import { assert, layer } from "#test/support/suite"
import { CalendarDate } from "@svc/contract/kernel/dates"
import { EmailAddress } from "@svc/contract/kernel/text"
import { Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Offboardings } from "#offboarding/offboardings/service"
import { Db } from "#platform/database/db"
import { TestApp } from "#test/support/TestApp"
import { leaver } from "#test/support/cases"
import { actionsOf, eventsOf, toldOf } from "#test/support/log"
import { asCaller } from "#test/support/people"
import { as, withScim } from "#test/support/requests"
import { Statements, statementsOf } from "#test/support/statements"
import { asOwner, systemSql, untilItWaits } from "#test/support/tables"
import { aProvider, aUser, casesOf, deactivation, type Provisioned } from "./support.ts"

const patch = (provider: Provisioned, id: string, body: unknown = deactivation) =>
  withScim(provider.token).patch(`/Users/${id}`, body)

/** Another name beside the deactivation. */
const renaming = { Operations: [{ op: "replace", value: { active: false, displayName: "Ann Smith" } }] }

/** What the log of requests has of those with this method, newest first. */
const rulesOf = Effect.fnUntraced(function* ({ admin }: Provisioned, method: string) {
  const { body } = yield* as(admin).get("/api/integrations/scim/requests?limit=50")
  const rows: ReadonlyArray<{ readonly method: string; readonly rule: string | null }> = Object(body).rows
  return rows.filter((row) => row.method === method).map(({ rule }) => rule)
})

const namesOf = ({ orgId }: Provisioned) =>
  Effect.map(
    systemSql<{ readonly full_name: string }>`SELECT full_name FROM org_employees WHERE org_id = ${orgId}`,
    (rows) => rows.map((row) => row.full_name)
  )

layer(TestApp.pipe(Layer.provideMerge(Statements.layer)))("what a provider asks is one transaction", (it) => {
  // deprovisioning-7
  it.status(200, "two deactivations at once begin one offboarding, and the log tells of one", function* () {
    const provider = yield* aProvider()
    const { id } = yield* aUser(provider)
    const answers = yield* Effect.all([patch(provider, id), patch(provider, id)], { concurrency: "unbounded" })
    assert.deepStrictEqual(
      answers.map(({ status }) => status),
      [200, 200]
    )
    assert.lengthOf(yield* casesOf(provider.orgId), 1)
    assert.deepStrictEqual(yield* actionsOf(provider.orgId, { action: "offboarding_created" }), ["offboarding_created"])
    assert.lengthOf(yield* eventsOf(provider.orgId, { tag: "offboarding.created" }), 1)
    assert.sameMembers(yield* rulesOf(provider, "PATCH"), ["an offboarding is already open", "offboarding created"])
  })

  it.status(
    200,
    "whoever is overtaken by another creation keeps the change, and the log tells of one case",
    function* () {
      const provider = yield* aProvider()
      const { id } = yield* aUser(provider)
      const db = yield* Db
      const sql = yield* SqlClient.SqlClient
      const offboardings = yield* Offboardings
      const waiting = yield* db
        .transact(
          Effect.gen(function* () {
            yield* offboardings.create(
              {
                employee_name: "Ann Lee",
                employee_email: EmailAddress.make("ann.lee@acme.test"),
                exit_date: CalendarDate.make("2026-04-30")
              },
              { source: "app" }
            )
            const patching = yield* Effect.forkDetach(patch(provider, id, renaming))
            yield* untilItWaits(sql, patching)
            return patching
          })
        )
        .pipe(asCaller(provider.admin))
      const answer = yield* Fiber.join(waiting)
      assert.deepInclude(answer.body, { displayName: "Ann Smith", active: true })
      assert.deepStrictEqual(yield* rulesOf(provider, "PATCH"), ["an offboarding is already open"])
      assert.lengthOf(yield* casesOf(provider.orgId), 1)
      assert.deepStrictEqual(yield* actionsOf(provider.orgId, { action: "offboarding_created" }), [
        "offboarding_created"
      ])
      assert.deepStrictEqual(yield* actionsOf(provider.orgId, { action: "employee_updated" }), ["employee_updated"])
    }
  )

  // deprovisioning-9: What a request changes of a person and the case that it begins are one transaction.
  it.status(500, "what dies in the middle of the creation leaves nothing of the person's change", function* () {
    const provider = yield* aProvider()
    const { id } = yield* aUser(provider)
    const before = yield* actionsOf(provider.orgId)
    yield* asOwner((sql) =>
      sql.unsafe(`ALTER TABLE checklist_items ADD CONSTRAINT refused CHECK (org_id <> '${provider.orgId}')`)
    )
    assert.strictEqual((yield* patch(provider, id, renaming)).status, 500)
    const added = { userName: "new@acme.test", displayName: "New", active: false }
    assert.strictEqual((yield* withScim(provider.token).post("/Users", added)).status, 500)
    yield* asOwner((sql) => sql.unsafe("ALTER TABLE checklist_items DROP CONSTRAINT refused"))
    assert.deepStrictEqual(yield* namesOf(provider), ["Ann Lee"])
    assert.deepStrictEqual(yield* actionsOf(provider.orgId), before)
    assert.lengthOf(yield* casesOf(provider.orgId), 0)
    assert.lengthOf(yield* eventsOf(provider.orgId, { tag: "offboarding.created" }), 0)
    assert.strictEqual((yield* patch(provider, id, renaming)).status, 200)
    assert.deepStrictEqual(yield* namesOf(provider), ["Ann Smith"])
    assert.lengthOf(yield* casesOf(provider.orgId), 1)
  })

  it.status(200, "where no offboarding may be created the person's change stays", function* () {
    const provider = yield* aProvider("literal", { plan: "none" })
    for (const employee_email of ["a@acme.test", "b@acme.test", "c@acme.test"]) {
      yield* as(provider.admin).post("/api/employees", leaver({ employee_email, confirm_no_apps: true }))
    }
    const { id } = yield* aUser(provider)
    assert.lengthOf(yield* casesOf(provider.orgId), 3)
    assert.deepInclude((yield* patch(provider, id, renaming)).body, { displayName: "Ann Smith", active: true })
    assert.lengthOf(yield* casesOf(provider.orgId), 3)
    const [skipped] = yield* toldOf(provider.orgId, { action: "scim_deprovision_skipped" })
    assert.include(skipped?.details, "at most 3 offboardings can be open")
    assert.deepStrictEqual(yield* actionsOf(provider.orgId, { action: "employee_updated" }), ["employee_updated"])
  })

  it.status(
    200,
    "the person is read once, held; the new case's own facts are the only other look at the directory",
    function* () {
      const provider = yield* aProvider()
      const { id } = yield* aUser(provider)
      const { statements } = yield* statementsOf(patch(provider, id))
      const ofPeople = statements.filter((statement) => statement.includes("FROM org_employees"))
      assert.lengthOf(ofPeople, 2)
      assert.include(ofPeople[0], "FOR NO KEY UPDATE OF p")
      assert.include(ofPeople[1], "checklist_templates")
    }
  )
})
