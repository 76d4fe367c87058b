import { assert } from "#test/support/suite"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { aMember, aSuperAdmin } from "#test/support/people"
import { withStatus } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { entriesOf } from "#test/support/log"
import { layerOfFile } from "#test/support/layer-of-file"
import { aReceiver, annAtNotion, carryOut, lastResults } from "./carrying-out.ts"
import { aCase, connect, RevocationsSurface, send } from "./support.ts"

const Started = Schema.Struct({
  run_id: Schema.String,
  status: Schema.String,
  apps: Schema.Array(Schema.String)
})
const started = Schema.decodeUnknownEffect(Started)

const stored = (offboardingId: string) =>
  systemSql<{ service_name: string; outcome: string | null; verified: boolean; confirmed: boolean; revoked: boolean }>`
      SELECT service_name, outcome, verified, removal_confirmed_at IS NOT NULL AS confirmed, revoked_at IS NOT NULL AS revoked
      FROM revocation_apps WHERE offboarding_id = ${offboardingId} ORDER BY position`

const withRevocationsSurface = layerOfFile(RevocationsSurface)

withRevocationsSurface("POST /api/revoke-access", (it) => {
  // revocation-1: `POST /api/revoke-access` starts a run in the background and answers 202 at once.
  it.status(202, "starts a run in the background and answers at once, audited", function* () {
    const { admin, offboardingId, vendor } = yield* annAtNotion
    vendor.add({ userName: "ann.lee@acme.test" })
    const before = vendor.requests.length
    const { body } = yield* withStatus(202, send(admin, "POST", "/api/revoke-access", { offboardingId }))
    assert.strictEqual((yield* started(body)).status, "queued")
    assert.lengthOf(vendor.requests, before)
    const [entry] = yield* entriesOf(admin.orgId, { action: "access_revocation_started" })
    assert.strictEqual(entry?.actor_id, admin.userId)
    assert.include(entry?.details, "Notion")
    assert.notInclude(entry?.stored, "Ann")
  })

  it.status(202, "two starts join one run", function* () {
    const { admin, offboardingId } = yield* annAtNotion
    const answers = yield* Effect.all(
      Array.from({ length: 5 }, () => send(admin, "POST", "/api/revoke-access", { offboardingId })),
      { concurrency: 5 }
    )
    assert.deepStrictEqual([...new Set(answers.map(({ status }) => status))], [202])
    const ids = yield* Effect.forEach(answers, ({ body }) => Effect.map(started(body), ({ run_id }) => run_id))
    assert.lengthOf([...new Set(ids)], 1)
    assert.lengthOf(yield* entriesOf(admin.orgId, { action: "access_revocation_started" }), 1)
  })

  it.status(
    202,
    "a start that joins a run answers what that run works on; apps it lacks wait for the next start",
    function* () {
      const { admin } = yield* annAtNotion
      const offboardingId = yield* aCase(admin.orgId, { apps: ["Notion", "Gone"] })
      const first = yield* send(admin, "POST", "/api/revoke-access", { offboardingId, apps: ["Gone"] })
      const joined = yield* send(admin, "POST", "/api/revoke-access", { offboardingId, apps: ["Notion"] })
      assert.deepStrictEqual(joined, first)
      assert.deepStrictEqual((yield* started(joined.body)).apps, ["Gone"])
      yield* carryOut(admin.orgId)
      const next = yield* send(admin, "POST", "/api/revoke-access", { offboardingId, apps: ["Notion"] })
      assert.deepStrictEqual((yield* started(next.body)).apps, ["Notion"])
    }
  )

  it.status(202, "a run takes generic SCIM before webhooks, and what is not connected any more last", function* () {
    const { admin } = yield* annAtNotion
    yield* connect(admin, {
      service_name: "Locks",
      protocol: "webhook",
      base_url: "http://127.0.0.1:9/",
      token: "token-of-the-locks"
    })
    const offboardingId = yield* aCase(admin.orgId, { apps: ["Gone", "Locks", "Notion"] })
    const { body } = yield* send(admin, "POST", "/api/revoke-access", { offboardingId })
    assert.deepStrictEqual((yield* started(body)).apps, ["Notion", "Locks", "Gone"])
  })

  it.status(202, "on a completed case, for apps that are named", function* () {
    const { admin, vendor } = yield* annAtNotion
    vendor.add({ userName: "zoe.roe@acme.test" })
    const offboardingId = yield* aCase(admin.orgId, {
      email: "zoe.roe@acme.test",
      apps: ["Notion"],
      status: "completed"
    })
    yield* withStatus(202, send(admin, "POST", "/api/revoke-access", { offboardingId, apps: ["Notion"] }))
    yield* carryOut(admin.orgId)
    assert.deepInclude((yield* lastResults(offboardingId))[0], { outcome: "revoked", verified: true })
  })

  // revocation-29: A start without `apps` covers every app that is neither revoked nor confirmed, and every account
  //   seen active since.
  it.status(202, "a retry covers what is not revoked or confirmed; apps names them all the same", function* () {
    const { admin, vendor } = yield* annAtNotion
    vendor.add({ userName: "zoe.roe@acme.test" })
    const receiver = yield* aReceiver
    yield* connect(admin, { service_name: "Locks", protocol: "webhook", base_url: receiver.url, token: "t" })
    const offboardingId = yield* aCase(admin.orgId, { email: "zoe.roe@acme.test", apps: ["Notion", "Locks"] })
    const run = (body: object) =>
      send(admin, "POST", "/api/revoke-access", { offboardingId, ...body }).pipe(
        Effect.andThen(carryOut(admin.orgId)),
        Effect.andThen(lastResults(offboardingId)),
        Effect.map((results) => results.map(({ outcome, service }) => [service, outcome]))
      )
    receiver.answers.status = 500
    assert.deepStrictEqual(yield* run({}), [
      ["Notion", "revoked"],
      ["Locks", "failed"]
    ])
    receiver.answers.status = 204
    assert.deepStrictEqual(yield* run({}), [["Locks", "revoked"]])
    assert.deepStrictEqual(yield* run({ apps: ["notion"] }), [["Notion", "revoked"]])
    assert.deepStrictEqual(yield* stored(offboardingId), [
      { service_name: "Notion", outcome: "revoked", verified: true, confirmed: false, revoked: true },
      { service_name: "Locks", outcome: "revoked", verified: false, confirmed: false, revoked: true }
    ])
  })

  // revocation-30: A start is 400 `unknown_apps` for apps that were not selected, and 409 when no app is left or the
  //   offboarding is canceled.
  it.status(400, "unknown_apps: apps that are not among the case's, listed", function* () {
    const { admin, offboardingId } = yield* annAtNotion
    const answer = yield* send(admin, "POST", "/api/revoke-access", { offboardingId, apps: ["Notion", "Zoom"] })
    assert.deepStrictEqual(answer, {
      status: 400,
      body: { error: "These apps are not selected for this offboarding: Zoom", code: "unknown_apps", apps: ["Zoom"] }
    })
  })

  it.status(400, "a body of the wrong shape", function* () {
    const { admin, offboardingId } = yield* annAtNotion
    const wrong = [{}, { offboardingId: "12" }, { offboardingId, apps: [] }, { offboardingId, apps: "Notion" }]
    for (const body of wrong) {
      assert.strictEqual((yield* send(admin, "POST", "/api/revoke-access", body)).status, 400)
    }
  })

  // revocation-2: It asks for `access_revoke` and reaches cases in the caller's records only.
  it.status(404, "an unknown offboarding, another organisation's, and one outside the caller's records", function* () {
    const { admin, offboardingId } = yield* annAtNotion
    const notFound = { status: 404, body: { error: "Offboarding not found" } }
    const start = (member: typeof admin, id: string) =>
      send(member, "POST", "/api/revoke-access", { offboardingId: id })
    assert.deepStrictEqual(yield* start(admin, randomUUID()), notFound)
    assert.deepStrictEqual(yield* start(yield* aSuperAdmin(), offboardingId), notFound)
    const manager = yield* aMember(admin.orgId, "manager")
    assert.deepStrictEqual(yield* start(manager, offboardingId), notFound)
    const own = yield* aCase(admin.orgId, { apps: ["Notion"], managerEmail: manager.email.toUpperCase() })
    assert.strictEqual((yield* start(manager, own)).status, 202)
  })

  // revocation-30
  it.status(409, "a cancelled offboarding", function* () {
    const { admin } = yield* annAtNotion
    const offboardingId = yield* aCase(admin.orgId, { apps: ["Notion"], status: "cancelled" })
    assert.strictEqual((yield* send(admin, "POST", "/api/revoke-access", { offboardingId })).status, 409)
  })

  // revocation-30
  it.status(409, "no app is selected, or none is left", function* () {
    const { admin, offboardingId, revoke, vendor } = yield* annAtNotion
    vendor.add({ userName: "ann.lee@acme.test" })
    const none = yield* send(admin, "POST", "/api/revoke-access", { offboardingId: yield* aCase(admin.orgId) })
    assert.strictEqual(none.status, 409)
    assert.include(JSON.stringify(none.body), "No app is selected")
    yield* revoke
    const left = yield* withStatus(409, send(admin, "POST", "/api/revoke-access", { offboardingId }))
    assert.include(JSON.stringify(left.body), "already revoked")
  })
})

