import { assert, layer } from "#test/support/suite"
import { type OffboardingId, DocumentId } from "@svc/contract/kernel/ids"
import { EmailAddress } from "@svc/contract/kernel/text"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { Checklists } from "#work/checklists/service"
import { Offboardings } from "#offboarding/offboardings/service"
import { Db } from "#platform/database/db"
import { Revocations } from "#access-removal/revocations/service"
import { aColleague, anAsset } from "#test/offboarding/offboardings/support"
import { aReceiver, carryOut } from "#test/access-removal/revocations/carrying-out"
import { TestApp } from "#test/support/TestApp"
import { asCaller, aSuperAdmin, type Member } from "#test/support/people"
import { inTables } from "#test/support/tables"
import { as, withStatus } from "#test/support/requests"
import { entriesOf } from "#test/support/log"
import { aCase, aConnection } from "#test/support/cases"
import { completionsOf, fieldOf, patch, taskOf, tickAllBut } from "./support.ts"

const revocation = "Revoke access"
const equipment = "Collect company equipment"

const sync = Effect.fnUntraced(function* (admin: Member, id: OffboardingId) {
  const checklists = yield* Checklists
  const db = yield* Db
  yield* asCaller(admin)(db.transact(checklists.sync(id)))
})

const confirmRemoved = (admin: Member, offboardingId: OffboardingId, service: string) =>
  Effect.flatMap(Revocations, (revocations) =>
    asCaller(admin)(revocations.confirmRemoved({ offboardingId, service, reason: undefined }))
  )

/** A document of the case, and the task that follows it. */
const aDocument = Effect.fnUntraced(function* (admin: Member, offboardingId: OffboardingId) {
  const sql = yield* SqlClient.SqlClient
  const checklists = yield* Checklists
  const db = yield* Db
  const documentId = DocumentId.make(randomUUID())
  const now = DateTime.toDateUtc(yield* DateTime.now)
  yield* asCaller(admin)(
    db.transact(
      Effect.andThen(
        sql`INSERT INTO compliance_documents ${sql.insert({
          org_id: admin.orgId,
          id: documentId,
          offboarding_id: offboardingId,
          name: "Exit agreement",
          created_at: now,
          updated_at: now
        })}`,
        checklists.addFollowing({ offboardingId, documentId, task: "Sign the exit agreement", assignedTo: "Employee" })
      )
    )
  )
  return Effect.fnUntraced(function* (statement: "signed" | "pending" | "deleted") {
    yield* inTables(admin.orgId, (sql) =>
      statement === "deleted"
        ? sql`DELETE FROM compliance_documents WHERE id = ${documentId}`
        : sql`UPDATE compliance_documents SET status = ${statement} WHERE id = ${documentId}`
    )
    yield* sync(admin, offboardingId)
  })
})

layer(TestApp, { timeout: "180 seconds" })("PATCH /api/employees/checklist/{itemId}", (it) => {
  // tasks-9: A task that follows another record completes itself from it; while that is open a tick is 409
  //   `linked_item_open`, and `notNeeded` is allowed.
  it.status(
    409,
    "linked_item_open: while an app is neither revoked nor removed by hand; notNeeded is still allowed",
    function* () {
      const admin = yield* aSuperAdmin()
      yield* aConnection(admin.orgId, "github")
      yield* aConnection(admin.orgId, "slack")
      const { id } = yield* aCase(admin, { apps_to_revoke: ["github", "slack"] })
      const task = yield* taskOf(admin, id, revocation)
      const refused = yield* withStatus(409, patch(admin, task.id, { completed: true }))
      assert.deepInclude(refused.body, { code: "linked_item_open" })
      // Other fields of it may change.
      assert.strictEqual((yield* patch(admin, task.id, { assigned_to: "Security" })).status, 200)
      assert.strictEqual((yield* patch(admin, task.id, { notNeeded: true, reason: "No accounts left" })).status, 200)
      const back = yield* patch(admin, task.id, { notNeeded: false, completed: true })
      assert.deepInclude(back.body, { code: "linked_item_open" })
      assert.strictEqual((yield* patch(admin, task.id, { notNeeded: false })).status, 200)

      yield* confirmRemoved(admin, id, "github")
      assert.isFalse((yield* taskOf(admin, id, revocation)).completed)
      yield* confirmRemoved(admin, id, "slack")
      const done = yield* taskOf(admin, id, revocation)
      assert.isTrue(done.completed)
      assert.isNotNull(done.completed_at)
      assert.deepInclude((yield* entriesOf(admin.orgId, { offboardingId: id })).at(-1), {
        action: "checklist_item_completed",
        details: "Revoke access to connected apps: completed automatically"
      })
      assert.deepInclude((yield* patch(admin, task.id, { completed: true })).body, { unchanged: true })
    }
  )

  it.status(200, "with nothing to follow (no app, no asset) it is an ordinary task", function* () {
    const admin = yield* aSuperAdmin()
    const { id } = yield* aCase(admin)
    for (const begins of [revocation, equipment]) {
      const task = yield* taskOf(admin, id, begins)
      assert.isFalse(task.completed)
      assert.strictEqual((yield* patch(admin, task.id, { completed: true })).status, 200)
      assert.strictEqual((yield* patch(admin, task.id, { completed: false })).status, 200)
    }
  })
})

