import { assert, layer } from "#test/support/suite"
import { Effect, FileSystem, Layer } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import * as DocumentsDomain from "#work/documents/index"
import * as OffboardingsDomain from "#offboarding/offboardings/index"
import { AppConfig } from "#platform/config/config"
import { Files } from "#platform/files/files"
import { TestApp } from "#test/support/TestApp"
import { aMember, type Member } from "#test/support/people"
import { as } from "#test/support/requests"
import { asSystem, systemSql } from "#test/support/tables"
import { entriesOf, eventsOf } from "#test/support/log"
import { aConnection } from "#test/support/cases"
import { runJob, storedCase } from "./lifecycle.ts"
import { aCase, aColleague, anIntegrator, aTask, directoryStatus, type Integrator, memberOf } from "./support.ts"

const AppWithJobs = Layer.mergeAll(OffboardingsDomain.loops, DocumentsDomain.loops).pipe(Layer.provideMerge(TestApp))

const reason = "was entered by mistake"
const remove = (member: Member, id: string, body: unknown = { reason }) =>
  as(member).delete(`/api/employees/${id}`, body)
const removeAll = (member: Member, body: unknown) => as(member).post("/api/employees/bulk-delete", body)

const notFound = { status: 404, body: { error: "Offboarding not found" } }
const held = {
  status: 409,
  body: {
    error:
      "This record is under legal hold, or was released from it less than 7 days ago, so it cannot be deleted or changed. Try again after that",
    code: "legal_hold"
  }
}
const beingRevoked = {
  status: 409,
  body: {
    error: "Access is being revoked for this offboarding. Delete it when the revocation has finished"
  }
}
const reasonRequired = {
  status: 400,
  body: {
    error:
      "The reason is missing or has the wrong length. Send a reason of 5 to 500 characters, in the body or as ?reason=",
    code: "reason_required"
  }
}

/** A document of the case with a stored file; answers the key of that. */
const aDocument = Effect.fnUntraced(function* (from: Integrator, offboardingId: string) {
  const files = yield* Files
  const id = randomUUID()
  const key = `documents/${from.orgId}/${offboardingId}/${id}.pdf`
  yield* files.put(key, Buffer.from("%PDF-1.7"), { contentType: "application/pdf" })
  yield* asSystem(
    (sql) => sql`
      INSERT INTO compliance_documents ${sql.insert({
        org_id: from.orgId,
        id,
        offboarding_id: offboardingId,
        name: "Reference",
        file_url: key,
        file_is_stored: true,
        created_at: new Date(0),
        updated_at: new Date(0)
      })}`
  )
  return key
})

const isStored = (key: string) =>
  Files.use((files) => files.head(key)).pipe(
    Effect.as(true),
    Effect.catchTag("FileNotFound", () => Effect.succeed(false))
  )

/** Everything that refers to the case, by table. */
const left = (id: string) =>
  systemSql<{ readonly rows: number }>`
      SELECT (SELECT count(*) FROM offboardings WHERE id = ${id})
        + (SELECT count(*) FROM checklist_items WHERE offboarding_id = ${id})
        + (SELECT count(*) FROM revocation_apps WHERE offboarding_id = ${id})
        + (SELECT count(*) FROM revocation_schedules WHERE offboarding_id = ${id})
        + (SELECT count(*) FROM revocation_runs WHERE offboarding_id = ${id})
        + (SELECT count(*) FROM compliance_documents WHERE offboarding_id = ${id}) AS rows`.pipe(
    Effect.map(([row]) => Number(row?.rows))
  )

const aRun = (from: Integrator, id: string, trigger: "app" | "schedule", status: "queued" | "running" | "finished") =>
  systemSql`
      INSERT INTO revocation_runs (org_id, id, offboarding_id, trigger, status, created_at)
      VALUES (${from.orgId}, ${randomUUID()}, ${id}, ${trigger}, ${status}, ${new Date(0)})`

const releasedAt = (id: string, at: Date | null, isHeld = false) =>
  systemSql`UPDATE offboardings SET legal_hold = ${isHeld}, legal_hold_released_at = ${at} WHERE id = ${id}`

