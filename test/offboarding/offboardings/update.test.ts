import { assert, layer } from "#test/support/suite"
import { OffboardingStatus } from "@svc/contract/offboardings/schema"
import { RevocationOutcome } from "@svc/contract/revocations/schema"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { Offboardings } from "#offboarding/offboardings/service"
import { asCaller } from "#test/support/people"
import { inTables } from "#test/support/tables"
import { withKey, withStatus } from "#test/support/requests"
import { entriesOf, eventsOf } from "#test/support/log"
import { aConnection } from "#test/support/cases"
import {
  aCase,
  aCaseWithoutApps,
  aColleague,
  anAsset,
  anIntegrator,
  aTask,
  directoryStatus,
  type Integrator,
  moveThrough,
  OffboardingsSurface,
  patch,
  removedByHand,
  scheduledRevocation
} from "./support.ts"

const reason = "stays with us"

const stored = Effect.fnUntraced(function* (from: Integrator, id: string) {
  const rows = yield* inTables(
    from.orgId,
    (sql) => sql<{
      status: string
      manager_email: string | null
      completed_at: Date | null
      sealed_cancel_reason: string | null
      updated_at: Date
    }>`SELECT status, manager_email, completed_at, sealed_cancel_reason, updated_at FROM offboardings
      WHERE org_id = ${from.orgId} AND id = ${id}`
  )
  return yield* Effect.orDie(Effect.fromNullishOr(rows[0]))
})

const confirmAssets = Effect.fnUntraced(function* (from: Integrator, id: OffboardingId) {
  const offboardings = yield* Offboardings
  yield* asCaller(from.admin)(offboardings.confirmAssetReturn(id))
})

const stageChanges = (from: Integrator, id: string) =>
  Effect.map(eventsOf(from.orgId, { offboardingId: id }), (events) =>
    events.filter((event) => event["_tag"] === "offboarding.stage_changed")
  )

const missing = (items: ReadonlyArray<readonly [kind: string, name: string]>) => ({
  status: 409,
  body: {
    error: `The offboarding cannot move to this stage yet. Still missing: ${items.map(([, name]) => name).join(", ")}`,
    code: "stage_gate",
    missing: items.map(([kind, name]) => ({ kind, name }))
  }
})

