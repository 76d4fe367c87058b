import { assert } from "#test/support/suite"
import type { ScopeName } from "@svc/contract/kernel/permissions"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { actionsOf, entriesOf } from "#test/support/log"
import { aMember, anAdmin, anOrganisation, type Member } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { asSystem, systemSql } from "#test/support/tables"
import { TestApp } from "#test/support/TestApp"
import { layerOfFile } from "#test/support/layer-of-file"
import {
  aList,
  aReport,
  decodeDeleted,
  decodeLists,
  decodeReport,
  leavers,
  listsPath,
  path,
  reportOf
} from "./support.ts"

const scoped = (admin: Member, scope: ScopeName, departments: ReadonlyArray<string> = []) =>
  aMember(admin.orgId, { permissions: ["settings_manage", "offboardings_view"], scope, departments })

const addresses = (count: number) => Array.from({ length: count }, (_, number) => `a${number}@elsewhere.test`)

/** Copies of the first row until the organisation has as many as it may have. */
const fill = (admin: Member, table: "scheduled_reports" | "distribution_lists") =>
  asSystem(
    (sql) => sql`
      INSERT INTO ${sql(table)}
      SELECT (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid()))).*
      FROM ${sql(table)} t, generate_series(2, 100) WHERE t.org_id = ${admin.orgId}`
  )

const withTestApp = layerOfFile(TestApp)

withTestApp("GET /api/scheduled-reports", (it) => {
  it.status(200, "with every report of the organisation, newest first, also for who may not change it", function* () {
    const admin = yield* anAdmin()
    const report = yield* aReport(admin)
    yield* aReport(yield* anAdmin())
    const reader = yield* scoped(admin, "direct_reports")
    const { body } = yield* withStatus(200, as(reader).get(path))
    assert.isTrue(Array.isArray(body) && body.length === 1)
    assert.deepStrictEqual(yield* reportOf(reader, report.id), report)
  })
})

