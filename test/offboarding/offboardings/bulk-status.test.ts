import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { TestApp } from "#test/support/TestApp"
import { type Member } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { entriesOf, eventsOf } from "#test/support/log"
import { storedCase } from "./lifecycle.ts"
import { aCase, aCaseWithoutApps, anIntegrator, aTask, memberOf } from "./support.ts"

const change = (member: Member, body: unknown) => as(member).post("/api/employees/bulk-status", body)

layer(TestApp)("POST /api/employees/bulk-status", (it) => {
  // cases-39: A bulk change handles each offboarding on its own, in the order given, and reports each result.
  it.status(
    200,
    "each by itself: what changed, what was so already, what is refused and why, in the order given",
    function* () {
      const from = yield* anIntegrator()
      const open = yield* aCaseWithoutApps(from)
      const there = yield* aCaseWithoutApps(from)
      yield* as(from.admin).patch(`/api/employees/${there.id}/status`, { status: "asset_recovery" })
      const shut = yield* aCase(from)
      const cancelled = yield* aCase(from)
      yield* as(from.admin).patch(`/api/employees/${cancelled.id}/status`, {
        status: "cancelled",
        reason: "stays with us"
      })
      const foreign = yield* Effect.flatMap(anIntegrator(), (other) => aCaseWithoutApps(other))
      const unknown = randomUUID()
      const gate = "confirmation that there is nothing to revoke"
      assert.deepInclude(
        yield* change(from.admin, {
          ids: [there.id, shut.id, unknown, open.id, foreign.id, cancelled.id, open.id],
          status: "asset_recovery"
        }),
        {
          status: 200,
          body: {
            updated: 1,
            results: [
              { id: there.id, status: "unchanged" },
              {
                id: shut.id,
                status: "failed",
                error: `The offboarding cannot move to this stage yet. Still missing: ${gate}`,
                code: "stage_gate",
                missing: [{ kind: "app", name: gate }]
              },
              { id: unknown, status: "failed", error: "Offboarding not found" },
              { id: open.id, status: "updated" },
              { id: foreign.id, status: "failed", error: "Offboarding not found" },
              {
                id: cancelled.id,
                status: "failed",
                error: "This offboarding is canceled, which is final. Create a new one instead"
              }
            ]
          }
        }
      )
      const [, ...events] = yield* eventsOf(from.orgId, { offboardingId: open.id })
      assert.lengthOf(events, 1)
      assert.include(events[0], { status: "asset_recovery", previousStatus: "pending", source: "bulk" })
      assert.strictEqual((yield* storedCase(foreign.id))?.status, "pending")
    }
  )

  // cases-40: In a bulk change, an offboarding outside the caller's scope reads as not found.
  it.status(200, "what is out of a manager's scope reads as not found", function* () {
    const from = yield* anIntegrator()
    const manager = yield* memberOf(from, "manager")
    const own = yield* aCase(from, { manager_email: manager.email })
    const other = yield* aCase(from, { manager_email: "grace@acme.test" })
    const { body } = yield* change(manager, { ids: [own.id, other.id], status: "notice_period" })
    assert.deepStrictEqual(body, {
      updated: 1,
      results: [
        { id: own.id, status: "updated" },
        { id: other.id, status: "failed", error: "Offboarding not found" }
      ]
    })
    assert.strictEqual((yield* storedCase(other.id))?.status, "pending")
  })

  it.status(200, "an Admin's override completes each although tasks are open, and each is audited", function* () {
    const from = yield* anIntegrator()
    const ids = [(yield* aCaseWithoutApps(from)).id, (yield* aCaseWithoutApps(from)).id]
    for (const id of ids) {
      yield* aTask(from.orgId, id, "Return the badge")
      yield* as(from.admin).post(`/api/employees/${id}/confirm-asset-return`)
    }
    const { body } = yield* change(yield* memberOf(from, "admin"), { ids, status: "completed", override: true })
    assert.include(body, { updated: 2 })
    for (const id of ids) {
      const last = (yield* entriesOf(from.orgId, { offboardingId: id })).at(-1)
      assert.include(last, {
        action: "completion_overridden",
        details: "completed with open tasks: Return the badge"
      })
    }
  })

  it.status(200, "two of them over the same cases in opposite orders: each case changes once", function* () {
    const from = yield* anIntegrator()
    const ids: Array<string> = []
    for (let n = 0; n < 6; n++) ids.push((yield* aCase(from)).id)
    const answers = yield* Effect.all(
      [ids, ids.toReversed()].map((those) => change(from.admin, { ids: those, status: "notice_period" })),
      { concurrency: 2 }
    )
    const statuses = JSON.stringify(answers).match(/"updated"/g) ?? []
    // The word stands once as the name of the count in each answer.
    assert.lengthOf(statuses, ids.length + 2)
    for (const id of ids) assert.lengthOf(yield* eventsOf(from.orgId, { offboardingId: id }), 2)
  })

  // cases-41: A bulk change takes at most 200 IDs.
  it.status(
    400,
    "no ids, more than 200, one that is not a UUID, no such status, cancelling without a reason",
    function* () {
      const from = yield* anIntegrator()
      const { id } = yield* aCase(from)
      const refused = (body: unknown) => Effect.map(change(from.admin, body), ({ status }) => status)
      assert.strictEqual(yield* refused({ ids: [], status: "notice_period" }), 400)
      assert.strictEqual(yield* refused({ ids: ["42"], status: "notice_period" }), 400)
      assert.strictEqual(yield* refused({ ids: id, status: "notice_period" }), 400)
      assert.strictEqual(yield* refused({ ids: [id], status: "gone" }), 400)
      assert.strictEqual(yield* refused({ ids: [id], status: "cancelled", reason: "four" }), 400)
      const many = Array.from({ length: 201 }, () => randomUUID())
      const { body } = yield* withStatus(400, change(from.admin, { ids: many, status: "notice_period" }))
      assert.deepStrictEqual(body, { error: "ids: must name at most 200 offboardings" })
      assert.strictEqual((yield* storedCase(id))?.status, "pending")
    }
  )

  // cases-42: An override that the caller cannot make refuses the whole bulk change.
  it.status(403, "an override by HR changes none of them", function* () {
    const from = yield* anIntegrator()
    const { id } = yield* aCase(from)
    const { status } = yield* change(yield* memberOf(from, "hr"), {
      ids: [id],
      status: "completed",
      override: true
    })
    assert.strictEqual(status, 403)
  })
})