layer(OffboardingsSurface)("PATCH /api/v1/offboardings/{id}", (it) => {
  // cases-14: `PATCH` takes `status` and `manager_email` alone, and answers `{ id, employee_name, status,
  //   manager_email, updated_at }`.
  it.status(200, "id, employee_name, status, manager_email and updated_at only", function* () {
    const from = yield* anIntegrator()
    const { id } = yield* aCase(from)
    yield* TestClock.adjust("1 hour")
    const answer = yield* patch(from, id, {
      status: "notice_period",
      reason: 7
    })
    assert.deepInclude(answer, {
      status: 200,
      body: {
        id,
        employee_name: "Ada Lovelace",
        status: "notice_period",
        manager_email: null,
        updated_at: DateTime.formatIso(yield* DateTime.now)
      }
    })
  })

  // stages-1: The order is `pending`, `notice_period`, `it_revocation`, `asset_recovery`, `completed`; the first four
  //   are moved among freely, past the gates.
  it.status(200, "any move among the first four stages, forward and backward, once the gate is open", function* () {
    const from = yield* anIntegrator()
    const { id } = yield* aCaseWithoutApps(from)
    yield* moveThrough(
      from,
      id,
      "it_revocation",
      "pending",
      "asset_recovery",
      "notice_period",
      "asset_recovery",
      "it_revocation",
      "notice_period"
    )
    assert.strictEqual((yield* stored(from, id)).status, "notice_period")
  })

  // stages-10: The same status again changes nothing and sends nothing.
  it.status(
    200,
    "each effective change sends one event with source api and is audited; the same status again nothing",
    function* () {
      const from = yield* anIntegrator()
      const { id } = yield* aCase(from)
      yield* moveThrough(from, id, "notice_period")
      const before = yield* stored(from, id)
      yield* TestClock.adjust("1 minute")
      yield* moveThrough(from, id, "notice_period")
      assert.deepStrictEqual(yield* stored(from, id), before)
      assert.deepStrictEqual(yield* stageChanges(from, id), [
        {
          _tag: "offboarding.stage_changed",
          offboardingId: id,
          employeeName: "Ada Lovelace",
          status: "notice_period",
          previousStatus: "pending",
          source: "api"
        }
      ])
      const entries = (yield* entriesOf(from.orgId, { offboardingId: id })).slice(1)
      assert.deepStrictEqual(
        entries.map(({ action, details, target }) => ({ action, details, target })),
        [
          {
            action: "offboarding_status_changed",
            details: "pending -> notice_period",
            target: "Offboarding of Ada Lovelace"
          }
        ]
      )
    }
  )

  it.status(200, "an app is past the gate when it was confirmed removed by hand", function* () {
    const from = yield* anIntegrator()
    yield* aConnection(from.orgId, "github")
    const { id } = yield* aCase(from, { apps_to_revoke: ["github"] })
    yield* removedByHand(from, id, "github")
    assert.strictEqual((yield* patch(from, id, { status: "asset_recovery" })).status, 200)
  })

  // stages-6: Completing deactivates the directory's record, moving back reopens and reactivates it.
  it.status(200, "completing deactivates the directory record; moving back reopens and reactivates it", function* () {
    const from = yield* anIntegrator()
    const colleague = yield* aColleague(from, "ada@acme.test")
    const { id } = yield* aCaseWithoutApps(from, { employee_email: "ada@acme.test" })
    const laptop = yield* anAsset(from.orgId, colleague.id, "Laptop")
    const badge = yield* anAsset(from.orgId, colleague.id, "Badge")
    yield* laptop.becomes("returned")
    yield* badge.becomes("lost")
    const interview = yield* aTask(from.orgId, id, "Exit interview")
    const party = yield* aTask(from.orgId, id, "Farewell")
    yield* interview.becomes("completed_at")
    yield* party.becomes("not_needed_at")
    yield* confirmAssets(from, id)
    yield* TestClock.adjust("1 day")
    yield* moveThrough(from, id, "completed")
    assert.strictEqual(yield* directoryStatus(from.orgId, colleague.id), "inactive")
    assert.deepStrictEqual((yield* stored(from, id)).completed_at, DateTime.toDateUtc(yield* DateTime.now))

    yield* moveThrough(from, id, "asset_recovery")
    assert.strictEqual(yield* directoryStatus(from.orgId, colleague.id), "active")
    assert.isNull((yield* stored(from, id)).completed_at)
    assert.deepStrictEqual(
      (yield* stageChanges(from, id)).map((event) => [event["previousStatus"], event["status"]]),
      [
        ["pending", "completed"],
        ["completed", "asset_recovery"]
      ]
    )
    const entries = yield* inTables(
      from.orgId,
      (sql) => sql<{ action: string }>`SELECT action FROM audit_entries
          WHERE org_id = ${from.orgId} AND org_employee_id = ${colleague.id} AND action LIKE 'employee_%activated' ORDER BY seq`
    )
    assert.deepStrictEqual(
      entries.map(({ action }) => action),
      ["employee_deactivated", "employee_reactivated"]
    )
  })

  it.status(
    200,
    "cancelling stores the sealed reason, audits it, calls off the revocation and keeps the person active",
    function* () {
      const from = yield* anIntegrator()
      yield* aConnection(from.orgId, "github")
      const colleague = yield* aColleague(from, "ada@acme.test")
      const { id } = yield* aCase(from, { employee_email: "ada@acme.test", apps_to_revoke: ["github"] })
      yield* inTables(from.orgId, (sql) => sql`UPDATE org_employees SET status = 'inactive' WHERE id = ${colleague.id}`)
      assert.isDefined(yield* scheduledRevocation(from.orgId, id))
      yield* withStatus(200, patch(from, id, { status: "cancelled", reason }))
      assert.isUndefined(yield* scheduledRevocation(from.orgId, id))
      assert.strictEqual(yield* directoryStatus(from.orgId, colleague.id), "active")
      const row = yield* stored(from, id)
      assert.match(row.sealed_cancel_reason ?? "", /^\[\[aps:v1:/)
      assert.notInclude(row.sealed_cancel_reason, reason)
      const entry = (yield* entriesOf(from.orgId, { offboardingId: id })).find(
        ({ action }) => action === "offboarding_cancelled"
      )
      assert.strictEqual(entry?.details, `pending -> cancelled, reason: ${reason}`)
      assert.notInclude(entry?.stored, reason)
      assert.lengthOf(yield* stageChanges(from, id), 1)
    }
  )

  it.status(200, "cancelled again changes nothing and needs no reason", function* () {
    const from = yield* anIntegrator()
    const { id } = yield* aCase(from)
    yield* patch(from, id, { status: "cancelled", reason })
    assert.strictEqual((yield* patch(from, id, { status: "cancelled" })).status, 200)
    assert.lengthOf(yield* stageChanges(from, id), 1)
  })

  // cases-15: A new manager is audited with the old and the new; null or an empty text clears it.
  it.status(
    200,
    "a new manager is audited with old and new values; null or empty clears it; the same again nothing",
    function* () {
      const from = yield* anIntegrator()
      const { id } = yield* aCase(from, { employee_email: "ada@acme.test" })
      for (const manager_email of [
        "grace@acme.test",
        "grace@acme.test",
        "linus@acme.test",
        null,
        null,
        "grace@acme.test",
        ""
      ]) {
        const { body } = yield* withStatus(200, patch(from, id, { manager_email }))
        assert.include(body, { manager_email: manager_email === "" ? null : manager_email, status: "pending" })
      }
      const entries = (yield* entriesOf(from.orgId, { offboardingId: id })).slice(1)
      assert.deepStrictEqual(
        entries.map(({ action, details }) => [action, details]),
        [
          ["offboarding_manager_changed", "none -> grace@acme.test"],
          ["offboarding_manager_changed", "grace@acme.test -> linus@acme.test"],
          ["offboarding_manager_changed", "linus@acme.test -> none"],
          ["offboarding_manager_changed", "none -> grace@acme.test"],
          ["offboarding_manager_changed", "grace@acme.test -> none"]
        ]
      )
      for (const { stored } of entries) assert.notInclude(stored, "@acme.test")
      assert.lengthOf(yield* stageChanges(from, id), 0)
    }
  )

  it.status(200, "the same status with another manager changes the manager and sends nothing", function* () {
    const from = yield* anIntegrator()
    const { id } = yield* aCase(from)
    yield* TestClock.adjust("1 minute")
    const { body } = yield* withStatus(200, patch(from, id, { status: "pending", manager_email: "grace@acme.test" }))
    const updated_at = DateTime.formatIso(yield* DateTime.now)
    assert.include(body, { status: "pending", manager_email: "grace@acme.test", updated_at })
    assert.lengthOf(yield* stageChanges(from, id), 0)
    assert.deepStrictEqual(
      (yield* entriesOf(from.orgId, { offboardingId: id })).map(({ action }) => action),
      ["offboarding_created", "offboarding_manager_changed"]
    )
  })

  // cases-38: The manager of a closed offboarding can still be corrected.
  it.status(200, "the manager of a closed case can still be put right", function* () {
    const from = yield* anIntegrator()
    const { id } = yield* aCase(from)
    yield* patch(from, id, { status: "cancelled", reason })
    const { body } = yield* withStatus(200, patch(from, id, { manager_email: "grace@acme.test" }))
    assert.include(body, { status: "cancelled", manager_email: "grace@acme.test" })
  })

  it.status(
    200,
    "of parallel requests for one status exactly one changes it; different ones follow each other",
    function* () {
      const from = yield* anIntegrator()
      const { id } = yield* aCase(from)
      yield* Effect.all(
        Array.from({ length: 10 }, () => patch(from, id, { status: "notice_period" })),
        { concurrency: "unbounded" }
      )
      assert.lengthOf(yield* stageChanges(from, id), 1)

      const stages = ["pending", "notice_period", "it_revocation"]
      const answers = yield* Effect.all(
        Array.from({ length: 18 }, (_, n) => patch(from, id, { status: stages[n % 3] })),
        { concurrency: "unbounded" }
      )
      assert.isTrue(answers.every(({ status }) => status === 200))
      let at: unknown = "pending"
      for (const event of yield* stageChanges(from, id)) {
        assert.strictEqual(event["previousStatus"], at)
        assert.notStrictEqual(event["status"], at)
        at = event["status"]
      }
      assert.strictEqual((yield* stored(from, id)).status, at)
    }
  )

  it.status(
    400,
    "neither status nor manager_email, an unknown status, a bad address, an id that is not a UUID",
    function* () {
      const from = yield* anIntegrator()
      const { id } = yield* aCase(from)
      const wrong: ReadonlyArray<readonly [body: unknown, says: string]> = [
        [{}, "status, manager_email or both"],
        [{ reason }, "status, manager_email or both"],
        [{ status: "done" }, "status"],
        [{ status: null }, "status"],
        [{ manager_email: "grace" }, "manager_email"],
        [{ manager_email: `${"x".repeat(250)}@acme.test` }, "manager_email"]
      ]
      for (const [body, says] of wrong) {
        const answer = yield* withStatus(400, patch(from, id, body), JSON.stringify(body))
        assert.include(JSON.stringify(answer.body), says)
      }
      const answer = yield* patch(from, "42", { status: "notice_period" })
      assert.deepInclude(answer, { status: 400, body: { error: "Invalid id" } })
    }
  )

  // stages-7: Canceling needs a reason of 5 to 500 characters, which is stored and audited.
  it.status(400, "cancelled needs a reason of 5 to 500 characters", function* () {
    const from = yield* anIntegrator()
    const { id } = yield* aCase(from)
    for (const bad of [undefined, null, 12345, "", "four", "     ", "x".repeat(501), ["because"]]) {
      const answer = yield* patch(from, id, { status: "cancelled", reason: bad })
      assert.deepInclude(answer, {
        status: 400,
        body: { error: "Canceling needs a reason. Send a reason of 5 to 500 characters" }
      })
    }
    assert.strictEqual((yield* stored(from, id)).status, "pending")
    for (const good of ["x".repeat(500), "x".repeat(5), "Kündigung zurückgezogen ☂"]) {
      const other = yield* aCase(from)
      assert.strictEqual((yield* patch(from, other.id, { status: "cancelled", reason: good })).status, 200)
    }
  })

  // cases-16: Nor may the manager be the employee's personal address.
  it.status(400, "manager_email_is_employee: nor the employee's personal e-mail", function* () {
    const from = yield* anIntegrator()
    const { id } = yield* aCase(from, { employee_email: "ada@acme.test" })
    yield* inTables(
      from.orgId,
      (sql) =>
        sql`UPDATE offboardings SET employee_personal_email = 'ada@home.test' WHERE org_id = ${from.orgId} AND id = ${id}`
    )
    for (const manager_email of ["ADA@acme.test", "Ada@home.test"]) {
      const answer = yield* withStatus(400, patch(from, id, { manager_email, status: "notice_period" }))
      assert.include(answer.body, { code: "manager_email_is_employee" })
    }
    assert.strictEqual((yield* stored(from, id)).status, "pending")
  })

  it.status(400, "with one part refused the other does not change either", function* () {
    const from = yield* anIntegrator()
    const { id } = yield* aCase(from, { employee_email: "ada@acme.test", manager_email: "grace@acme.test" })
    const before = yield* stored(from, id)
    yield* TestClock.adjust("1 minute")
    const refused: ReadonlyArray<readonly [number, object]> = [
      [400, { status: "notice_period", manager_email: "ADA@acme.test" }],
      [400, { status: "notice_period", manager_email: "linus" }],
      [400, { status: "done", manager_email: "linus@acme.test" }],
      [400, { status: "cancelled", reason: "four", manager_email: null }],
      [409, { status: "completed", manager_email: "linus@acme.test" }]
    ]
    for (const [status, body] of refused) {
      assert.strictEqual((yield* patch(from, id, body)).status, status, JSON.stringify(body))
      assert.deepStrictEqual(yield* stored(from, id), before)
    }
    assert.lengthOf(yield* entriesOf(from.orgId, { offboardingId: id }), 1)
    assert.lengthOf(yield* eventsOf(from.orgId, { offboardingId: id }), 1)
  })

  it.status(402, "read_only: a change of any kind, whatever the body holds", function* () {
    const from = yield* anIntegrator({ planStatus: "trial_expired" })
    for (const body of [{ status: "cancelled", reason }, { manager_email: null }, {}, { status: "done" }]) {
      const answer = yield* withStatus(402, patch(from, randomUUID(), body))
      assert.include(answer.body, { code: "read_only" })
    }
  })

  it.status(404, "an unknown id and another organisation's, which stays as it is", function* () {
    const from = yield* anIntegrator()
    const other = yield* anIntegrator()
    const foreign = yield* aCase(other)
    const expected = { status: 404, body: { error: "Offboarding not found" } }
    assert.deepInclude(yield* patch(from, foreign.id, { status: "notice_period" }), expected)
    assert.deepInclude(yield* patch(from, randomUUID(), { status: "notice_period" }), expected)
    assert.strictEqual((yield* stored(other, foreign.id)).status, "pending")
  })

  // stages-2: Past `it_revocation` every app is revoked or confirmed removed by hand; one that was skipped as well.
  it.status(
    409,
    "stage_gate: past it_revocation every selected app is revoked or confirmed removed by hand",
    function* () {
      const from = yield* anIntegrator()
      yield* aConnection(from.orgId, "github")
      yield* aConnection(from.orgId, "okta")
      const { id } = yield* aCase(from, { apps_to_revoke: ["github", "okta"] })
      yield* removedByHand(from, id, "github")
      for (const stage of ["pending", "notice_period", "it_revocation"]) {
        yield* moveThrough(from, id, stage)
        assert.deepInclude(yield* patch(from, id, { status: "asset_recovery" }), missing([["app", "okta"]]))
      }
    }
  )

  // stages-2
  it.status(
    409,
    "stage_gate: an app that was skipped, failed, stopped or is manual asks for a confirmation by hand",
    function* () {
      const from = yield* anIntegrator()
      yield* aConnection(from.orgId, "github")
      for (const outcome of RevocationOutcome.literals) {
        const { id } = yield* aCase(from, { apps_to_revoke: ["github"] })
        yield* inTables(
          from.orgId,
          (sql) => sql`UPDATE revocation_apps SET outcome = ${outcome} WHERE offboarding_id = ${id}`
        )
        const moved = yield* patch(from, id, { status: "asset_recovery" })
        if (outcome === "revoked") {
          assert.strictEqual(moved.status, 200)
          continue
        }
        assert.deepInclude(moved, missing([["app", "github"]]), outcome)
        yield* removedByHand(from, id, "github")
        assert.strictEqual((yield* patch(from, id, { status: "asset_recovery" })).status, 200, outcome)
      }
    }
  )

  // cases-7: Without apps a case begins with none, and the stage of IT waits for an admin's confirmation.
  it.status(
    409,
    "stage_gate: a case without apps needs an admin's confirmation that there is nothing to revoke",
    function* () {
      const from = yield* anIntegrator()
      const { id } = yield* aCase(from)
      assert.deepInclude(
        yield* patch(from, id, { status: "asset_recovery" }),
        missing([["app", "confirmation that there is nothing to revoke"]])
      )
    }
  )

  // stages-3: `completed` needs that, every asset returned or lost, the confirmed return, and every task done or not
  //   needed.
  it.status(
    409,
    "stage_gate: completed needs the apps, every asset, the confirmed return and every task",
    function* () {
      const from = yield* anIntegrator()
      yield* aConnection(from.orgId, "okta")
      const colleague = yield* aColleague(from, "ada@acme.test")
      const bystander = yield* aColleague(from, "grace@acme.test")
      const { id } = yield* aCase(from, { employee_email: "ada@acme.test", apps_to_revoke: ["okta"] })
      const laptop = yield* anAsset(from.orgId, colleague.id, "Laptop")
      yield* anAsset(from.orgId, bystander.id, "Somebody else's phone")
      const task = yield* aTask(from.orgId, id, "Exit interview")
      assert.deepInclude(
        yield* patch(from, id, { status: "completed" }),
        missing([
          ["app", "okta"],
          ["asset", laptop.name],
          ["asset_confirmation", "confirmation of asset return"],
          ["task", "Exit interview"]
        ])
      )
      yield* removedByHand(from, id, "okta")
      yield* moveThrough(from, id, "asset_recovery")
      yield* laptop.becomes("returned")
      yield* confirmAssets(from, id)
      assert.deepInclude(yield* patch(from, id, { status: "completed" }), missing([["task", "Exit interview"]]))
      yield* task.becomes("completed_at")
      assert.strictEqual((yield* patch(from, id, { status: "completed" })).status, 200)
    }
  )

  it.status(
    409,
    "stage_gate: assets count of a person who came into the directory after the case was created",
    function* () {
      const from = yield* anIntegrator()
      const { id } = yield* aCaseWithoutApps(from, { employee_email: "ada@acme.test" })
      const colleague = yield* aColleague(from, "Ada@acme.test")
      const laptop = yield* anAsset(from.orgId, colleague.id, "Laptop")
      yield* confirmAssets(from, id)
      assert.deepInclude(yield* patch(from, id, { status: "completed" }), missing([["asset", laptop.name]]))
    }
  )

  it.status(409, "stage_gate: status and manager change together or not at all", function* () {
    const from = yield* anIntegrator()
    const { id } = yield* aCase(from)
    const before = yield* stored(from, id)
    yield* withStatus(409, patch(from, id, { status: "completed", manager_email: "grace@acme.test" }))
    assert.deepStrictEqual(yield* stored(from, id), before)
    assert.lengthOf(yield* entriesOf(from.orgId, { offboardingId: id }), 1)
    assert.lengthOf(yield* eventsOf(from.orgId, { offboardingId: id }), 1)

    yield* patch(from, id, { status: "notice_period", manager_email: "grace@acme.test" })
    assert.include(yield* stored(from, id), { status: "notice_period", manager_email: "grace@acme.test" })
    assert.deepStrictEqual(
      (yield* entriesOf(from.orgId, { offboardingId: id })).map(({ action }) => action),
      ["offboarding_created", "offboarding_manager_changed", "offboarding_status_changed"]
    )
  })

  // stages-8: Cancelling is final, calls off the revocation, ends the portal's link, and keeps the person active; a
  //   legal hold allows it.
  it.status(409, "cancelled is final, without a code", function* () {
    const from = yield* anIntegrator()
    const { id } = yield* aCase(from)
    yield* patch(from, id, { status: "cancelled", reason })
    for (const status of OffboardingStatus.literals.filter((other) => other !== "cancelled")) {
      assert.deepInclude(yield* patch(from, id, { status, reason }), {
        status: 409,
        body: { error: "This offboarding is canceled, which is final. Create a new one instead" }
      })
    }
  })

  // stages-9: A completed case is not cancelled: 409 without a code.
  it.status(409, "completed cannot be cancelled, without a code", function* () {
    const from = yield* anIntegrator()
    const { id } = yield* aCaseWithoutApps(from)
    yield* confirmAssets(from, id)
    yield* moveThrough(from, id, "completed")
    assert.deepInclude(yield* patch(from, id, { status: "cancelled", reason }), {
      status: 409,
      body: { error: "A completed offboarding cannot be canceled. Move it back to an earlier stage first" }
    })
  })

  it.status(409, "duplicate: a completed case cannot be reopened while the person has another open one", function* () {
    const from = yield* anIntegrator()
    const first = yield* aCaseWithoutApps(from, { employee_email: "ada@acme.test" })
    yield* confirmAssets(from, first.id)
    yield* moveThrough(from, first.id, "completed")
    const second = yield* aCase(from, { employee_email: "Ada@acme.test" })
    assert.deepInclude(yield* patch(from, first.id, { status: "pending", manager_email: "grace@acme.test" }), {
      status: 409,
      body: { error: "This person already has an open offboarding", code: "duplicate", id: second.id }
    })
    assert.include(yield* stored(from, first.id), { status: "completed", manager_email: null })
    yield* patch(from, second.id, { status: "cancelled", reason })
    assert.strictEqual((yield* patch(from, first.id, { status: "pending" })).status, 200)
  })

  it.status(409, "duplicate: reopening and creating at the same moment leave one open case", function* () {
    const from = yield* anIntegrator()
    for (let round = 0; round < 5; round++) {
      const email = `ada${round}@acme.test`
      const first = yield* aCaseWithoutApps(from, { employee_email: email })
      yield* confirmAssets(from, first.id)
      yield* moveThrough(from, first.id, "completed")
      const body = { employee_name: "Ada", exit_date: "2026-04-30", employee_email: email }
      const answers = yield* Effect.all(
        [patch(from, first.id, { status: "pending" }), withKey(from.key).post("/api/v1/offboardings", body)],
        { concurrency: "unbounded" }
      )
      assert.lengthOf(
        answers.filter((answer) => answer.status < 300),
        1,
        JSON.stringify(answers)
      )
      assert.deepInclude(answers.find((answer) => answer.status === 409)?.body, { code: "duplicate" })
    }
  })
})