// tasks-9
layer(TestApp, { timeout: "180 seconds" })(
  "A task that follows another record completes itself from that record",
  (it) => {
    it.effect(
      "revocation: nothing to revoke was confirmed, and a case made so has it done from the start",
      function* () {
        const admin = yield* aSuperAdmin()
        const { id } = yield* aCase(admin)
        const offboardings = yield* Offboardings
        yield* asCaller(admin)(offboardings.confirmNoApps(id))
        assert.isTrue((yield* taskOf(admin, id, revocation)).completed)
        const chosen = yield* aCase(admin, { nothing_to_revoke: true })
        assert.isTrue((yield* taskOf(admin, chosen.id, revocation)).completed)
      }
    )

    it.effect("revocation: a run that revokes all but one leaves it open; the last by hand completes it", function* () {
      const admin = yield* aSuperAdmin()
      const receiver = yield* aReceiver
      yield* as(admin).post("/api/integrations/saas-revocation/connect", {
        service_name: "crm",
        protocol: "webhook",
        base_url: receiver.url,
        token: "token-of-the-target"
      })
      yield* aConnection(admin.orgId, "github")
      const employee_email = EmailAddress.make("ada@acme.test")
      const both = yield* aCase(admin, { apps_to_revoke: ["crm", "github"], employee_email })
      yield* as(admin).post("/api/revoke-access", { offboardingId: both.id })
      yield* carryOut(admin.orgId)
      assert.isFalse((yield* taskOf(admin, both.id, revocation)).completed)
      yield* confirmRemoved(admin, both.id, "github")
      assert.isTrue((yield* taskOf(admin, both.id, revocation)).completed)
    })

    it.effect("revocation: a run that revokes everything completes it, the last open task with it", function* () {
      const admin = yield* aSuperAdmin()
      const receiver = yield* aReceiver
      yield* as(admin).post("/api/integrations/saas-revocation/connect", {
        service_name: "crm",
        protocol: "webhook",
        base_url: receiver.url,
        token: "token-of-the-target"
      })
      const { id } = yield* aCase(admin, {
        apps_to_revoke: ["crm"],
        employee_email: EmailAddress.make("ada@acme.test")
      })
      yield* tickAllBut(admin, id, [revocation])
      yield* as(admin).post("/api/revoke-access", { offboardingId: id })
      yield* carryOut(admin.orgId)
      assert.isTrue((yield* taskOf(admin, id, revocation)).completed)
      assert.deepStrictEqual(yield* completionsOf(admin, id), ["linked"])
    })

    it.effect(
      "assets: open while one is out, done when all came back or are lost, open again with the next",
      function* () {
        const admin = yield* aSuperAdmin()
        const from = { orgId: admin.orgId, admin, key: "" }
        const holder = yield* aColleague(from, "ada@acme.test")
        const laptop = yield* anAsset(admin.orgId, holder.id, "Laptop")
        const { id } = yield* aCase(admin, { employee_email: EmailAddress.make("ada@acme.test") })
        const task = yield* taskOf(admin, id, equipment)
        assert.deepInclude((yield* patch(admin, task.id, { completed: true })).body, { code: "linked_item_open" })
        yield* laptop.becomes("returned")
        yield* sync(admin, id)
        assert.isTrue((yield* taskOf(admin, id, equipment)).completed)
        const phone = yield* anAsset(admin.orgId, holder.id, "Phone")
        yield* sync(admin, id)
        assert.isFalse((yield* taskOf(admin, id, equipment)).completed)
        yield* phone.becomes("lost")
        yield* sync(admin, id)
        assert.isTrue((yield* taskOf(admin, id, equipment)).completed)
      }
    )

    it.effect(
      "document: open while pending, done when signed, open with it again; deleted, it is an ordinary task",
      function* () {
        const admin = yield* aSuperAdmin()
        const { id } = yield* aCase(admin)
        const becomes = yield* aDocument(admin, id)
        const { id: task } = yield* taskOf(admin, id, "Sign the exit")
        assert.deepInclude((yield* patch(admin, task, { completed: true })).body, { code: "linked_item_open" })
        yield* becomes("signed")
        assert.isTrue((yield* taskOf(admin, id, "Sign the exit")).completed)
        yield* becomes("pending")
        assert.isFalse((yield* taskOf(admin, id, "Sign the exit")).completed)
        yield* becomes("deleted")
        assert.isFalse((yield* taskOf(admin, id, "Sign the exit")).completed)
        assert.strictEqual((yield* patch(admin, task, { completed: true })).status, 200)
      }
    )

    // tasks-18: A linked task that is reopened manually stays open until its record opens and is resolved again.
    it.effect(
      "opened again by hand it stays open while the record is settled, until that opens and settles again",
      function* () {
        const admin = yield* aSuperAdmin()
        const { id } = yield* aCase(admin)
        const becomes = yield* aDocument(admin, id)
        yield* becomes("signed")
        const { id: task } = yield* taskOf(admin, id, "Sign the exit")
        assert.strictEqual(fieldOf((yield* patch(admin, task, { completed: false })).body, "completed"), false)
        yield* sync(admin, id)
        assert.isFalse((yield* taskOf(admin, id, "Sign the exit")).completed)
        yield* becomes("pending")
        yield* becomes("signed")
        assert.isTrue((yield* taskOf(admin, id, "Sign the exit")).completed)
      }
    )

    // tasks-19: A task that is not needed, or was ticked by a member, stays so whatever its record does.
    it.effect("not needed stays so, and somebody's own tick too, whatever the record does", function* () {
      const admin = yield* aSuperAdmin()
      const { id } = yield* aCase(admin)
      const becomes = yield* aDocument(admin, id)
      const { id: task } = yield* taskOf(admin, id, "Sign the exit")
      yield* patch(admin, task, { notNeeded: true, reason: "Signed on paper" })
      yield* becomes("signed")
      yield* becomes("pending")
      assert.deepInclude(yield* taskOf(admin, id, "Sign the exit"), { completed: true, completed_at: null })
      const { id: ticked } = yield* taskOf(admin, id, equipment)
      yield* patch(admin, ticked, { completed: true })
      yield* becomes("signed")
      assert.isTrue((yield* taskOf(admin, id, equipment)).completed)
    })
  }
)

