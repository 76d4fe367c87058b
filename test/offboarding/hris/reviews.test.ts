import { assert } from "#test/support/suite"
import { CalendarDate } from "@svc/contract/kernel/dates"
import { HrisReviewId } from "@svc/contract/kernel/ids"
import { Effect, Layer } from "effect"
import { randomUUID } from "node:crypto"
import * as NotificationsDomain from "#outgoing/notifications/index"
import { ReviewsRepo } from "#offboarding/hris/reviews-repo"
import { Outbox } from "#outgoing/outbox/service"
import { Db } from "#platform/database/db"
import { aMember, type Member } from "#test/support/people"
import { systemSql } from "#test/support/tables"
import { as, withStatus } from "#test/support/requests"
import { entriesOf } from "#test/support/log"
import { layerOfFile } from "#test/support/layer-of-file"
import { anHrAdmin, at, cases, fresh, HrisApp, reviews, sync } from "./support.ts"

const App = NotificationsDomain.reactions.pipe(Layer.provideMerge(HrisApp))

/** Ann left and nobody said when; Sean left on a past day. */
const aWorld = Effect.gen(function* () {
  const { admin, vendors } = yield* anHrAdmin("bamboohr")
  yield* sync(admin)
  at(vendors.bamboohr, "1").ended = true
  Object.assign(at(vendors.bamboohr, "2"), { lastDay: "2026-02-20", ended: true })
  const report = yield* sync(admin)
  const { rows: items } = yield* reviews(admin)
  const ann = items.find(({ employee_email }) => employee_email === "ann.lee@acme.test")
  const sean = items.find(({ employee_email }) => employee_email.startsWith("sean"))
  if (ann === undefined || sean === undefined) return yield* Effect.die("Two items were expected")
  return { admin, vendors, report, ann, sean }
})

const accept = (member: Member, id: string, body: unknown = {}) =>
  as(member).post(`/api/integrations/hris/reviews/${id}/accept`, body)
const dismiss = (member: Member, id: string, body: unknown = {}) =>
  as(member).post(`/api/integrations/hris/reviews/${id}/dismiss`, body)

const withApp = layerOfFile(App)

withApp("GET /api/integrations/hris/reviews", (it) => {
  // hr-systems-14: An unknown or past last day becomes one review item and no offboarding.
  it.status(
    200,
    "an unknown or past last day makes an item, once, and no offboarding; admins and hr are told",
    function* () {
      const { admin, ann, report, sean } = yield* aWorld
      const hr = yield* aMember(admin.orgId, "hr")
      assert.deepInclude(report, { for_review: 2, offboardings_created: 0 })
      assert.deepInclude(ann, { kind: "left_without_date", last_day: null, status: "waiting", origin: "hris" })
      assert.deepInclude<object>(sean, { kind: "left_in_past", last_day: "2026-02-20", offboarding_id: null })
      assert.deepInclude(yield* sync(admin), { for_review: 0, offboardings_created: 0 })
      assert.deepStrictEqual(yield* cases(admin), [])
      const outbox = yield* Outbox
      yield* Effect.repeat(outbox.dispatch(admin.orgId), { until: (dispatched) => dispatched === 0 })
      const told = yield* systemSql<{ readonly user_id: string; readonly data: unknown }>`
          SELECT user_id, data FROM notifications WHERE org_id = ${admin.orgId} AND type = 'hris.review_waiting'`
      assert.sameMembers(
        told.map(({ user_id }) => user_id),
        [admin.userId, hr.userId]
      )
      assert.deepStrictEqual(told[0]?.data, { items: "2" })
      assert.strictEqual((yield* entriesOf(admin.orgId, { action: "hris_review_opened" })).length, 2)
    }
  )

  it.status(400, "a status that there is not", function* () {
    const { admin } = yield* anHrAdmin("bamboohr")
    assert.strictEqual((yield* as(admin).get("/api/integrations/hris/reviews?status=lost")).status, 400)
  })

  it.status(200, "a manager sees and decides the items of their reports alone", function* () {
    const { admin, ann } = yield* aWorld
    const manager = yield* aMember(admin.orgId, "manager")
    assert.deepInclude(yield* reviews(manager), { rows: [], total: 0 })
    assert.strictEqual((yield* dismiss(manager, ann.id)).status, 404)
    yield* systemSql`UPDATE org_employees SET manager_email = ${manager.email} WHERE id = ${ann.employee_id}`
    assert.strictEqual((yield* reviews(manager)).total, 1)
    assert.strictEqual((yield* dismiss(manager, ann.id)).status, 200)
  })
})

