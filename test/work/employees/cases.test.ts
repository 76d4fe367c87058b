import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
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
import { asCaller } from "#test/support/people"

layer(TestApp)("a person of the directory with two offboardings", (it) => {
  it.effect("completing the first deactivates; cancelling the second returns them to active", () =>
    Effect.gen(function* () {
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

      const cancelled = yield* patch(from, second.id, { status: "cancelled", reason: "Hired again for good" })
      assert.strictEqual(cancelled.status, 200)
      assert.strictEqual(yield* directoryStatus(from.orgId, colleague.id), "active")
    })
  )
})
