import { assert, layer } from "#test/support/suite"
import type { OffboardingStatus } from "@svc/contract/offboardings/schema"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { Offboardings } from "#offboarding/offboardings/service"
import { asCaller } from "#test/support/people"
import { inTables } from "#test/support/tables"
import { entriesOf, eventsOf } from "#test/support/log"
import { gatesOpen, gatesShut, statuses } from "./stage-table.ts"
import {
  aCaseWithoutApps,
  aColleague,
  anAsset,
  anIntegrator,
  directoryStatus,
  type Integrator,
  moveThrough,
  OffboardingsSurface,
  patch
} from "./support.ts"

const reason = "stays with us"

const everyGate = [
  { kind: "app", name: "confirmation that there is nothing to revoke" },
  { kind: "asset_confirmation", name: "confirmation of asset return" }
]

/** A case in this status, whose gates are then shut again if asked. */
const aCaseIn = Effect.fnUntraced(function* (from: Integrator, status: OffboardingStatus, gates: "open" | "shut") {
  const email = `leaver.${randomUUID()}@acme.test`
  const colleague = yield* aColleague(from, email)
  const { id } = yield* aCaseWithoutApps(from, { employee_email: email })
  const offboardings = yield* Offboardings
  yield* asCaller(from.admin)(offboardings.confirmAssetReturn(id))
  if (status === "cancelled") yield* patch(from, id, { status, reason })
  else yield* moveThrough(from, id, status)
  if (gates === "shut") {
    yield* anAsset(from.orgId, colleague.id, "Laptop")
    yield* inTables(
      from.orgId,
      (sql) => sql`UPDATE offboardings SET no_apps_confirmed_at = NULL, asset_return_confirmed_at = NULL
        WHERE org_id = ${from.orgId} AND id = ${id}`
    )
  }
  return { id, colleague }
})

const stored = (from: Integrator, id: string) =>
  inTables(
    from.orgId,
    (sql) => sql`SELECT status, manager_email, completed_at, sealed_cancel_reason, updated_at FROM offboardings
      WHERE org_id = ${from.orgId} AND id = ${id}`
  )

const trace = Effect.fnUntraced(function* (from: Integrator, id: string, directoryId: string) {
  return {
    row: yield* stored(from, id),
    directory: yield* directoryStatus(from.orgId, directoryId),
    events: yield* eventsOf(from.orgId, { offboardingId: id }),
    audit: (yield* entriesOf(from.orgId, { offboardingId: id })).length
  }
})

const directoryAfter = (to: OffboardingStatus) => (to === "completed" ? "inactive" : "active")

layer(OffboardingsSurface)("PATCH /api/v1/offboardings/{id}", (it) => {
  for (const [gates, table] of [
    ["open", gatesOpen],
    ["shut", gatesShut]
  ] as const) {
    for (const before of statuses) {
      // stages-1
      it.status(200, `or 409: out of ${before} with the gates ${gates}, to each of the six statuses`, function* () {
        const from = yield* anIntegrator()
        for (const [column, after] of statuses.entries()) {
          const { colleague, id } = yield* aCaseIn(from, before, gates)
          const was = yield* trace(from, id, colleague.id)
          yield* TestClock.adjust("1 second")
          const { body, status } = yield* patch(from, id, { status: after, reason })
          const is = yield* trace(from, id, colleague.id)
          const expected = table[before][column]
          const about = `${before} to ${after}`
          if (expected === "changed") {
            assert.strictEqual(status, 200, about)
            assert.include(body, { id, status: after }, about)
            assert.notDeepEqual(is.row, was.row, about)
            assert.deepStrictEqual(
              is.events.slice(was.events.length),
              [
                {
                  _tag: "offboarding.stage_changed",
                  offboardingId: id,
                  employeeName: "Ada Lovelace",
                  status: after,
                  previousStatus: before,
                  source: "api"
                }
              ],
              about
            )
            assert.strictEqual(is.audit, was.audit + 1, about)
            assert.strictEqual(is.directory, directoryAfter(after), about)
            continue
          }
          assert.deepStrictEqual(is, was, about)
          assert.strictEqual(status, expected === "unchanged" ? 200 : 409, about)
          if (expected === "unchanged") assert.include(body, { id, status: after }, about)
          if (expected === "final" || expected === "not cancellable") assert.notProperty(body, "code", about)
          if (expected === "stage_gate") {
            assert.include(body, { code: "stage_gate" }, about)
            const missing = after === "completed" ? everyGate : everyGate.slice(0, 1)
            for (const item of missing) assert.include(JSON.stringify(body), JSON.stringify(item), about)
            assert.strictEqual(JSON.stringify(body).includes(`"kind":"asset"`), after === "completed", about)
          }
        }
      })
    }
  }
})
