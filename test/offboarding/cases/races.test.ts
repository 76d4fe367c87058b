import { assert } from "#test/support/suite"
import { DateTime, Effect, Layer, Schema } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { Outbox } from "#outgoing/outbox/service"
import { Jobs } from "#platform/jobs/jobs"
import { Revocations } from "#access-removal/revocations/service"
import { Loops } from "#App"
import { anIntegrator, type Integrator } from "#test/offboarding/offboardings/support"
import { TestApp } from "#test/support/TestApp"
import { as, send } from "#test/support/requests"
import { asSystem, systemSql } from "#test/support/tables"
import { actionsOf, eventsOf } from "#test/support/log"
import { aConnection, aPerson } from "#test/support/cases"
import { layerOfFile } from "#test/support/layer-of-file"

const App = Loops.pipe(Layer.provideMerge(TestApp))

const rounds = [0, 1, 2, 3, 4, 5, 6, 7]
const reason = "it is asked for"
const decodeId = Schema.decodeUnknownEffect(Schema.Struct({ id: Schema.String }))
const decodeUrl = Schema.decodeUnknownEffect(Schema.Struct({ url: Schema.String }))
type Call<R> = Effect.Effect<{ readonly status: number }, unknown, R>

/** Both at once, whichever is begun first; their statuses in the order given. */
const race = <R, S>(round: number, one: Call<R>, other: Call<S>) =>
  round % 2 === 0
    ? Effect.map(Effect.all([one, other], { concurrency: 2 }), ([a, b]) => [a.status, b.status])
    : Effect.map(Effect.all([other, one], { concurrency: 2 }), ([b, a]) => [a.status, b.status])

const made = (from: Integrator, path: string, body: unknown) =>
  Effect.flatMap(as(from.admin).post(path, body), (answer) => decodeId(answer.body))

/** A case of somebody of the directory in which only the stage is left to change. */
const aReadyCase = Effect.fnUntraced(function* (from: Integrator) {
  const person = yield* aPerson(from.admin, `Ada ${randomUUID()}`)
  const { id } = yield* made(from, "/api/employees", {
    employee_name: "Ada",
    employee_email: person.email,
    exit_date: "2030-03-31",
    no_apps: true
  })
  yield* as(from.admin).post(`/api/employees/${id}/confirm-asset-return`)
  yield* systemSql`UPDATE checklist_items SET completed_at = created_at WHERE offboarding_id = ${id}`
  return { id, person }
})

const aCase = (from: Integrator, more: Readonly<Record<string, unknown>> = {}) =>
  made(from, "/api/employees", { employee_name: "Ada", exit_date: "2030-03-31", ...more })

const status = (from: Integrator, id: string, to: string) =>
  as(from.admin).patch(`/api/employees/${id}/status`, { status: to, reason })
const hold = (from: Integrator, id: string) =>
  as(from.admin).put(`/api/employees/${id}/legal-hold`, { held: true, reason })

const statusOf = (id: string) =>
  Effect.map(
    systemSql<{ readonly status: string }>`SELECT status FROM offboardings WHERE id = ${id}`,
    ([row]) => row?.status
  )
const openTasks = (id: string) =>
  systemSql`
      SELECT id FROM checklist_items WHERE offboarding_id = ${id} AND completed_at IS NULL AND not_needed_at IS NULL`
const withApp = layerOfFile(App)