withTestApp("POST /api/scheduled-reports", (it) => {
  // scheduled-reports-7: Changes and deliveries are audited, with no readable address.
  it.status(201, "with every field; what is left out has its default", function* () {
    const admin = yield* anAdmin()
    const { body } = yield* withStatus(201, as(admin).post(path, leavers))
    assert.deepInclude(yield* decodeReport(body), {
      ...leavers,
      columns: [],
      grouping: "none",
      date_range: "last_24_hours",
      filters: {},
      distribution_list_id: null,
      include_pdf: false,
      delivery_webhook: null,
      active: true,
      last_run: null,
      last_attempt_at: null,
      last_error: null
    })
    const [entry] = yield* entriesOf(admin.orgId, { action: "scheduled_report.created" })
    assert.include(entry?.details, "board@elsewhere.test")
    assert.notInclude(entry?.stored, "board@elsewhere.test")
  })

  // scheduled-reports-4: `delivery_webhook` is HTTPS on a public host, judged when saved and before each send, never
  //   shown in full; it gets the totals by an unsigned POST, and redirects are not followed.
  it.status(
    201,
    "the webhook's address is shown as its host, and is sealed at rest (scheduled-reports-4)",
    function* () {
      const admin = yield* anAdmin()
      const report = yield* aReport(admin, { delivery_webhook: "https://127.0.0.1:9/hook?token=s3cret" })
      assert.strictEqual(report.delivery_webhook, "https://127.0.0.1:9/****")
      const rows = yield* systemSql`SELECT * FROM scheduled_reports WHERE id = ${report.id}`
      assert.notInclude(JSON.stringify(rows), "s3cret")
      const log = yield* entriesOf(admin.orgId)
      assert.notInclude(JSON.stringify(log), "s3cret")
    }
  )

  it.status.each([
    ["name", { name: "" }],
    ["name", { name: "x".repeat(101) }],
    ["recipients", { recipients: [] }],
    ["recipients", { recipients: addresses(51) }],
    ["recipients", { recipients: ["not an address"] }],
    ["type", { type: "yearly" }],
    ["schedule", { schedule: "hourly" }],
    ["date_range", { date_range: "last_fortnight" }],
    ["grouping", { grouping: "assignee" }],
    ['"shoe_size"', { columns: ["shoe_size"] }],
    ["sla_deadline", { columns: ["sla_deadline"] }],
    ["filters", { filters: { status: ["gone"] } }],
    ["distribution_list_id", { distribution_list_id: randomUUID() }],
    ["delivery_webhook", { delivery_webhook: "http://example.com/hook" }],
    ["delivery_webhook", { delivery_webhook: "https://10.0.0.1/hook" }]
  ] as const)(400, "naming the field: %s", function* ([field, more]) {
    const { error } = yield* withStatus(400, as(yield* anAdmin()).post(path, { ...leavers, ...more }))
    assert.include(error, field)
  })

  // scheduled-reports-1: At least one of `recipients` (up to 50) or a list of the organisation is required.
  it.status(400, "another organisation's list is none (scheduled-reports-1)", function* () {
    const list = yield* aList(yield* anAdmin(), ["ada@elsewhere.test"])
    const { error, status } = yield* as(yield* anAdmin()).post(path, { ...leavers, distribution_list_id: list.id })
    assert.deepStrictEqual([status, error.startsWith("distribution_list_id:")], [400, true])
  })

  // scheduled-reports-1
  it.status(201, "for 50 recipients, and for a list alone (scheduled-reports-1)", function* () {
    const admin = yield* anAdmin()
    assert.strictEqual((yield* as(admin).post(path, { ...leavers, recipients: addresses(50) })).status, 201)
    const list = yield* aList(admin, ["ada@elsewhere.test"])
    const alone = { ...leavers, recipients: [], distribution_list_id: list.id }
    assert.strictEqual((yield* as(admin).post(path, alone)).status, 201)
  })

  // scheduled-reports-2: Members limited to some departments create and edit only reports within them, members limited
  //   to direct reports none (403).
  it.status(
    403,
    "outside the member's departments, and for who sees direct reports only (scheduled-reports-2)",
    function* () {
      const admin = yield* anAdmin()
      const member = yield* scoped(admin, "departments", ["Research", "Legal"])
      const asked = (by: Member, department?: ReadonlyArray<string>) =>
        Effect.map(
          as(by).post(path, { ...leavers, filters: department === undefined ? {} : { department } }),
          ({ status }) => status
        )
      assert.strictEqual(yield* asked(member), 403)
      assert.strictEqual(yield* asked(member, []), 403)
      assert.strictEqual(yield* asked(member, ["Research", "Sales"]), 403)
      assert.strictEqual(yield* asked(member, ["Research"]), 201)
      const manager = yield* scoped(admin, "direct_reports")
      assert.strictEqual(yield* asked(manager, ["Research"]), 403)
    }
  )

  // scheduled-reports-3
  it.status(403, "PermissionDenied: a report with rows needs offboardings_view, one of totals does not", function* () {
    const admin = yield* anAdmin()
    const settings = yield* aMember(admin.orgId, { permissions: ["settings_manage"], scope: "all" })
    for (const more of [{ type: "custom", columns: ["legal_hold"] }, { type: "overdue_tasks" }, {}]) {
      const refused = yield* withStatus(403, as(settings).post(path, { ...leavers, ...more }), JSON.stringify(more))
      assert.deepInclude(refused.body, { permission: "offboardings_view" })
    }
    const { id } = yield* aReport(settings, { type: "weekly_summary" })
    assert.strictEqual((yield* as(settings).patch(`${path}/${id}`, { columns: ["status"] })).status, 403)
    assert.strictEqual((yield* as(settings).patch(`${path}/${id}`, { name: "Figures" })).status, 200)
    const rows = yield* aReport(admin)
    yield* withStatus(403, as(settings).patch(`${path}/${rows.id}`, { recipients: [settings.email] }))
    assert.strictEqual((yield* as(settings).get(`${path}/${randomUUID()}/preview`)).status, 404)
  })

  it.status(409, "for the 101st", function* () {
    const admin = yield* anAdmin()
    yield* aReport(admin)
    yield* fill(admin, "scheduled_reports")
    assert.strictEqual((yield* as(admin).post(path, leavers)).status, 409)
  })
})