layer(TestApp, { timeout: "180 seconds" })("checklist.completed by a linked record", (it) => {
  it.effect("source linked when the record closes the last open task, source app when a tick does", function* () {
    const admin = yield* aSuperAdmin()
    const { id } = yield* aCase(admin)
    yield* tickAllBut(admin, id, [revocation])
    assert.deepStrictEqual(yield* completionsOf(admin, id), [])
    const offboardings = yield* Offboardings
    yield* asCaller(admin)(offboardings.confirmNoApps(id))
    assert.deepStrictEqual(yield* completionsOf(admin, id), ["linked"])
    const { id: task } = yield* taskOf(admin, id, equipment)
    yield* patch(admin, task, { completed: false })
    yield* patch(admin, task, { completed: true })
    assert.deepStrictEqual(yield* completionsOf(admin, id), ["linked", "app"])
  })

  it.effect("a tick of one of the last two tasks and the record of the other at once: announced once", function* () {
    for (let round = 0; round < 8; round++) {
      const admin = yield* aSuperAdmin()
      const { id } = yield* aCase(admin)
      yield* tickAllBut(admin, id, [revocation, equipment])
      const { id: task } = yield* taskOf(admin, id, equipment)
      const offboardings = yield* Offboardings
      yield* Effect.all([asCaller(admin)(offboardings.confirmNoApps(id)), patch(admin, task, { completed: true })], {
        concurrency: "unbounded"
      })
      assert.lengthOf(yield* completionsOf(admin, id), 1)
    }
  })
})
