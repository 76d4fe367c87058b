import { assert, layer } from "#test/support/suite"
import { zendesk } from "@svc/lab/zendesk"
import { DateTime, Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { createHmac, randomUUID } from "node:crypto"
import { Revocations } from "#access-removal/revocations/service"
import { ScimTokens } from "#offboarding/scim/service"
import { aColleague, memberOf } from "#test/offboarding/offboardings/support"
import { aReceiver as aVendor, carryOut } from "#test/access-removal/revocations/carrying-out"
import { running } from "#test/support/vendor-work"
import { asCaller } from "#test/support/people"
import { as, send, withKey } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { App, aSubscriber, decodeId, type Json, name, reason } from "./subscriber.ts"

const decodeRows = Schema.decodeUnknownEffect(
  Schema.Struct({ rows: Schema.Array(Schema.Struct({ id: Schema.String })) })
)
const decodeCreatedBy = Schema.decodeUnknownEffect(Schema.Struct({ offboarding_id: Schema.String }))

const decodeReview = Schema.decodeUnknownEffect(
  Schema.Struct({ employee_name: Schema.String, offboarding_id: Schema.String })
)

const form = { employee_name: name, exit_date: "2030-03-31" }

layer(App, { timeout: "180 seconds" })("offboarding.created (slack: test/offboarding/chat)", (it) => {
  const created = (offboardingId: string, source: string) => [
    ["offboarding.created", { offboardingId, employeeName: name, source }]
  ]
  // events-1: `offboarding.created` is sent once for each case, by whatever way it begins: form, copy, bulk, CSV, HR
  //   system, approved initiation, API, team chat, SCIM, contract end.
  // payloads-3: `source` names how it came about: `app`, `clone`, `bulk`, `csv`, `hris`, `initiation`, `api`, `slack`,
  //   `scim`, `contract_expiry`, `schedule`, `retention`, `linked`, `it_ticket`, `manual` and so on, as the event has
  //   it.
  it.effect("app, clone, bulk, csv and api: one delivery each, which names its source", function* () {
    const { aCase, does, fired, from } = yield* aSubscriber
    const app = yield* does(201, "POST", "/api/employees", form)
    const first = yield* decodeId(app.body)
    assert.deepStrictEqual<unknown>(app.news, created(first.id, "app"))
    const clone = yield* does(201, "POST", `/api/employees/${yield* aCase()}/clone`, form)
    assert.deepStrictEqual<unknown>(clone.news, created((yield* decodeId(clone.body)).id, "clone"))
    const bulk = yield* does(201, "POST", "/api/employees/bulk", { employees: [form, form] })
    const made = (yield* decodeRows(bulk.body)).rows
    assert.lengthOf(made, 2)
    assert.sameDeepMembers<unknown>(
      [...bulk.news],
      made.flatMap(({ id }) => created(id, "bulk"))
    )
    const csv = yield* does(200, "POST", "/api/employees/import", {
      csv: `employee_name,exit_date\n${name},2030-03-31`
    })
    const [imported] = yield* systemSql<{
      readonly id: string
    }>`SELECT id FROM offboardings WHERE org_id = ${from.orgId} AND source = 'csv'`
    assert.deepStrictEqual<unknown>(csv.news, created(imported?.id ?? "", "csv"))
    const byKey = yield* fired(201, withKey(from.key).post("/api/v1/offboardings", form))
    assert.deepStrictEqual<unknown>(byKey.news, created((yield* decodeId(byKey.body)).id, "api"))
  })

  it.effect(
    "scim: once, however often the provider deactivates; a PATCH, a DELETE and a POST tell one thing",
    function* () {
      const { fired, from } = yield* aSubscriber
      const { token } = yield* ScimTokens.use((tokens) => tokens.setUp("literal")).pipe(asCaller(from.admin))
      const person = yield* aColleague(from, "leaver@acme.test")
      const patched = yield* fired(
        200,
        send("PATCH", `/scim/v2/Users/${person.id}`, {
          bearer: token,
          body: { Operations: [{ op: "replace", path: "active", value: false }] }
        })
      )
      const [made] = yield* systemSql<{ readonly id: string; readonly employee_name: string }>`
          SELECT id, employee_name FROM offboardings WHERE org_id = ${from.orgId} AND source = 'scim'`
      assert.deepStrictEqual<unknown>(patched.news, [
        [
          "offboarding.created",
          { offboardingId: made?.id ?? "", employeeName: made?.employee_name ?? "", source: "scim" }
        ]
      ])
      const removed = yield* fired(204, send("DELETE", `/scim/v2/Users/${person.id}`, { bearer: token }))
      assert.deepStrictEqual(removed.news, [])
    }
  )

  it.effect("initiation: at once, and by its approval; not by its submission", function* () {
    const { does, fired, from } = yield* aSubscriber
    const request = { ...form, no_apps: true }
    const atOnce = yield* does(201, "POST", "/api/offboarding-initiations", request)
    assert.deepStrictEqual<unknown>(
      atOnce.news,
      created((yield* decodeCreatedBy(atOnce.body)).offboarding_id, "initiation")
    )
    const manager = yield* memberOf(from, "manager")
    const waiting = yield* fired(201, as(manager).post("/api/offboarding-initiations", request))
    assert.deepStrictEqual(waiting.news, [])
    const { id } = yield* decodeId(waiting.body)
    const approved = yield* does(200, "POST", `/api/offboarding-initiations/${id}/approve`, {})
    assert.deepStrictEqual<unknown>(
      approved.news,
      created((yield* decodeCreatedBy(approved.body)).offboarding_id, "initiation")
    )
  })

  it.effect("hris: of a review item that is accepted, once", function* () {
    const { does, fired, from } = yield* aSubscriber
    const person = yield* aColleague(from, "left@acme.test")
    const [item] = yield* systemSql<{ readonly id: string }>`
          INSERT INTO hris_reviews (org_id, id, employee_id, origin, kind, status, stands, created_at)
          VALUES (${from.orgId}, gen_random_uuid(), ${person.id}, 'hris', 'left_without_date', 'waiting', true, now())
          RETURNING id`
    const path = `/api/integrations/hris/reviews/${item?.id}/accept`
    const { body, news } = yield* does(200, "POST", path, { exit_date: "2030-03-31" })
    const { employee_name, offboarding_id } = yield* decodeReview(body)
    assert.deepStrictEqual<unknown>(news, [
      ["offboarding.created", { offboardingId: offboarding_id, employeeName: employee_name, source: "hris" }]
    ])
    assert.deepStrictEqual((yield* fired(409, as(from.admin).post(path, { exit_date: "2030-03-31" }))).news, [])
  })

  // events-1
  it.effect("contract_expiry: once, however often the job runs", function* () {
    const { from, runs } = yield* aSubscriber
    const person = yield* aColleague(from, "contractor@acme.test")
    const ends = DateTime.formatIsoDateUtc(DateTime.add(yield* DateTime.now, { days: 5 }))
    yield* systemSql`UPDATE org_employees SET worker_type = 'contractor', contract_end_date = ${ends}::date WHERE id = ${person.id}`
    const news = yield* runs("contract-expiry")
    const [made] = yield* systemSql<{ readonly id: string }>`SELECT id FROM offboardings WHERE org_id = ${from.orgId}`
    assert.deepStrictEqual<unknown>(news, created(made?.id ?? "", "contract_expiry"))
    assert.deepStrictEqual(yield* runs("contract-expiry"), [])
  })
})

// events-3: `offboarding.completed` is sent when a case is completed.
layer(App, { timeout: "180 seconds" })("offboarding.stage_changed and offboarding.completed", (it) => {
  const moved = (offboardingId: string, previousStatus: string, status: string, source: string) => [
    [
      status === "completed" ? "offboarding.completed" : "offboarding.stage_changed",
      { offboardingId, employeeName: name, status, previousStatus, source }
    ]
  ]
  // events-2: `offboarding.stage_changed` is sent for each change of the stage, whatever made it, and not for the same
  //   stage again.
  it.effect("app, bulk and api: one delivery for each change, none for the same stage again", function* () {
    const { aCase, aReadyCase, does, fired, from } = yield* aSubscriber
    const id = yield* aCase()
    const byApp = (status: string) => does(200, "PATCH", `/api/employees/${id}/status`, { status, reason })
    assert.deepStrictEqual<unknown>((yield* byApp("notice_period")).news, moved(id, "pending", "notice_period", "app"))
    assert.deepStrictEqual((yield* byApp("notice_period")).news, [])
    const many = { ids: [id], status: "it_revocation" }
    const byBulk = () => does(200, "POST", "/api/employees/bulk-status", many)
    assert.deepStrictEqual<unknown>((yield* byBulk()).news, moved(id, "notice_period", "it_revocation", "bulk"))
    assert.deepStrictEqual((yield* byBulk()).news, [])
    const byKey = (of: string, status: string) =>
      fired(200, withKey(from.key).patch(`/api/v1/offboardings/${of}`, { status, reason }))
    assert.deepStrictEqual<unknown>((yield* byKey(id, "pending")).news, moved(id, "it_revocation", "pending", "api"))
    assert.deepStrictEqual<unknown>((yield* byApp("cancelled")).news, moved(id, "pending", "cancelled", "app"))
    const [one, two, three] = [yield* aReadyCase, yield* aReadyCase, yield* aReadyCase]
    const app = yield* does(200, "PATCH", `/api/employees/${one}/status`, { status: "completed" })
    assert.deepStrictEqual<unknown>(app.news, moved(one, "pending", "completed", "app"))
    const bulk = yield* does(200, "POST", "/api/employees/bulk-status", { ids: [two], status: "completed" })
    assert.deepStrictEqual<unknown>(bulk.news, moved(two, "pending", "completed", "bulk"))
    assert.deepStrictEqual<unknown>(
      (yield* byKey(three, "completed")).news,
      moved(three, "pending", "completed", "api")
    )
    assert.deepStrictEqual<unknown>((yield* byKey(three, "pending")).news, moved(three, "completed", "pending", "api"))
  })
})

layer(App, { timeout: "180 seconds" })("offboarding.deleted", (it) => {
  const deleted = (offboardingId: string, source: string) => [["offboarding.deleted", { offboardingId, source }]]
  // events-4: `offboarding.deleted` is sent when a case is deleted, alone, in bulk or by retention, and names nobody.
  it.effect("app, bulk and retention: one delivery each, without a name", function* () {
    const { aCase, does, from, runs } = yield* aSubscriber
    const [one, two, three] = [yield* aCase(), yield* aCase(), yield* aCase()]
    assert.deepStrictEqual<unknown>(
      (yield* does(200, "DELETE", `/api/employees/${one}`, { reason })).news,
      deleted(one, "app")
    )
    const bulk = yield* does(200, "POST", "/api/employees/bulk-delete", { ids: [two, one], reason })
    assert.deepStrictEqual<unknown>(bulk.news, deleted(two, "bulk"))
    yield* does(200, "PATCH", `/api/employees/${three}/status`, { status: "cancelled", reason })
    yield* systemSql`UPDATE organisations SET offboarding_retention_months = 6 WHERE id = ${from.orgId}`
    yield* systemSql`UPDATE offboardings SET cancelled_at = cancelled_at - interval '7 months' WHERE id = ${three}`
    assert.deepStrictEqual<unknown>(yield* runs("offboarding-retention"), deleted(three, "retention"))
  })
})

// payloads-3
layer(App, { timeout: "180 seconds" })("asset.returned (shipment comes with its part) and asset.overdue", (it) => {
  const returned = (data: Json, source: string) => [["asset.returned", { ...data, source }]]
  // events-7: `asset.returned` is sent once for each asset that becomes returned, and not for one that is returned
  //   already.
  it.effect(
    "manual by the return, by the edit and when it is found; bulk; none for what is returned already",
    function* () {
      const { anAsset, does } = yield* aSubscriber
      const [one, two, three, four] = [yield* anAsset(), yield* anAsset(), yield* anAsset(), yield* anAsset()]
      const back = (id: string, body: Json = {}) => does(200, "PATCH", `/api/assets/${id}/return`, body)
      const edited = ({ data, id }: typeof one, status: string) => {
        const { employeeId, itemName, serialNumber } = data
        return does(200, "PATCH", `/api/assets/${id}`, {
          itemName,
          serialNumber,
          orgEmployeeId: employeeId,
          category: "laptop",
          status
        })
      }
      assert.deepStrictEqual<unknown>((yield* back(one.id)).news, returned(one.data, "manual"))
      assert.deepStrictEqual((yield* back(one.id)).news, [])
      assert.deepStrictEqual<unknown>((yield* edited(two, "returned")).news, returned(two.data, "manual"))
      assert.deepStrictEqual((yield* edited(three, "lost")).news, [])
      assert.deepStrictEqual<unknown>((yield* back(three.id, { found: true })).news, returned(three.data, "manual"))
      const bulk = yield* does(200, "PATCH", "/api/assets/bulk-return", { ids: [one.id, four.id, randomUUID()] })
      assert.deepStrictEqual<unknown>(bulk.news, returned(four.data, "bulk"))
    }
  )

  // events-8: `asset.overdue` is sent once for each deadline, the night after it passes on the organisation's calendar.
  it.effect("asset.overdue: once for each deadline, the night after it passes", function* () {
    const { anAsset, does, runs } = yield* aSubscriber
    const inDays = (days: number) =>
      Effect.map(DateTime.now, (now) => DateTime.formatIsoDateUtc(DateTime.add(now, { days })))
    const returnDeadline = yield* inDays(0)
    const { data, id } = yield* anAsset({ returnDeadline })
    assert.deepStrictEqual(yield* runs("asset-overdue"), [])
    yield* TestClock.adjust("1 day")
    assert.deepStrictEqual<unknown>(yield* runs("asset-overdue"), [
      ["asset.overdue", { ...data, returnDeadline, daysOverdue: 1 }]
    ])
    assert.deepStrictEqual(yield* runs("asset-overdue"), [])
    const later = yield* inDays(1)
    const { employeeId, itemName, serialNumber } = data
    yield* does(200, "PATCH", `/api/assets/${id}`, {
      itemName,
      serialNumber,
      category: "laptop",
      orgEmployeeId: employeeId,
      returnDeadline: later
    })
    yield* TestClock.adjust("3 days")
    assert.deepStrictEqual<unknown>(yield* runs("asset-overdue"), [
      ["asset.overdue", { ...data, returnDeadline: later, daysOverdue: 2 }]
    ])
  })
})

layer(App, { timeout: "180 seconds" })(
  "checklist.completed and document.signed (provider comes with its part)",
  (it) => {
    const completed = (offboardingId: string, source: string) => [
      ["checklist.completed", { offboardingId, employeeName: name, source }]
    ]
    // events-9: `checklist.completed` is sent when a change closes the last open task: ticked, not needed, by a linked
    //   record, by a resolved ticket.
    it.effect("app when the last task is ticked or marked not needed; linked when its record closes it", function* () {
      const { aCase, does } = yield* aSubscriber
      const openOf = (id: string, follows: string | null) =>
        Effect.map(
          systemSql<{ readonly id: string }>`
            SELECT id FROM checklist_items WHERE offboarding_id = ${id} AND follows IS NOT DISTINCT FROM ${follows}::text ORDER BY position`,
          ([task]) => task?.id ?? ""
        )
      const closeAllBut = (id: string, task: string) =>
        systemSql`UPDATE checklist_items SET completed_at = created_at WHERE offboarding_id = ${id} AND id <> ${task}`
      for (const change of [{ completed: true }, { notNeeded: true, reason }]) {
        const id = yield* aCase()
        const task = yield* openOf(id, null)
        yield* closeAllBut(id, task)
        const { news } = yield* does(200, "PATCH", `/api/employees/checklist/${task}`, change)
        assert.deepStrictEqual<unknown>(news, completed(id, "app"))
        assert.deepStrictEqual((yield* does(200, "PATCH", `/api/employees/checklist/${task}`, change)).news, [])
      }
      const id = yield* aCase()
      yield* closeAllBut(id, yield* openOf(id, "revocation"))
      const linked = yield* does(200, "POST", `/api/employees/${id}/confirm-no-apps`)
      assert.deepStrictEqual<unknown>(linked.news, completed(id, "linked"))
    })

    // events-9
    it.effect("it_ticket when its resolved ticket closes the last open task, once", function* () {
      const { aCase, does, told } = yield* aSubscriber
      const desk = yield* running(zendesk)
      const { webhook_url } = yield* Effect.flatMap(
        does(201, "POST", "/api/integrations/it-tickets/connect", {
          provider: "zendesk",
          subdomain: desk.url,
          email: desk.state.email,
          api_token: desk.state.token,
          webhook_secret: "shared-secret-of-the-callbacks"
        }),
        ({ body }) => Schema.decodeUnknownEffect(Schema.Struct({ webhook_url: Schema.String }))(body)
      )
      const id = yield* aCase()
      const [task] = yield* systemSql<{ readonly id: string }>`
            SELECT id FROM checklist_items WHERE offboarding_id = ${id} AND follows IS NULL ORDER BY position LIMIT 1`
      yield* systemSql`UPDATE checklist_items SET completed_at = created_at WHERE offboarding_id = ${id} AND id <> ${task?.id ?? ""}`
      yield* systemSql`
            INSERT INTO it_tickets (org_id, id, offboarding_id, checklist_item_id, provider, status, external_id, external_key, created_at)
            SELECT org_id, gen_random_uuid(), offboarding_id, id, 'zendesk', 'open', '7', '7', created_at
            FROM checklist_items WHERE id = ${task?.id ?? ""}`
      desk.state.tickets.set(7, { id: 7, subject: "Ours", external_id: null, status: "solved" })
      yield* told
      const body = JSON.stringify({ ticket_id: "7" })
      const timestamp = DateTime.formatIso(yield* DateTime.now)
      const { pathname, search } = new URL(webhook_url)
      const callback = send("POST", pathname + search, {
        body,
        headers: {
          "x-zendesk-webhook-signature-timestamp": timestamp,
          "x-zendesk-webhook-signature": createHmac("sha256", "shared-secret-of-the-callbacks")
            .update(timestamp + body)
            .digest("base64")
        }
      })
      assert.strictEqual((yield* callback).status, 200)
      assert.deepStrictEqual<unknown>(yield* told, completed(id, "it_ticket"))
      assert.strictEqual((yield* callback).status, 200)
      assert.deepStrictEqual(yield* told, [])
    })

    // events-10: `document.signed` is sent when a document becomes signed.
    it.effect("document.signed: manual, once; not when it is completed or opened again", function* () {
      const { aCase, does } = yield* aSubscriber
      const offboardingId = yield* aCase()
      const added = yield* does(200, "POST", `/api/employees/${offboardingId}/compliance`, {
        name: "NDA",
        docType: "agreement"
      })
      const { id } = yield* decodeId(added.body)
      const becomes = (status: string) =>
        does(200, "PATCH", `/api/employees/compliance/${id}/status`, {
          status,
          signed_by: "Ada",
          signature_reference: "REF-1"
        })
      const data = {
        documentId: id,
        offboardingId,
        documentName: "NDA",
        documentType: "agreement",
        source: "manual",
        provider: null
      }
      assert.deepStrictEqual<unknown>((yield* becomes("signed")).news, [["document.signed", data]])
      for (const status of ["signed", "completed", "pending"]) assert.deepStrictEqual((yield* becomes(status)).news, [])
      assert.deepStrictEqual<unknown>((yield* becomes("signed")).news, [["document.signed", data]])
    })
  }
)

layer(App, { timeout: "180 seconds" })("revocation.completed and revocation.failed", (it) => {
  // events-5: `revocation.completed` is sent after every run, with the result of each app.
  it.effect("app and schedule: one delivery for each run, with the result of each app", function* () {
    const { aCase, does, from, told } = yield* aSubscriber
    const vendor = yield* aVendor
    yield* does(201, "POST", "/api/integrations/saas-revocation/connect", {
      service_name: "Locks",
      protocol: "webhook",
      base_url: vendor.url,
      token: "t"
    })
    const exit_date = DateTime.formatIsoDateUtc(yield* DateTime.now)
    const person = (email: string) => ({ exit_date, employee_email: email, apps_to_revoke: ["Locks"] })
    const id = yield* aCase(person("first@acme.test"))
    const run = Effect.gen(function* () {
      yield* does(202, "POST", "/api/revoke-access", { offboardingId: id })
      yield* carryOut(from.orgId)
      return yield* told
    })
    const shaped = (news: Effect.Success<typeof told>) =>
      news.map(([event, { counts, offboardingId, results, source, ...more }]) => ({
        event,
        counts,
        offboardingId,
        source,
        fields: Object.keys(more),
        outcomes: Array.isArray(results) ? results.length : 0
      }))
    const about = { offboardingId: id, fields: ["employeeName"], outcomes: 1 }
    const counts = { revoked: 0, failed: 0, manualRequired: 0, skipped: 0 }
    vendor.answers.status = 500
    assert.deepStrictEqual<unknown>(shaped(yield* run), [
      { event: "revocation.failed", source: "app", ...about, counts: { ...counts, failed: 1 } }
    ])
    vendor.answers.status = 200
    assert.deepStrictEqual<unknown>(shaped(yield* run), [
      { event: "revocation.completed", source: "app", ...about, counts: { ...counts, revoked: 1 } }
    ])
    const second = yield* aCase(person("second@acme.test"))
    yield* told
    yield* TestClock.adjust("2 days")
    // What came due of the first one was done by hand.
    yield* systemSql`DELETE FROM revocation_schedules WHERE offboarding_id = ${id}`
    yield* Revocations.use((revocations) => revocations.queueDue(from.orgId))
    yield* carryOut(from.orgId)
    assert.deepStrictEqual<unknown>(shaped(yield* told), [
      {
        ...about,
        event: "revocation.completed",
        source: "schedule",
        offboardingId: second,
        counts: { ...counts, revoked: 1 }
      }
    ])
  })
})