withTestApp("PATCH /api/scheduled-reports/{id}", (it) => {
  // scheduled-reports-10: PATCH changes only sent fields, and what comes of it is judged as a new report is.
  it.status(200, "only sent fields change; nothing changed is not recorded", function* () {
    const admin = yield* anAdmin()
    const report = yield* aReport(admin, { grouping: "department", filters: { department: ["Research"] } })
    const { body } = yield* withStatus(200, as(admin).patch(`${path}/${report.id}`, { schedule: "weekly" }))
    const changed = yield* decodeReport(body)
    assert.deepStrictEqual(changed, { ...report, schedule: "weekly", updated_at: changed.updated_at })
    yield* as(admin).patch(`${path}/${report.id}`, { schedule: "weekly", recipients: report.recipients })
    yield* as(admin).patch(`${path}/${report.id}`, {})
    assert.lengthOf(yield* entriesOf(admin.orgId, { action: "scheduled_report.updated" }), 1)
  })

  // scheduled-reports-4
  it.status(
    200,
    "the masked webhook keeps the stored one, another replaces it, null and empty remove it",
    function* () {
      const admin = yield* anAdmin()
      const report = yield* aReport(admin, { delivery_webhook: "https://127.0.0.1:9/one" })
      const sealed = Effect.map(
        systemSql<{ s: string | null }>`
          SELECT sealed_delivery_webhook AS s FROM scheduled_reports WHERE id = ${report.id}`,
        ([row]) => row?.s
      )
      const first = yield* sealed
      const patch = Effect.fnUntraced(function* (delivery_webhook: string | null) {
        const { body } = yield* as(admin).patch(`${path}/${report.id}`, { delivery_webhook })
        return (yield* decodeReport(body)).delivery_webhook
      })
      assert.strictEqual(yield* patch("https://127.0.0.1:9/****"), "https://127.0.0.1:9/****")
      assert.strictEqual(yield* sealed, first)
      assert.strictEqual(yield* patch("https://127.0.0.1:10/two"), "https://127.0.0.1:10/****")
      assert.notStrictEqual(yield* sealed, first)
      assert.isNull(yield* patch(""))
      assert.strictEqual(yield* patch("https://127.0.0.1:10/two"), "https://127.0.0.1:10/****")
      assert.isNull(yield* patch(null))
      assert.isNull(yield* sealed)
    }
  )

  // scheduled-reports-10
  it.status(400, "what comes of it is judged as a new report is", function* () {
    const admin = yield* anAdmin()
    const report = yield* aReport(admin, { type: "overdue_tasks", grouping: "assignee", columns: ["task"] })
    const patch = (body: unknown) => Effect.map(as(admin).patch(`${path}/${report.id}`, body), ({ status }) => status)
    assert.strictEqual(yield* patch({ recipients: [] }), 400)
    assert.strictEqual(yield* patch({ type: "custom" }), 400)
    assert.strictEqual(yield* patch({ type: "custom", columns: ["status"] }), 400)
    assert.strictEqual(yield* patch({ type: "custom", columns: ["status"], grouping: "none" }), 200)
  })

  // scheduled-reports-2
  it.status(
    403,
    "where the report is, or would be, outside the member's departments (scheduled-reports-2)",
    function* () {
      const admin = yield* anAdmin()
      const member = yield* scoped(admin, "departments", ["Research"])
      const patch = (id: string, by: Member, body: unknown) =>
        Effect.map(as(by).patch(`${path}/${id}`, body), ({ status }) => status)
      const outside = yield* aReport(admin)
      assert.strictEqual(yield* patch(outside.id, member, { name: "Mine" }), 403)
      assert.strictEqual(yield* patch(outside.id, member, { filters: { department: ["Research"] } }), 403)
      const inside = yield* aReport(admin, { filters: { department: ["Research"] } })
      assert.strictEqual(yield* patch(inside.id, member, { filters: {} }), 403)
      assert.strictEqual(yield* patch(inside.id, member, { name: "Mine" }), 200)
      assert.strictEqual(yield* patch(inside.id, yield* scoped(admin, "direct_reports"), { name: "Mine" }), 403)
    }
  )

  it.status(404, "for an unknown one", function* () {
    yield* withStatus(404, as(yield* anAdmin()).patch(`${path}/${randomUUID()}`, { name: "x" }))
  })
})