withApp("what a sync asks for", (it) => {
  it.effect("is not asked twice: another day or origin is another item, the same that stands is none", () =>
    Effect.gen(function* () {
      const { admin, ann } = yield* aWorld
      const repo = yield* ReviewsRepo
      const db = yield* Db
      const { created_at, employee_id, kind, last_day } = ann
      const lastDay = CalendarDate.make("2026-02-20")
      const ask = (more: Partial<Parameters<typeof repo.insert>[0]>) =>
        db.transactSystem(
          repo.insert({
            org_id: admin.orgId,
            id: HrisReviewId.make(randomUUID()),
            employee_id,
            origin: "hris",
            kind,
            last_day,
            offboarding_id: null,
            created_at,
            ...more
          })
        )
      assert.isFalse(yield* ask({}))
      assert.isTrue(yield* ask({ origin: "azure-ad" }))
      assert.isTrue(yield* ask({ last_day: lastDay }))
      assert.isFalse(yield* ask({ last_day: lastDay }))
    }).pipe(Effect.provide(ReviewsRepo.layer))
  )
})

withApp("POST /api/integrations/hris/reviews/{id}/accept", (it) => {
  it.status(200, "begins the offboarding with the given last day, source hris, and asks no more", function* () {
    const { admin, ann } = yield* aWorld
    const answer = yield* accept(admin, ann.id, { exit_date: "2026-03-31", separation_type: "resignation" })
    assert.strictEqual(answer.status, 200, answer.text)
    const [made] = yield* cases(admin)
    assert.deepInclude(made, { exit_date: "2026-03-31", source: "hris", initiated_by: admin.userId })
    assert.deepInclude(answer.body, { status: "accepted", offboarding_id: made?.id })
    assert.deepInclude(yield* sync(admin), { for_review: 0, offboardings_created: 0 })
    assert.strictEqual((yield* reviews(admin)).total, 1)
    assert.strictEqual((yield* entriesOf(admin.orgId, { action: "hris_review_accepted" })).length, 1)
  })

  it.status(403, "approval_required: another last day than the HR system's, by who needs an approval", function* () {
    const { admin, ann } = yield* aWorld
    const manager = yield* aMember(admin.orgId, "manager")
    yield* systemSql`UPDATE org_employees SET manager_email = ${manager.email} WHERE id = ${ann.employee_id}`
    const { body } = yield* withStatus(403, accept(manager, ann.id, { exit_date: "2026-03-02" }))
    assert.deepInclude(body, { code: "approval_required" })
    assert.lengthOf(yield* cases(admin), 0)
  })

  // hr-systems-15: Accepting a changed last day moves the offboarding; accepting that the person stays cancels it.
  it.status(200, "of a changed last day moves the offboarding; of somebody who stays cancels it", function* () {
    const { admin, vendors } = yield* anHrAdmin("bamboohr")
    for (const id of ["1", "2"]) at(vendors.bamboohr, id).lastDay = "2026-04-30"
    yield* sync(admin)
    const [ann] = yield* cases(admin)
    yield* as(admin).patch(`/api/employees/${ann?.id}`, { exit_date: "2026-05-15" })
    at(vendors.bamboohr, "1").lastDay = "2026-06-30"
    at(vendors.bamboohr, "2").lastDay = null
    assert.deepInclude(yield* sync(admin), { for_review: 2 })
    const { rows: items } = yield* reviews(admin)
    for (const { id } of items) assert.strictEqual((yield* accept(admin, id)).status, 200)
    const [moved, stayed] = yield* cases(admin)
    assert.deepInclude(moved, { exit_date: "2026-06-30", status: "pending" })
    assert.deepInclude(stayed, { status: "cancelled" })
    at(vendors.bamboohr, "1").lastDay = "2026-07-31"
    assert.deepInclude(yield* sync(admin), { offboardings_updated: 1 })
  })

  it.status(400, "nobody said when the last working day was, and none is given", function* () {
    const { admin, ann } = yield* aWorld
    const answer = yield* withStatus(400, accept(admin, ann.id))
    assert.include(answer.text, "exit_date")
    const unknown = yield* accept(admin, ann.id, { exit_date: "2026-03-31", apps_to_revoke: ["Nothing"] })
    assert.deepInclude(unknown.body, { code: "unknown_apps" })
  })

  it.status(403, "hr may not set a day in the past when there are apps to revoke", function* () {
    const { admin, sean } = yield* aWorld
    yield* systemSql`
          INSERT INTO integrations (org_id, id, service_name, protocol, can_revoke, connection_status, created_at, updated_at)
          VALUES (${admin.orgId}, gen_random_uuid(), 'Locks', 'webhook', true, true, now(), now())`
    const hr = yield* aMember(admin.orgId, "hr")
    assert.deepInclude((yield* accept(hr, sean.id)).body, { code: "past_exit_date_permission" })
    assert.strictEqual((yield* accept(admin, sean.id)).status, 200)
  })

  it.status(404, "an item that there is not", function* () {
    const { admin } = yield* anHrAdmin("bamboohr")
    assert.strictEqual((yield* accept(admin, randomUUID(), { exit_date: "2026-03-31" })).status, 404)
  })

  it.status(409, "it was decided meanwhile, by one of two at once; the person has an open offboarding", function* () {
    const { admin, ann, sean } = yield* aWorld
    const both = yield* Effect.all(
      [accept(admin, ann.id, { exit_date: "2026-03-31" }), accept(admin, ann.id, { exit_date: "2026-03-31" })],
      { concurrency: 2 }
    )
    assert.sameMembers(
      both.map(({ status }) => status),
      [200, 409]
    )
    yield* as(admin).post("/api/employees", {
      employee_name: "Sean",
      employee_email: sean.employee_email,
      exit_date: "2026-03-31",
      no_apps: true
    })
    assert.deepInclude((yield* accept(admin, sean.id)).body, { code: "duplicate" })
  })
})