layer(AppWithJobs)("DELETE /api/employees/{id}", (it) => {
  // cases-22: A deletion asks for a reason and takes everything of the case; the log stays.
  it.status(
    200,
    "everything of the case goes, its stored files after it; the audit log and the person stay",
    function* () {
      const from = yield* anIntegrator()
      yield* aConnection(from.orgId, "github")
      const email = `leaver.${randomUUID()}@acme.test`
      const colleague = yield* aColleague(from, email)
      const { id } = yield* aCase(from, { employee_email: email, apps_to_revoke: ["github"] })
      yield* aTask(from.orgId, id, "Return the badge")
      yield* aRun(from, id, "app", "finished")
      const key = yield* aDocument(from, id)
      assert.isAbove(yield* left(id), 4)

      assert.deepInclude(yield* remove(from.admin, id), { status: 200, body: { success: true } })
      assert.strictEqual(yield* left(id), 0)
      yield* runJob("document-files", from)
      assert.isFalse(yield* isStored(key))
      assert.strictEqual(yield* directoryStatus(from.orgId, colleague.id), "active")

      const entries = yield* entriesOf(from.orgId, { offboardingId: id })
      assert.deepStrictEqual(
        entries.map(({ action }) => action),
        ["offboarding_created", "offboarding_deleted"]
      )
      assert.include(entries[1], {
        target: "Offboarding of Ada Lovelace",
        details: `status: pending, source: app, reason: ${reason}`
      })
      assert.notInclude(entries[1]?.stored, "Ada")
      assert.notInclude(entries[1]?.stored, reason)
      const events = yield* eventsOf(from.orgId, { offboardingId: id })
      assert.deepStrictEqual(events.slice(1), [{ _tag: "offboarding.deleted", offboardingId: id, source: "app" }])
      assert.deepInclude(yield* remove(from.admin, id), notFound)
      assert.strictEqual((yield* aCase(from, { employee_email: email })).status, "pending")
    }
  )

  // cases-47: A file of a deleted offboarding is deleted again until the storage confirms it.
  it.status(200, "a file that the storage does not delete is tried again", function* () {
    const from = yield* anIntegrator()
    const { id } = yield* aCase(from)
    const key = yield* aDocument(from, id)
    const fs = yield* FileSystem.FileSystem
    const { dataDir } = yield* AppConfig
    yield* Files.use((files) => files.delete(key))
    // In the place of the file stands a folder, which the storage does not delete.
    const folder = `${dataDir}/files/${key}~.json`
    yield* fs.makeDirectory(folder)
    assert.strictEqual((yield* remove(from.admin, id)).status, 200)
    assert.deepStrictEqual(yield* runJob("document-files", from), { deleted: 0 })
    yield* fs.remove(folder, { recursive: true })
    assert.deepStrictEqual(yield* runJob("document-files", from), { deleted: 1 })
    assert.deepStrictEqual(yield* runJob("document-files", from), { deleted: 0 })
  })

  // cases-44: Deleting an offboarding changes nothing in the directory.
  it.status(200, "a person made inactive by completion stays so", function* () {
    const from = yield* anIntegrator()
    const email = `leaver.${randomUUID()}@acme.test`
    const colleague = yield* aColleague(from, email)
    const { id } = yield* aCase(from, { employee_email: email })
    yield* as(from.admin).post(`/api/employees/${id}/confirm-no-apps`)
    yield* as(from.admin).post(`/api/employees/${id}/confirm-asset-return`)
    yield* as(from.admin).patch(`/api/employees/${id}/status`, { status: "completed" })
    assert.strictEqual((yield* remove(from.admin, id)).status, 200)
    assert.strictEqual(yield* directoryStatus(from.orgId, colleague.id), "inactive")
  })

  it.status(200, "the reason by ?reason=, and by an own role with offboardings_delete", function* () {
    const from = yield* anIntegrator()
    const { id } = yield* aCase(from)
    const cleaner = yield* aMember(from.orgId, { permissions: ["offboardings_delete"] })
    const answer = yield* as(cleaner).delete(`/api/employees/${id}?reason=${encodeURIComponent(reason)}`)
    assert.deepStrictEqual({ status: answer.status, body: answer.body }, { status: 200, body: { success: true } })
    assert.include((yield* entriesOf(from.orgId, { offboardingId: id })).at(-1), {
      details: `status: pending, source: app, reason: ${reason}`
    })
  })

  // cases-45: Deleting an offboarding cancels its planned or queued revocation.
  it.status(200, "a run that is planned or waits by the schedule is called off", function* () {
    const from = yield* anIntegrator()
    yield* aConnection(from.orgId, "github")
    const { id } = yield* aCase(from, { apps_to_revoke: ["github"] })
    yield* aRun(from, id, "schedule", "queued")
    assert.strictEqual((yield* remove(from.admin, id)).status, 200)
    assert.strictEqual(yield* left(id), 0)
  })

  it.status(200, "seven days after a release it is free again", function* () {
    const from = yield* anIntegrator()
    const { id } = yield* aCase(from)
    const path = `/api/employees/${id}/legal-hold`
    yield* as(from.admin).put(path, { held: true, reason: "a lawsuit is pending" })
    assert.deepInclude(yield* remove(from.admin, id), held)
    yield* as(from.admin).put(path, { held: false, reason: "the lawsuit is over" })
    yield* TestClock.adjust("6 days")
    yield* TestClock.adjust("1439 minutes")
    assert.deepInclude(yield* remove(from.admin, id), held)
    yield* TestClock.adjust("1 minute")
    assert.strictEqual((yield* remove(from.admin, id)).status, 200)
  })

  it.status(400, "reason_required: none, too short, too long, no text", function* () {
    const from = yield* anIntegrator()
    const { id } = yield* aCase(from)
    for (const bad of ["four", "    x    ", "x".repeat(501), 12345, null, ["long enough"]]) {
      assert.deepInclude(yield* remove(from.admin, id, { reason: bad }), reasonRequired)
    }
    assert.deepInclude(yield* remove(from.admin, id, {}), reasonRequired)
    assert.deepInclude(yield* as(from.admin).delete(`/api/employees/${id}`), reasonRequired)
    assert.deepInclude(yield* remove(from.admin, "42"), { status: 400, body: { error: "Invalid id" } })
    assert.isDefined(yield* storedCase(id))
  })

  it.status(403, "HR and managers", function* () {
    const from = yield* anIntegrator()
    for (const role of ["hr", "manager"] as const) {
      const member = yield* memberOf(from, role)
      const { id } = yield* aCase(from, { manager_email: member.email })
      assert.strictEqual((yield* remove(member, id)).status, 403)
      assert.isDefined(yield* storedCase(id))
    }
  })

  it.status(404, "an unknown id, another organisation's, and what is out of the member's scope", function* () {
    const from = yield* anIntegrator()
    const foreign = yield* Effect.flatMap(anIntegrator(), (other) => aCase(other))
    const sales = yield* aMember(from.orgId, {
      permissions: ["offboardings_delete"],
      scope: "departments",
      departments: ["Sales"]
    })
    const research = yield* aCase(from, { employee_department: "Research" })
    assert.deepInclude(yield* remove(from.admin, randomUUID()), notFound)
    assert.deepInclude(yield* remove(from.admin, foreign.id), notFound)
    assert.deepInclude(yield* remove(sales, research.id), notFound)
    assert.isDefined(yield* storedCase(foreign.id))
    assert.isDefined(yield* storedCase(research.id))
  })

  // cases-46: A deletion is 409 under legal hold, and while a revocation is queued or running.
  it.status(409, "under legal hold, and while a revocation waits or runs; nothing is gone then", function* () {
    const from = yield* anIntegrator()
    yield* aConnection(from.orgId, "github")
    const { id } = yield* aCase(from, { apps_to_revoke: ["github"] })
    yield* releasedAt(id, null, true)
    assert.deepInclude(yield* remove(from.admin, id), held)
    yield* releasedAt(id, null)
    const before = yield* left(id)
    for (const [trigger, status] of [
      ["app", "queued"],
      ["schedule", "running"]
    ] as const) {
      yield* aRun(from, id, trigger, status)
      assert.deepInclude(yield* remove(from.admin, id), beingRevoked)
      yield* systemSql`DELETE FROM revocation_runs WHERE offboarding_id = ${id}`
    }
    assert.strictEqual(yield* left(id), before)
    assert.lengthOf(yield* eventsOf(from.orgId, { offboardingId: id }), 1)
  })

  it.status(200, "or 409: a deletion and a legal hold at the same moment: one of them loses cleanly", function* () {
    const from = yield* anIntegrator()
    for (let n = 0; n < 12; n++) {
      const { id } = yield* aCase(from)
      const hold = as(from.admin).put(`/api/employees/${id}/legal-hold`, {
        held: true,
        reason: "a lawsuit is pending"
      })
      const both = n % 2 === 0 ? [hold, remove(from.admin, id)] : [remove(from.admin, id), hold]
      const statuses = (yield* Effect.all(both, { concurrency: 2 })).map(({ status }) => status)
      const isGone = (yield* storedCase(id)) === undefined
      assert.sameMembers(statuses, isGone ? [200, 404] : [200, 409])
      const entries = (yield* entriesOf(from.orgId, { offboardingId: id })).map(({ action }) => action).slice(1)
      assert.deepStrictEqual(entries, [isGone ? "offboarding_deleted" : "legal_hold_set"])
    }
  })

  it.status(200, "of several deletions at once one is told, and one event goes out", function* () {
    const from = yield* anIntegrator()
    const { id } = yield* aCase(from)
    const answers = yield* Effect.all(
      Array.from({ length: 4 }, () => remove(from.admin, id)),
      { concurrency: "unbounded" }
    )
    assert.sameMembers(
      answers.map(({ status }) => status),
      [200, 404, 404, 404]
    )
    assert.lengthOf(yield* eventsOf(from.orgId, { offboardingId: id }), 2)
  })
})

