import { assert } from "#test/support/suite"
import { Effect, Fiber } from "effect"
import { Offboardings } from "#offboarding/offboardings/service"
import {
  aCase,
  aCaseWithoutApps,
  aColleague,
  anIntegrator,
  directoryStatus,
  moveThrough,
  patch
} from "#test/offboarding/offboardings/support"
import { TestApp } from "#test/support/TestApp"
import { layerOfFile } from "#test/support/layer-of-file"
import { asCaller, aSession } from "#test/support/people"
import { send, withStatus } from "#test/support/requests"
import { asSystem, systemSql, untilItWaits } from "#test/support/tables"

const withTestApp = layerOfFile(TestApp)

withTestApp("a person of the directory with two offboardings", (it) => {
  // directory-7: A completed case makes the person inactive; a cancelled or reopened one active again.
  it.effect("completing the first deactivates; cancelling the second returns them to active", function* () {
    const from = yield* anIntegrator()
    const offboardings = yield* Offboardings
    const colleague = yield* aColleague(from, "ada@acme.test")
    const first = yield* aCaseWithoutApps(from, { employee_email: "ada@acme.test" })
    yield* asCaller(from.admin)(offboardings.confirmAssetReturn(first.id))
    yield* moveThrough(from, first.id, "completed")
    assert.strictEqual(yield* directoryStatus(from.orgId, colleague.id), "inactive")

    const second = yield* aCase(from, { employee_email: "ADA@acme.test" })
    yield* moveThrough(from, second.id, "notice_period")
    assert.strictEqual(yield* directoryStatus(from.orgId, colleague.id), "inactive")

    yield* withStatus(200, patch(from, second.id, { status: "cancelled", reason: "Hired again for good" }))
    assert.strictEqual(yield* directoryStatus(from.orgId, colleague.id), "active")
  })
})

withTestApp("a person who gets another address", (it) => {
  it.status(200, "waits for the cases of the former one before it holds the person, and ties them", function* () {
    const from = yield* anIntegrator()
    const opened = yield* aCase(from, { employee_email: "ada@acme.test" })
    const colleague = yield* aColleague(from, "ada@acme.test")
    const bearer = yield* aSession(from.admin)
    const changing = yield* asSystem((sql) =>
      Effect.gen(function* () {
        yield* sql`SELECT 1 FROM offboardings WHERE id = ${opened.id} FOR NO KEY UPDATE`
        const path = `/api/org-employees/${colleague.id}`
        const change = yield* Effect.forkDetach(send("PATCH", path, { bearer, body: { email: "ada.king@acme.test" } }))
        yield* untilItWaits(sql, change)
        // Whoever completes the case goes on to its person: held by now, each would wait for the other.
        yield* sql`SELECT 1 FROM org_employees WHERE id = ${colleague.id} FOR NO KEY UPDATE NOWAIT`
        return change
      })
    )
    assert.strictEqual((yield* Fiber.join(changing)).status, 200)
    const [tied] = yield* systemSql<{ readonly org_employee_id: string | null }>`
          SELECT org_employee_id FROM offboardings WHERE id = ${opened.id}`
    assert.strictEqual(tied?.org_employee_id, colleague.id)
  })
})