withApp("the completion of a case, beside", (it) => {
  it.effect("a task that is opened again: 200 for one of them, and no completed case has an open task", function* () {
    const from = yield* anIntegrator()
    for (const round of rounds) {
      const { id } = yield* aReadyCase(from)
      const [task] = yield* systemSql<{ readonly id: string }>`
            SELECT id FROM checklist_items WHERE offboarding_id = ${id} AND follows IS NULL LIMIT 1`
      const untick = as(from.admin).patch(`/api/employees/checklist/${task?.id}`, { completed: false })
      const answers = yield* race(round, status(from, id, "completed"), untick)
      assert.sameMembers(answers, [200, 409])
      assert.lengthOf(yield* openTasks(id), answers[0] === 200 ? 0 : 1)
    }
  })

  it.effect("the tick of its last task: one checklist.completed, and the case completes after it or not", function* () {
    const from = yield* anIntegrator()
    for (const round of rounds) {
      const { id } = yield* aReadyCase(from)
      const [task] = yield* systemSql<{ readonly id: string }>`
            UPDATE checklist_items SET completed_at = NULL WHERE id =
              (SELECT id FROM checklist_items WHERE offboarding_id = ${id} AND follows IS NULL LIMIT 1) RETURNING id`
      const tick = as(from.admin).patch(`/api/employees/checklist/${task?.id}`, { completed: true })
      const answers = yield* race(round, tick, status(from, id, "completed"))
      assert.strictEqual(answers[0], 200)
      assert.include([200, 409], answers[1])
      const events = (yield* eventsOf(from.orgId, { offboardingId: id })).map(({ _tag }) => _tag)
      const moved = answers[1] === 200 ? ["offboarding.stage_changed"] : []
      assert.deepStrictEqual(events, ["offboarding.created", "checklist.completed", ...moved])
    }
  })

  it.effect("a task that is added: 201 only before it, and then 409 stage_gate", function* () {
    const from = yield* anIntegrator()
    for (const round of rounds) {
      const { id } = yield* aReadyCase(from)
      const addition = as(from.admin).post(`/api/employees/${id}/checklist`, { task: "One more" })
      const answers = yield* race(round, status(from, id, "completed"), addition)
      assert.include(["200,409", "409,201"], answers.join())
    }
  })

  it.effect("an asset that goes out to the person: before it, and then 409 stage_gate, or after it", function* () {
    const from = yield* anIntegrator()
    for (const round of rounds) {
      const { id, person } = yield* aReadyCase(from)
      const asset = { itemName: "ThinkPad", serialNumber: randomUUID(), orgEmployeeId: person.id }
      const answers = yield* race(round, status(from, id, "completed"), as(from.admin).post("/api/assets", asset))
      assert.include(["200,201", "409,201"], answers.join())
      if (answers[0] === 409) continue
      const [both] = yield* systemSql<{ readonly fine: boolean }>`
            SELECT max(seq) FILTER (WHERE action = 'asset_created') > max(seq) FILTER (WHERE action = 'offboarding_status_changed')
              AS fine FROM audit_entries WHERE org_id = ${from.orgId}`
      assert.strictEqual(both?.fine, true, "the asset went out after the completion")
    }
  })

  it.effect("a new offboarding of the same address, as it reopens: one open case", function* () {
    const from = yield* anIntegrator()
    for (const round of rounds) {
      const { id, person } = yield* aReadyCase(from)
      yield* status(from, id, "completed")
      const again = as(from.admin).post("/api/employees", {
        employee_name: "Ada",
        employee_email: person.email,
        exit_date: "2030-03-31"
      })
      const answers = yield* race(round, status(from, id, "pending"), again)
      assert.include(["200,409", "409,201"], answers.join())
      assert.strictEqual(yield* statusOf(id), answers[0] === 200 ? "pending" : "completed")
    }
  })
})

withApp("a legal hold, beside", (it) => {
  it.effect(
    "the deletion of a task, a document or an asset: gone before it, or 409 legal_hold and still there",
    function* () {
      const from = yield* anIntegrator()
      for (const round of rounds) {
        const { id, person } = yield* aReadyCase(from)
        const asset = yield* made(from, "/api/assets", {
          itemName: "ThinkPad",
          serialNumber: randomUUID(),
          orgEmployeeId: person.id
        })
        const document = yield* made(from, `/api/employees/${id}/compliance`, { name: "NDA" })
        const task = yield* made(from, `/api/employees/${id}/checklist`, { task: "One more" })
        const part = [
          { path: `/api/assets/${asset.id}`, table: "assets", of: asset.id },
          { path: `/api/employees/compliance/${document.id}`, table: "compliance_documents", of: document.id },
          { path: `/api/employees/checklist/${task.id}`, table: "checklist_items", of: task.id }
        ] as const
        for (const { of, path, table } of part) {
          yield* as(from.admin).put(`/api/employees/${id}/legal-hold`, { held: false, reason })
          yield* systemSql`UPDATE offboardings SET legal_hold_released_at = NULL WHERE id = ${id}`
          const answers = yield* race(round, hold(from, id), as(from.admin).delete(path, { reason }))
          assert.include(["200,200", "200,409"], answers.join(), table)
          const left = yield* asSystem((sql) => sql`SELECT id FROM ${sql(table)} WHERE id = ${of}`)
          assert.lengthOf(left, answers[1] === 200 ? 0 : 1, table)
          const actions = yield* actionsOf(from.orgId, { offboardingId: id })
          // Whatever was deleted was deleted before.
          if (answers[1] === 200) assert.strictEqual(actions.at(-1), "legal_hold_set", table)
        }
      }
    }
  )

  it.effect("the retention: it is gone before the hold, or stays", function* () {
    const from = yield* anIntegrator()
    yield* systemSql`UPDATE organisations SET offboarding_retention_months = 6 WHERE id = ${from.orgId}`
    for (const round of rounds) {
      const { id } = yield* aCase(from)
      yield* status(from, id, "cancelled")
      yield* systemSql`UPDATE offboardings SET cancelled_at = cancelled_at - interval '7 months' WHERE id = ${id}`
      const job = Effect.map(
        Effect.orDie(Jobs.use((jobs) => jobs.run("offboarding-retention", from.orgId))),
        (body) => ({ status: 200, body })
      )
      const [held] = yield* race(round, hold(from, id), job)
      assert.include([200, 404], held)
      assert.strictEqual(yield* statusOf(id), held === 200 ? "cancelled" : undefined)
    }
  })
})

