import { assert, layer } from "@effect/vitest"
import { OffboardingId } from "@svc/contract/kernel/ids"
import { OffboardingNotFound, StageGateClosed } from "@svc/contract/offboardings/errors"
import { DateTime, Effect, Layer, Logger, Option } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import * as NotificationsDomain from "#outgoing/notifications/index"
import * as OffboardingsDomain from "#offboarding/offboardings/index"
import { Offboardings } from "#offboarding/offboardings/service"
import { StageAutomation } from "#offboarding/offboardings/stage-automation"
import { type DueMove, StageAutomationRepo } from "#offboarding/offboardings/stage-automation-repo"
import { anOrganisation } from "#test/support/people"
import { handOut, noticesOf } from "#test/outgoing/notifications/support"
import { TestApp } from "#test/support/TestApp"
import { asSystem } from "#test/support/tables"
import { as } from "#test/support/requests"
import { entriesOf, eventsOf } from "#test/support/log"
import { runJob } from "./lifecycle.ts"
import { anIntegrator, type Integrator } from "./support.ts"

const at = (text: string) => TestClock.setTime(DateTime.makeUnsafe(text).epochMilliseconds)
const run = (from: Integrator) => runJob("stage-automation", from)
const moved = { moved: 1, skipped: 0, failed: 0 }
const none = { moved: 0, skipped: 0, failed: 0 }

const set = Effect.fnUntraced(function* (from: Integrator, settings: object) {
  const answer = yield* as(from.admin).patch("/api/organizations/me", { name: "Acme", ...settings })
  assert.strictEqual(answer.status, 200, answer.text)
})

const aCase = Effect.fnUntraced(function* (from: Integrator, more: object = {}) {
  const form = { employee_name: "Ada Lovelace", exit_date: "2026-03-31", no_apps: true, ...more }
  const answer = yield* as(from.admin).post("/api/employees", form)
  assert.strictEqual(answer.status, 201, answer.text)
  const { id }: { readonly id: string } = JSON.parse(answer.text)
  return id
})

const move = (from: Integrator, id: string, status: string) =>
  as(from.admin).patch(`/api/employees/${id}/status`, { status, reason: "plans have changed" })

const statusOf = (id: string) =>
  Effect.map(
    asSystem((sql) => sql<{ status: string }>`SELECT status FROM offboardings WHERE id = ${id}`),
    ([row]) => row?.status
  )

/** What the completion gate asks for, all done. */
const finish = Effect.fnUntraced(function* (from: Integrator, id: string) {
  yield* asSystem((sql) => sql`UPDATE checklist_items SET completed_at = now() WHERE offboarding_id = ${id}`)
  const answer = yield* as(from.admin).post(`/api/employees/${id}/confirm-asset-return`)
  assert.isBelow(answer.status, 300, answer.text)
})

const Surface = Layer.mergeAll(OffboardingsDomain.loops, NotificationsDomain.reactions).pipe(
  Layer.provideMerge(TestApp)
)

layer(Surface)("access revocation on the last day (source schedule)", (it) => {
  it.effect("begins when the last day begins in the case's zone, once, with event, entry and notice of a move", () =>
    Effect.gen(function* () {
      yield* at("2026-03-02T09:00:00Z")
      const from = yield* anIntegrator()
      const id = yield* aCase(from, { timezone: "America/New_York" })
      yield* at("2026-03-31T05:00:00Z")
      assert.deepStrictEqual(yield* run(from), none, "off by default")
      yield* set(from, { beginRevocationOnLastDay: true })
      yield* at("2026-03-31T03:59:00Z")
      assert.deepStrictEqual(yield* run(from), none)
      yield* at("2026-03-31T04:00:00Z")
      assert.deepStrictEqual(yield* run(from), moved)
      assert.deepStrictEqual(yield* run(from), none)
      assert.strictEqual(yield* statusOf(id), "it_revocation")
      const [event] = yield* eventsOf(from.orgId, { tag: "offboarding.stage_changed" })
      assert.deepInclude(event, { status: "it_revocation", previousStatus: "pending", source: "schedule" })
      const [entry] = yield* entriesOf(from.orgId, { action: "offboarding_status_changed" })
      assert.deepInclude(entry, {
        actor_id: null,
        details: "pending -> it_revocation, setting: begin_revocation_on_last_day"
      })
      yield* handOut(from.orgId)
      const notice = (yield* noticesOf(from.orgId)).find(({ type }) => type === "offboarding.stage_changed")
      assert.include(notice?.body, "The setting “Begin access revocation on the last day” moved the offboarding")
      // Back by a person: people decide from then on.
      yield* move(from, id, "notice_period")
      assert.deepStrictEqual(yield* run(from), none)
    })
  )

  it.effect("leaves canceled offboardings, long past days, suspended and read-only organizations alone", () =>
    Effect.gen(function* () {
      yield* at("2026-03-02T09:00:00Z")
      const from = yield* anIntegrator()
      yield* set(from, { beginRevocationOnLastDay: true })
      yield* move(from, yield* aCase(from, { exit_date: "2026-03-03" }), "cancelled")
      yield* aCase(from, { exit_date: "2026-02-20" })
      yield* at("2026-03-03T09:00:00Z")
      assert.deepStrictEqual(yield* run(from), none)
      yield* aCase(from, { exit_date: "2026-03-03" })
      for (const change of ["suspended = true", "plan_status = 'canceled'"]) {
        const { orgId } = from
        yield* asSystem((sql) => sql`UPDATE organisations SET ${sql.literal(change)} WHERE id = ${orgId}`)
        assert.deepStrictEqual(yield* run(from), none, change)
        yield* asSystem(
          (sql) => sql`
          UPDATE organisations SET suspended = false, plan_status = 'active' WHERE id = ${orgId}`
        )
      }
      assert.deepStrictEqual(yield* run(from), moved)
    })
  )
})