withRevocationsSurface("POST /api/revoke-access/preview", (it) => {
  // revocation-3: A preview tells what would be called, and sends nothing.
  it.status(200, "what would be called, nothing sent", function* () {
    const { admin, vendor } = yield* annAtNotion
    const receiver = yield* aReceiver
    yield* connect(admin, {
      service_name: "Locks",
      protocol: "webhook",
      base_url: `${receiver.url}?key=s3`,
      token: "t"
    })
    const offboardingId = yield* aCase(admin.orgId, { email: "o'neil@acme.test", apps: ["Notion", "Locks", "Gone"] })
    const before = vendor.requests.length
    const { body } = yield* withStatus(200, send(admin, "POST", "/api/revoke-access/preview", { offboardingId }))
    const filter = encodeURIComponent('userName eq "o\'neil@acme.test"')
    assert.deepStrictEqual(body, {
      apps: [
        {
          service: "Notion",
          effects: ["deactivates_account", "verifies_result"],
          survives: [],
          undo: null,
          looked_up_by: "o'neil@acme.test",
          holds_mailbox: false,
          calls: [
            { method: "GET", url: `${vendor.baseUrl}/Users?filter=${filter}&startIndex=1&count=100` },
            { method: "PATCH", url: `${vendor.baseUrl}/Users/{id}` },
            { method: "GET", url: `${vendor.baseUrl}/Users/{id}` }
          ],
          note: null,
          left_behind: []
        },
        {
          service: "Locks",
          effects: ["requests_removal"],
          survives: [],
          undo: null,
          looked_up_by: "o'neil@acme.test",
          holds_mailbox: false,
          calls: [{ method: "POST", url: receiver.url }],
          note: null,
          left_behind: []
        },
        {
          service: "Gone",
          effects: [],
          survives: [],
          undo: null,
          looked_up_by: null,
          holds_mailbox: false,
          calls: [],
          note: "No longer connected: remove the access manually",
          left_behind: []
        }
      ],
      unsigned: { documents: [], mailbox_goes: false, warning: null },
      blockers: []
    })
    assert.lengthOf(vendor.requests, before)
    assert.lengthOf(receiver.requests, 0)
  })

  it.status(400, "unknown_apps: apps that are not among the case's", function* () {
    const { admin, offboardingId } = yield* annAtNotion
    yield* withStatus(400, send(admin, "POST", "/api/revoke-access/preview", { offboardingId, apps: ["Zoom"] }))
  })

  it.status(404, "another organisation's offboarding", function* () {
    const { offboardingId } = yield* annAtNotion
    yield* withStatus(404, send(yield* aSuperAdmin(), "POST", "/api/revoke-access/preview", { offboardingId }))
  })

  it.status(409, "a cancelled offboarding, or one without apps", function* () {
    const { admin } = yield* annAtNotion
    for (const offboardingId of [
      yield* aCase(admin.orgId, { apps: ["Notion"], status: "cancelled" }),
      yield* aCase(admin.orgId)
    ]) {
      assert.strictEqual((yield* send(admin, "POST", "/api/revoke-access/preview", { offboardingId })).status, 409)
    }
  })
})