withApp("the cancellation of a case, beside", (it) => {
  it.effect("the start of a run: 202 before it or 409 after it; nothing is scheduled any more", function* () {
    const from = yield* anIntegrator()
    yield* aConnection(from.orgId, "github")
    for (const round of rounds) {
      const { id } = yield* aCase(from, { apps_to_revoke: ["github"] })
      const start = as(from.admin).post("/api/revoke-access", { offboardingId: id })
      const answers = yield* race(round, status(from, id, "cancelled"), start)
      assert.include(["200,202", "200,409"], answers.join())
      const actions = (yield* actionsOf(from.orgId, { offboardingId: id })).slice(1)
      const ran = answers[1] === 202 ? ["access_revocation_started"] : []
      assert.deepStrictEqual(actions, [...ran, "offboarding_cancelled"])
      assert.deepStrictEqual(
        yield* systemSql`SELECT 1 AS one FROM revocation_schedules WHERE offboarding_id = ${id}`,
        []
      )
    }
  })

  it.effect("the end of the last day: no run that waits by the schedule outlives it", function* () {
    const from = yield* anIntegrator()
    yield* aConnection(from.orgId, "github")
    for (const round of rounds) {
      const exit_date = DateTime.formatIsoDateUtc(yield* DateTime.now)
      const { id } = yield* aCase(from, { apps_to_revoke: ["github"], exit_date })
      yield* TestClock.adjust("1 day")
      const due = Effect.map(
        Revocations.use((revocations) => revocations.queueDue(from.orgId)),
        (body) => ({ status: 200, body })
      )
      assert.deepStrictEqual(yield* race(round, status(from, id, "cancelled"), due), [200, 200])
      const left = yield* systemSql`
            SELECT offboarding_id FROM revocation_runs WHERE offboarding_id = ${id}
            UNION ALL SELECT offboarding_id FROM revocation_schedules WHERE offboarding_id = ${id}`
      assert.deepStrictEqual(left, [])
    }
  })

  it.effect("a portal link: 201 before it or 409 after it, and it opens nothing afterwards", function* () {
    const from = yield* anIntegrator()
    const outbox = yield* Outbox
    for (const round of rounds) {
      const { id } = yield* aCase(from)
      const links: Array<unknown> = []
      const link = Effect.tap(as(from.admin).post(`/api/employees/${id}/portal-link`, { reason }), (answer) =>
        Effect.sync(() => answer.status === 201 && links.push(answer.body))
      )
      const answers = yield* race(round, status(from, id, "cancelled"), link)
      assert.include(["200,201", "200,409"], answers.join())
      for (const body of links) {
        const token = (yield* decodeUrl(body)).url.split("/").at(-1)
        assert.strictEqual((yield* send("GET", `/api/portal/${token}`)).status, 404)
      }
      yield* Effect.repeat(outbox.dispatch(from.orgId), { until: (count) => count === 0 })
      assert.deepStrictEqual(yield* systemSql`SELECT 1 AS one FROM portal_links WHERE offboarding_id = ${id}`, [])
    }
  })
})

withApp("the deletion of a case, beside", (it) => {
  it.effect("whatever else is done to it: done before it, or 404", function* () {
    const from = yield* anIntegrator()
    for (const round of rounds) {
      const others = [
        { method: "PATCH", rest: "/status", body: { status: "notice_period" } },
        { method: "POST", rest: "/checklist", body: { task: "One more" } },
        { method: "POST", rest: "/compliance", body: { name: "NDA" } },
        { method: "POST", rest: "/portal-link", body: { reason } },
        { method: "PATCH", rest: "", body: { employee_role: "Lead" } },
        { method: "POST", rest: "/confirm-no-apps", body: undefined },
        { method: "POST", rest: "/clone", body: { employee_name: "Bob", exit_date: "2030-03-31" } }
      ] as const
      for (const { body, method, rest } of others) {
        const { id } = yield* aCase(from)
        const other = as(from.admin).ask(method, `/api/employees/${id}${rest}`, body)
        const [deleted, done] = yield* race(round, as(from.admin).delete(`/api/employees/${id}`, { reason }), other)
        assert.strictEqual(deleted, 200)
        assert.include([200, 201, 404], done, `${method} ${rest}`)
        const actions = yield* actionsOf(from.orgId, { offboardingId: id })
        assert.strictEqual(actions.at(-1), "offboarding_deleted", `${method} ${rest}: ${actions.join()}`)
      }
    }
  })
})
