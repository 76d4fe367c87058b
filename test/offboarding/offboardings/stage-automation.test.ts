import { assert, layer } from "#test/support/suite"
import { OffboardingId, OrgId } from "@svc/contract/kernel/ids"
import { DateTime, Effect, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import * as NotificationsDomain from "#outgoing/notifications/index"
import * as OffboardingsDomain from "#offboarding/offboardings/index"
import { noteRefusal } from "#offboarding/offboardings/stage-automation"
import { handOut, noticesOf } from "#test/outgoing/notifications/support"
import { TestApp } from "#test/support/TestApp"
import { asSystem, systemSql } from "#test/support/tables"
import { as, withStatus } from "#test/support/requests"
import { entriesOf, eventsOf, mailsTo } from "#test/support/log"
import { aMember } from "#test/support/people"
import { runJob } from "./lifecycle.ts"
import { anIntegrator, type Integrator } from "./support.ts"

const at = (text: string) => TestClock.setTime(DateTime.makeUnsafe(text).epochMilliseconds)
const run = (from: Integrator) => runJob("stage-automation", from)
const moved = { moved: 1, skipped: 0, failed: 0 }
const none = { moved: 0, skipped: 0, failed: 0 }

const set = Effect.fnUntraced(function* (from: Integrator, settings: object) {
  yield* withStatus(200, as(from.admin).patch("/api/organizations/me", { name: "Acme", ...settings }))
})

const aCase = Effect.fnUntraced(function* (from: Integrator, more: object = {}) {
  const form = { employee_name: "Ada Lovelace", exit_date: "2026-03-31", no_apps: true, ...more }
  const answer = yield* withStatus(201, as(from.admin).post("/api/employees", form))
  const { id }: { readonly id: string } = JSON.parse(answer.text)
  return id
})

const move = (from: Integrator, id: string, status: string) =>
  as(from.admin).patch(`/api/employees/${id}/status`, { status, reason: "plans have changed" })

const statusOf = (id: string) =>
  Effect.map(systemSql<{ status: string }>`SELECT status FROM offboardings WHERE id = ${id}`, ([row]) => row?.status)

/** What the completion gate asks for, all done. */
const finish = Effect.fnUntraced(function* (from: Integrator, id: string) {
  yield* systemSql`UPDATE checklist_items SET completed_at = now() WHERE offboarding_id = ${id}`
  const answer = yield* as(from.admin).post(`/api/employees/${id}/confirm-asset-return`)
  assert.isBelow(answer.status, 300, answer.text)
})

const Surface = Layer.mergeAll(OffboardingsDomain.loops, NotificationsDomain.reactions).pipe(
  Layer.provideMerge(TestApp)
)

layer(Surface)("access revocation on the last day (source schedule)", (it) => {
  it.effect(
    "begins when the last day begins in the case's zone, once, with event, entry and notice of a move",
    function* () {
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
      assert.include(notice?.body, "The setting “Start access revocation on the last day” moved the offboarding")
      // Back by a person: people decide from then on.
      yield* move(from, id, "notice_period")
      assert.deepStrictEqual(yield* run(from), none)
    }
  )

  it.effect("leaves canceled offboardings, long past days, suspended and read-only organizations alone", function* () {
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
      yield* systemSql`
          UPDATE organisations SET suspended = false, plan_status = 'active' WHERE id = ${orgId}`
    }
    assert.deepStrictEqual(yield* run(from), moved)
  })
})

layer(Surface)("moving on when a stage's conditions are met (source automation)", (it) => {
  it.effect(
    "to equipment return when access is settled; completed after the last day when nothing is open",
    function* () {
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
    }
  )

  it.effect(
    "never past a gate: no app settled, an asset still out; nor under legal hold, nor before revocation",
    function* () {
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
    }
  )
})