layer(Surface)("moving on when a stage's conditions are met (source automation)", (it) => {
  it.effect("to equipment return when access is settled; completed after the last day when nothing is open", () =>
    Effect.gen(function* () {
      yield* at("2026-03-02T09:00:00Z")
      const from = yield* anIntegrator()
      const id = yield* aCase(from)
      yield* move(from, id, "it_revocation")
      assert.deepStrictEqual(yield* run(from), none, "off by default")
      yield* set(from, { advanceWhenReady: true })
      assert.deepStrictEqual(yield* run(from), moved)
      assert.strictEqual(yield* statusOf(id), "asset_recovery")
      assert.deepStrictEqual(yield* run(from), none, "tasks are open")
      yield* finish(from, id)
      assert.deepStrictEqual(yield* run(from), none, "the last day is ahead")
      yield* at("2026-04-01T00:00:00Z")
      assert.deepStrictEqual(yield* run(from), moved)
      assert.strictEqual(yield* statusOf(id), "completed")
      const events = yield* eventsOf(from.orgId, { tag: "offboarding.stage_changed" })
      assert.deepStrictEqual(
        events.map(({ source, status }) => [status, source]),
        [
          ["it_revocation", "app"],
          ["asset_recovery", "automation"],
          ["completed", "automation"]
        ]
      )
      const entries = yield* entriesOf(from.orgId, { action: "offboarding_status_changed" })
      assert.deepInclude(entries.at(-1), {
        actor_id: null,
        details: "asset_recovery -> completed, setting: advance_when_ready"
      })
      // Reopened by a person: people decide from then on.
      yield* move(from, id, "asset_recovery")
      assert.deepStrictEqual(yield* run(from), none)
      yield* move(from, id, "it_revocation")
      assert.deepStrictEqual(yield* run(from), none)
    })
  )

  it.effect("never past a gate: no app settled, an asset still out; nor under legal hold, nor before revocation", () =>
    Effect.gen(function* () {
      yield* at("2026-03-02T09:00:00Z")
      const from = yield* anIntegrator()
      yield* set(from, { advanceWhenReady: true })
      yield* aCase(from)
      const unconfirmed = yield* aCase(from, { no_apps: false })
      yield* move(from, unconfirmed, "it_revocation")
      assert.deepStrictEqual(yield* run(from), { ...none, skipped: 1 })
      assert.strictEqual(yield* statusOf(unconfirmed), "it_revocation")
      const held = yield* aCase(from)
      yield* move(from, held, "it_revocation")
      yield* as(from.admin).put(`/api/employees/${held}/legal-hold`, { held: true, reason: "a lawsuit" })
      assert.deepStrictEqual(yield* run(from), { ...none, skipped: 1 })
      assert.strictEqual(yield* statusOf(held), "it_revocation")
    })
  )
})

const logged: Array<unknown> = []
const Logging = Logger.layer([Logger.make(({ message }) => void logged.push(message))])

/** A round in which every due move is refused with this. */
const refused = (refusal: OffboardingNotFound | StageGateClosed) =>
  Effect.gen(function* () {
    const orgId = yield* anOrganisation()
    const one: DueMove = {
      org_id: orgId,
      id: OffboardingId.make(randomUUID()),
      target: "completed",
      source: "automation"
    }
    const automation = Layer.fresh(StageAutomation.layerNoDeps).pipe(
      Layer.provide([
        Layer.mock(StageAutomationRepo)({
          due: () => Effect.succeed([one]),
          lockDue: () => Effect.succeed(Option.some(one))
        }),
        Layer.mock(Offboardings)({ update: () => Effect.fail(refusal) })
      ])
    )
    logged.length = 0
    const figures = yield* Effect.flatMap(StageAutomation, ({ moveDue }) => moveDue(orgId)).pipe(
      Effect.provide(automation)
    )
    return { figures, one, orgId }
  })

layer(TestApp.pipe(Layer.provideMerge(Logging)))("a refused automatic stage change", (it) => {
  it.effect("is logged with its fields, unless a condition of the stage is not met yet", () =>
    Effect.gen(function* () {
      const missing = yield* refused(new OffboardingNotFound())
      assert.deepStrictEqual(missing.figures, { ...none, skipped: 1 })
      const fields = {
        orgId: missing.orgId,
        offboardingId: missing.one.id,
        target: "completed",
        source: "automation",
        refusal: "OffboardingNotFound"
      }
      assert.deepStrictEqual(logged, [["automatic stage change refused", fields]])
      const unmet = yield* refused(new StageGateClosed({ error: "not yet", missing: [] }))
      assert.deepStrictEqual(unmet.figures, { ...none, skipped: 1 })
      assert.deepStrictEqual(logged, [])
    })
  )
})