layer(TestApp)("POST /api/employees/bulk-delete", (it) => {
  // cases-43: A bulk deletion handles each offboarding on its own, in the order given.
  it.status(200, "each by itself, in the order given", function* () {
    const from = yield* anIntegrator()
    const first = yield* aCase(from)
    const frozen = yield* aCase(from)
    yield* releasedAt(frozen.id, null, true)
    const revoked = yield* aCase(from)
    yield* aRun(from, revoked.id, "app", "running")
    const last = yield* aCase(from)
    const foreign = yield* Effect.flatMap(anIntegrator(), (other) => aCase(other))
    const ids = [first.id, frozen.id, foreign.id, revoked.id, last.id, first.id]
    assert.deepInclude(yield* removeAll(from.admin, { ids, reason }), {
      status: 200,
      body: {
        deleted: 2,
        results: [
          { id: first.id, status: "deleted" },
          { id: frozen.id, status: "failed", ...held.body },
          { id: foreign.id, status: "failed", error: "Offboarding not found" },
          { id: revoked.id, status: "failed", ...beingRevoked.body },
          { id: last.id, status: "deleted" }
        ]
      }
    })
    const events = yield* eventsOf(from.orgId, { offboardingId: last.id })
    assert.deepStrictEqual(events.slice(1), [{ _tag: "offboarding.deleted", offboardingId: last.id, source: "bulk" }])
    assert.isDefined(yield* storedCase(foreign.id))
  })

  it.status(400, "no reason, no ids, more than 200", function* () {
    const from = yield* anIntegrator()
    const { id } = yield* aCase(from)
    assert.deepInclude(yield* removeAll(from.admin, { ids: [id] }), reasonRequired)
    assert.deepInclude(yield* removeAll(from.admin, { ids: [id], reason: "four" }), reasonRequired)
    assert.strictEqual((yield* removeAll(from.admin, { ids: [], reason })).status, 400)
    const many = Array.from({ length: 201 }, () => randomUUID())
    assert.strictEqual((yield* removeAll(from.admin, { ids: many, reason })).status, 400)
    assert.isDefined(yield* storedCase(id))
  })

  it.status(403, "HR", function* () {
    const from = yield* anIntegrator()
    const { id } = yield* aCase(from)
    assert.strictEqual((yield* removeAll(yield* memberOf(from, "hr"), { ids: [id], reason })).status, 403)
  })
})