withTestApp("DELETE /api/scheduled-reports/{id}", (it) => {
  // scheduled-reports-7
  it.status(200, "`{ success: true }`; then it is gone; audited", function* () {
    const admin = yield* anAdmin()
    const report = yield* aReport(admin)
    const outsider = yield* scoped(admin, "departments", ["Research"])
    assert.strictEqual((yield* as(outsider).delete(`${path}/${report.id}`)).status, 403)
    const { body, status } = yield* as(admin).delete(`${path}/${report.id}`)
    assert.deepStrictEqual([status, body], [200, { success: true }])
    assert.isUndefined(yield* reportOf(admin, report.id))
    assert.strictEqual((yield* actionsOf(admin.orgId)).at(-1), "scheduled_report.deleted")
  })

  it.status(400, "for an id that is no UUID", function* () {
    assert.strictEqual((yield* as(yield* anAdmin()).delete(`${path}/x`)).status, 400)
  })

  it.status(404, "for an unknown one", function* () {
    assert.strictEqual((yield* as(yield* anAdmin()).delete(`${path}/${randomUUID()}`)).status, 404)
  })
})

withTestApp("GET /api/scheduled-reports/distribution-lists", (it) => {
  it.status(200, "with every list of the organisation", function* () {
    const admin = yield* anAdmin()
    const list = yield* aList(admin, ["Ada@elsewhere.test", "ada@elsewhere.test"])
    yield* aList(yield* anAdmin(), ["bo@elsewhere.test"])
    const { body } = yield* withStatus(200, as(admin).get(listsPath))
    assert.deepStrictEqual(yield* decodeLists(body), [list])
    assert.deepStrictEqual(list.recipients, ["Ada@elsewhere.test"])
  })
})

withTestApp("POST /api/scheduled-reports/distribution-lists", (it) => {
  // scheduled-reports-7
  it.status(201, "audited without a readable address", function* () {
    const admin = yield* anAdmin()
    yield* withStatus(201, as(admin).post(listsPath, { name: "Board", recipients: addresses(50) }))
    const [entry] = yield* entriesOf(admin.orgId, { action: "distribution_list.created" })
    assert.include(entry?.details, "a0@elsewhere.test")
    assert.notInclude(entry?.stored, "a0@elsewhere.test")
  })

  it.status(400, "without an address, and with more than 50", function* () {
    const admin = yield* anAdmin()
    for (const recipients of [[], addresses(51)]) {
      const { error, status } = yield* as(admin).post(listsPath, { name: "Board", recipients })
      assert.deepStrictEqual([status, error.includes("recipients")], [400, true])
    }
  })

  it.status(409, "for the 101st", function* () {
    const admin = yield* anAdmin()
    yield* aList(admin, ["ada@elsewhere.test"])
    yield* fill(admin, "distribution_lists")
    assert.strictEqual((yield* as(admin).post(listsPath, { name: "B", recipients: addresses(1) })).status, 409)
  })
})