withApp("POST /api/integrations/hris/reviews/{id}/dismiss", (it) => {
  // hr-systems-16: A dismissed item is not raised again.
  it.status(
    200,
    "nothing else happens, and the same is not asked again; the reason is sealed in the log",
    function* () {
      const { admin, ann, vendors } = yield* aWorld
      const answer = yield* withStatus(200, dismiss(admin, ann.id, { reason: "on sabbatical" }))
      assert.deepInclude(answer.body, { status: "dismissed" })
      const [entry] = yield* entriesOf(admin.orgId, { action: "hris_review_dismissed" })
      assert.notInclude(entry?.stored ?? "", "sabbatical")
      assert.deepInclude(yield* sync(admin), { for_review: 0 })
      // A day that is said later begins the offboarding all the same.
      at(vendors.bamboohr, "1").lastDay = "2026-03-31"
      assert.deepInclude(yield* sync(admin), { offboardings_created: 1 })
    }
  )

  // hr-systems-17: An item that no longer holds is withdrawn, and raised again when it does.
  it.status(
    200,
    "what does not hold any more is withdrawn by itself, and asked anew when it holds again",
    function* () {
      const { admin, ann, vendors } = yield* aWorld
      at(vendors.bamboohr, "1").ended = false
      yield* sync(admin)
      assert.deepStrictEqual(
        (yield* reviews(admin, "withdrawn")).rows.map(({ id }) => id),
        [ann.id]
      )
      assert.strictEqual((yield* dismiss(admin, ann.id)).status, 409)
      at(vendors.bamboohr, "1").ended = true
      assert.deepInclude(yield* sync(admin), { for_review: 1 })
    }
  )

  it.status(400, "a reason that is too short", function* () {
    const { admin, ann } = yield* aWorld
    assert.strictEqual((yield* dismiss(admin, ann.id, { reason: "x" })).status, 400)
  })

  it.status(404, "an item that there is not", function* () {
    yield* fresh
    const { admin } = yield* anHrAdmin("bamboohr")
    assert.strictEqual((yield* dismiss(admin, randomUUID())).status, 404)
  })

  it.status(409, "it was decided already", function* () {
    const { admin, ann } = yield* aWorld
    assert.strictEqual((yield* dismiss(admin, ann.id)).status, 200)
    assert.deepInclude((yield* dismiss(admin, ann.id)).body, { code: "not_waiting" })
  })
})