layer(Surface)("a run that moves several offboardings", (it) => {
  const moves = (from: Integrator) =>
    Effect.map(noticesOf(from.orgId), (all) => all.filter(({ type }) => type === "offboarding.stage_changed"))

  const lastDayOf = Effect.fnUntraced(function* (names: ReadonlyArray<readonly [string, string]>) {
    yield* at("2026-03-02T09:00:00Z")
    const from = yield* anIntegrator()
    yield* set(from, { beginRevocationOnLastDay: true })
    const ids = []
    for (const [employee_name, employee_department] of names) {
      ids.push(yield* aCase(from, { employee_name, employee_department }))
    }
    yield* handOut(from.orgId)
    yield* at("2026-03-31T09:00:00Z")
    return { from, ids }
  })

  it.effect("sends each reader one mail and one notice that list what they see, with links", function* () {
    const people = Array.from({ length: 12 }, (_, n) => [`Person ${n + 1}`, n < 2 ? "Sales" : "Ops"] as const)
    const { from, ids } = yield* lastDayOf([...people, ["Solo Jones", "Legal"]])
    const narrow = [yield* aMember(from.orgId, "hr"), yield* aMember(from.orgId, "hr")]
    for (const [index, department] of ["Sales", "Legal"].entries()) {
      yield* systemSql`
            UPDATE memberships SET scope = 'departments', departments = ARRAY[${department}]
            WHERE org_id = ${from.orgId} AND user_id = ${narrow[index]?.userId ?? ""}`
    }
    assert.deepStrictEqual(yield* run(from), { moved: 13, skipped: 0, failed: 0 })
    yield* handOut(from.orgId)
    const byReader = new Map((yield* moves(from)).map((notice) => [notice.user_id, notice]))
    const all = byReader.get(from.admin.userId)
    assert.lengthOf(yield* moves(from), byReader.size)
    assert.strictEqual(all?.title, "13 offboardings moved to Access revocation")
    assert.match(
      all?.body ?? "",
      /^The setting “Start access revocation on the last day” moved 13 offboardings\. Check that access is revoked in every app\./
    )
    assert.match(all?.body ?? "", /Person \d+, last day Mar 31: Pending → Access revocation;.*; and 3 more\.$/)
    const mails = yield* mailsTo(from.admin.email)
    const mail = mails.filter(({ subject }) => subject === all?.title)
    assert.lengthOf(mail, 1)
    const linked = ids.filter((id) => mail[0]?.text.includes(`http://svc.test/offboardings/${id}\n`))
    assert.lengthOf(linked, 10)
    assert.include(mail[0]?.html, `<a href="http://svc.test/offboardings/${linked[0]}"`)
    assert.include(mail[0]?.text, "and 3 more")
    assert.match(mail[0]?.text ?? "", /Open offboardings:\nhttp:\/\/svc\.test\/offboardings\n/)
    const [sales, legal] = narrow.map(({ userId }) => byReader.get(userId))
    assert.strictEqual(sales?.title, "2 offboardings moved to Access revocation")
    assert.include(sales?.body, "Person 1, last day")
    assert.notInclude(sales?.body, "Person 3")
    assert.strictEqual(legal?.title, "Solo Jones: moved to Access revocation")
    assert.strictEqual(legal?.data["offboardingId"], ids.at(-1))
  })

  it.effect(
    "names no one in the mail where the organization does not want it; in German to German readers",
    function* () {
      const { from, ids } = yield* lastDayOf([
        ["Ada Lovelace", "Ops"],
        ["Grace Hopper", "Ops"]
      ])
      yield* set(from, { namesInNotifications: false })
      yield* as(from.admin).patch("/api/auth/profile", { language: "de" })
      yield* run(from)
      yield* handOut(from.orgId)
      const mail = (yield* mailsTo(from.admin.email)).at(-1)
      assert.strictEqual(mail?.subject, "2 Austritte: jetzt Zugriffsentzug")
      assert.notMatch(`${mail?.text}${mail?.html}`, /Lovelace|Hopper/)
      for (const id of ids) assert.include(mail?.text, `/offboardings/${id}\n`)
      assert.include(mail?.text, "Die Einstellung „Entzug am letzten Tag starten“ hat 2 Austritte verschoben.")
      const notice = (yield* moves(from)).find(({ user_id }) => user_id === from.admin.userId)
      assert.include(notice?.body, "Ada Lovelace, letzter Tag 31. März: Angelegt → Zugriffsentzug")
    }
  )

  it.effect("still sends webhooks and the log one each", function* () {
    const { from } = yield* lastDayOf([
      ["Ada Lovelace", "Ops"],
      ["Grace Hopper", "Ops"]
    ])
    yield* run(from)
    assert.lengthOf(yield* eventsOf(from.orgId, { tag: "offboarding.stage_changed" }), 2)
    assert.lengthOf(yield* eventsOf(from.orgId, { tag: "offboardings.moved" }), 1)
    assert.lengthOf(yield* entriesOf(from.orgId, { action: "offboarding_status_changed" }), 2)
    yield* run(from)
    assert.lengthOf(yield* eventsOf(from.orgId, { tag: "offboardings.moved" }), 1)
  })
})

const logged: Array<unknown> = []
const Logging = Logger.layer([Logger.make(({ message }) => void logged.push(message))])

layer(Logging)("a refused automatic stage change", (it) => {
  it.effect("is logged with its fields, unless a condition of the stage is not met yet", function* () {
    const orgId = OrgId.make(randomUUID())
    const id = OffboardingId.make(randomUUID())
    const one = { org_id: orgId, id, target: "completed", source: "automation" } as const
    for (const unmet of ["StageGateClosed", "MemberHandover"]) yield* noteRefusal(one, unmet)
    assert.deepStrictEqual(logged, [])
    yield* noteRefusal(one, "OffboardingNotFound")
    const { target, source } = one
    const fields = { orgId, offboardingId: id, target, source, refusal: "OffboardingNotFound" }
    assert.deepStrictEqual(logged, [["automatic stage change refused", fields]])
  })
})