withTestApp("PATCH /api/scheduled-reports/distribution-lists/{id}", (it) => {
  it.status(200, "only sent fields change", function* () {
    const admin = yield* anAdmin()
    const list = yield* aList(admin, ["ada@elsewhere.test"])
    const { body } = yield* withStatus(200, as(admin).patch(`${listsPath}/${list.id}`, { name: "Council" }))
    assert.deepInclude(body, { name: "Council", recipients: ["ada@elsewhere.test"] })
    yield* as(admin).patch(`${listsPath}/${list.id}`, { name: "Council" })
    assert.lengthOf(yield* entriesOf(admin.orgId, { action: "distribution_list.updated" }), 1)
  })

  it.status(400, "without an address left", function* () {
    const admin = yield* anAdmin()
    const list = yield* aList(admin, ["ada@elsewhere.test"])
    assert.strictEqual((yield* as(admin).patch(`${listsPath}/${list.id}`, { recipients: [] })).status, 400)
  })

  // scheduled-reports-2
  it.status(403, "nobody adds themselves to a report outside their departments (scheduled-reports-2)", function* () {
    const admin = yield* anAdmin()
    const list = yield* aList(admin, ["ada@elsewhere.test"])
    const member = yield* scoped(admin, "departments", ["Research"])
    const add = { recipients: [member.email] }
    assert.strictEqual((yield* as(member).patch(`${listsPath}/${list.id}`, { name: "Free" })).status, 200)
    yield* aReport(admin, { distribution_list_id: list.id })
    assert.strictEqual((yield* as(member).patch(`${listsPath}/${list.id}`, add)).status, 403)
    assert.strictEqual((yield* as(member).delete(`${listsPath}/${list.id}`)).status, 403)
  })

  it.status(404, "for an unknown one", function* () {
    yield* withStatus(404, as(yield* anAdmin()).patch(`${listsPath}/${randomUUID()}`, { name: "x" }))
  })
})

withTestApp("DELETE /api/scheduled-reports/distribution-lists/{id}", (it) => {
  // scheduled-reports-5: Deleting a list answers the reports that went to it, and which of them nobody is left to get.
  it.status(
    200,
    "with the reports that went to it, and those that nobody is left to get (scheduled-reports-5)",
    function* () {
      const admin = yield* anAdmin()
      const list = yield* aList(admin, ["ada@elsewhere.test"])
      const alone = yield* aReport(admin, { name: "Alone", recipients: [], distribution_list_id: list.id })
      const both = yield* aReport(admin, { name: "Both", distribution_list_id: list.id })
      yield* aReport(admin, { name: "Other" })
      const { body } = yield* withStatus(200, as(admin).delete(`${listsPath}/${list.id}`))
      const deleted = yield* decodeDeleted(body)
      assert.sameDeepMembers(deleted.affectedReports.slice(), [
        { id: alone.id, name: "Alone", noRecipients: true },
        { id: both.id, name: "Both", noRecipients: false }
      ])
      assert.isNull((yield* reportOf(admin, alone.id))?.distribution_list_id)
      assert.strictEqual((yield* actionsOf(admin.orgId)).at(-1), "distribution_list.deleted")
    }
  )

  it.status(400, "for an id that is no UUID", function* () {
    assert.strictEqual((yield* as(yield* anAdmin()).delete(`${listsPath}/x`)).status, 400)
  })

  it.status(404, "for an unknown one, and for another organisation's", function* () {
    const admin = yield* aMember(yield* anOrganisation(), "admin")
    const list = yield* aList(yield* anAdmin(), ["ada@elsewhere.test"])
    assert.strictEqual((yield* as(admin).delete(`${listsPath}/${randomUUID()}`)).status, 404)
    assert.strictEqual((yield* as(admin).delete(`${listsPath}/${list.id}`)).status, 404)
  })
})

withTestApp("GET /api/scheduled-reports/{id}/preview", (it) => {
  it.status(200, "with what each recipient gets", function* () {
    const admin = yield* anAdmin()
    const { id } = yield* aReport(admin, { recipients: [admin.email, "someone@elsewhere.test"] })
    const { body } = yield* withStatus(200, as(admin).get(`${path}/${id}/preview`))
    assert.deepStrictEqual(body, {
      recipients: [
        { address: admin.email, gets: "rows", records: "all" },
        { address: "someone@elsewhere.test", gets: "totals", records: null }
      ]
    })
  })

  it.status(400, "for an id that is no UUID", function* () {
    assert.strictEqual((yield* as(yield* anAdmin()).get(`${path}/one/preview`)).status, 400)
  })

  it.status(404, "for a report of another organization", function* () {
    const { id } = yield* aReport(yield* anAdmin())
    assert.strictEqual((yield* as(yield* anAdmin()).get(`${path}/${id}/preview`)).status, 404)
  })
})