withRevocationsSurface("POST /api/employees/{id}/apps/{service}/confirm-removed", (it) => {
  const path = (id: string, service: string) =>
    `/api/employees/${id}/apps/${encodeURIComponent(service)}/confirm-removed`

  // revocation-16: An app counts as revoked when it was, or when somebody confirmed its removal by hand.
  it.status(200, "confirmed once, audited with its reason sealed; the name is compared without case", function* () {
    const admin = yield* aSuperAdmin()
    const id = yield* aCase(admin.orgId, { apps: ["A/B tests & more"] })
    const reason = "Ann handed her badge in"
    assert.deepStrictEqual(yield* send(admin, "POST", path(id, "a/b TESTS & more"), { reason }), {
      status: 200,
      body: { success: true }
    })
    assert.deepStrictEqual(yield* send(admin, "POST", path(id, "A/B tests & more")), {
      status: 200,
      body: { success: true }
    })
    const [entry, ...more] = yield* entriesOf(admin.orgId, { action: "access_removal_confirmed" })
    assert.lengthOf(more, 0)
    assert.strictEqual(entry?.actor_id, admin.userId)
    assert.include(entry?.details, "A/B tests & more")
    assert.notInclude(entry?.stored, "badge")
    assert.isTrue((yield* stored(id))[0]?.confirmed)
  })

  it.status(400, "a reason of under 5 characters, an id that is not a UUID", function* () {
    const admin = yield* aSuperAdmin()
    const id = yield* aCase(admin.orgId, { apps: ["Notion"] })
    assert.strictEqual((yield* send(admin, "POST", path(id, "Notion"), { reason: "done" })).status, 400)
    assert.strictEqual((yield* send(admin, "POST", path("12", "Notion"))).status, 400)
  })

  it.status(404, "an unknown case or app, another organisation's case", function* () {
    const admin = yield* aSuperAdmin()
    const id = yield* aCase(admin.orgId, { apps: ["Notion"] })
    assert.strictEqual((yield* send(admin, "POST", path(randomUUID(), "Notion"))).status, 404)
    assert.strictEqual((yield* send(admin, "POST", path(id, "Zoom"))).status, 404)
    assert.strictEqual((yield* send(yield* aSuperAdmin(), "POST", path(id, "Notion"))).status, 404)
  })

  it.status(409, "a cancelled offboarding", function* () {
    const admin = yield* aSuperAdmin()
    const id = yield* aCase(admin.orgId, { apps: ["Notion"], status: "cancelled" })
    assert.strictEqual((yield* send(admin, "POST", path(id, "Notion"))).status, 409)
  })
})

withRevocationsSurface("GET /api/employees/{id}/revocation-runs", (it) => {
  const Runs = Schema.Struct({
    rows: Schema.Array(
      Schema.Struct({
        id: Schema.String,
        trigger: Schema.String,
        status: Schema.String,
        started_by: Schema.NullOr(Schema.Struct({ id: Schema.String, full_name: Schema.NullOr(Schema.String) })),
        due_at: Schema.NullOr(Schema.String),
        started_at: Schema.NullOr(Schema.String),
        finished_at: Schema.NullOr(Schema.String),
        results: Schema.Array(
          Schema.Struct({
            service: Schema.String,
            outcome: Schema.NullOr(Schema.String),
            message: Schema.NullOr(Schema.String),
            vendor_status: Schema.NullOr(Schema.Int),
            verified: Schema.Boolean,
            finished_at: Schema.NullOr(Schema.String)
          })
        )
      })
    ),
    total: Schema.Int,
    limit: Schema.Int,
    offset: Schema.Int
  })
  const path = (id: string, query = "") => `/api/employees/${id}/revocation-runs${query}`

  // revocation-33: The list of runs is newest first, with trigger, who started each, the results and what is left.
  it.status(
    200,
    "newest first, each with its apps' results, who started it, and what is still to be done",
    function* () {
      const { admin, offboardingId, vendor } = yield* annAtNotion
      vendor.add({ userName: "ann.lee@acme.test" })
      vendor.behaviour.refusesWith = 403
      yield* send(admin, "POST", "/api/revoke-access", { offboardingId })
      yield* carryOut(admin.orgId)
      vendor.behave()
      yield* TestClock.adjust("1 second")
      yield* send(admin, "POST", "/api/revoke-access", { offboardingId })
      const under = yield* Schema.decodeUnknownEffect(Runs)((yield* send(admin, "GET", path(offboardingId))).body)
      assert.deepInclude(under, { total: 2, limit: 20, offset: 0 })
      assert.deepInclude(under.rows[0], { status: "queued", trigger: "app", due_at: null, started_at: null })
      assert.deepInclude(under.rows[0]?.results[0], { service: "Notion", outcome: null, message: null })
      yield* carryOut(admin.orgId)
      const { rows } = yield* Schema.decodeUnknownEffect(Runs)((yield* send(admin, "GET", path(offboardingId))).body)
      assert.deepStrictEqual(
        rows.map(({ results, started_by, status }) => [
          status,
          started_by,
          results[0]?.outcome,
          results[0]?.vendor_status
        ]),
        [
          ["finished", { id: admin.userId, full_name: "The superadmin" }, "revoked", null],
          ["finished", { id: admin.userId, full_name: "The superadmin" }, "failed", 403]
        ]
      )
      assert.isTrue(rows[0]?.results[0]?.verified)
      assert.strictEqual(rows[1]?.results[0]?.message, "The app answered 403 Forbidden")
      const second = yield* send(admin, "GET", path(offboardingId, "?limit=1&offset=1"))
      const page = yield* Schema.decodeUnknownEffect(Runs)(second.body)
      assert.deepStrictEqual(
        page.rows.map(({ id }) => id),
        [rows[1]?.id]
      )
    }
  )

  it.status(200, "no run yet", function* () {
    const admin = yield* aSuperAdmin()
    const answer = yield* send(admin, "GET", path(yield* aCase(admin.orgId)))
    assert.deepStrictEqual(answer, { status: 200, body: { rows: [], total: 0, limit: 20, offset: 0 } })
  })

  it.status(400, "a limit over 100, an id that is not a UUID", function* () {
    const admin = yield* aSuperAdmin()
    const id = yield* aCase(admin.orgId)
    assert.strictEqual((yield* send(admin, "GET", path(id, "?limit=101"))).status, 400)
    assert.strictEqual((yield* send(admin, "GET", path("12"))).status, 400)
  })

  it.status(404, "an unknown case, another organisation's, and one outside the caller's records", function* () {
    const admin = yield* aSuperAdmin()
    const id = yield* aCase(admin.orgId)
    assert.strictEqual((yield* send(admin, "GET", path(randomUUID()))).status, 404)
    assert.strictEqual((yield* send(yield* aSuperAdmin(), "GET", path(id))).status, 404)
    const manager = yield* aMember(admin.orgId, "manager")
    assert.strictEqual((yield* send(manager, "GET", path(id))).status, 404)
    const own = yield* aCase(admin.orgId, { managerEmail: manager.email })
    assert.strictEqual((yield* send(manager, "GET", path(own))).status, 200)
  })
})
