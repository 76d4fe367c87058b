import { assert } from "#test/support/suite"
import { AuditorLinks } from "@svc/contract/leaver-test/schema"
import { DateTime, Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { entriesOf, toldOf } from "#test/support/log"
import { aMember, anOrganisation, aSuperAdmin } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { start, TestApp } from "#test/support/TestApp"
import { layerOfFile } from "#test/support/layer-of-file"
import { anAuditorLink, aStoredTest, opened } from "./stored.ts"

const decodeListing = Schema.decodeUnknownEffect(Schema.toCodecJson(AuditorLinks), { onExcessProperty: "error" })

const aTested = Effect.gen(function* () {
  const by = yield* aSuperAdmin()
  return { by, test: yield* aStoredTest(by.orgId) }
})

const withTestApp = layerOfFile(TestApp)

withTestApp("POST /api/reports/leaver-test/{id}/links", (it) => {
  // leaver-links-1: A link of 256 random bits shows one ready leaver test to somebody without an account: read-only,
  //   for 1 to 90 days and no longer than the test is kept; its token is shown once, and a keyed hash of it kept.
  it.status(
    201,
    "256 random bits, shown once, of which only a keyed hash is kept; audited without the token",
    function* () {
      const { by, test } = yield* aTested
      const link = yield* anAuditorLink(by, test.id, { label: "KPMG 2026", expires_in_days: 10 })
      assert.match(link.url, /^http:\/\/svc\.test\/auditor\/[A-Za-z0-9_-]{43}$/)
      assert.deepInclude(link, { label: "KPMG 2026", created_by_name: "The superadmin", views: 0, revoked_at: null })
      assert.strictEqual(DateTime.formatIso(link.expires_at), "2026-03-12T09:00:00.000Z")
      const rows = yield* systemSql<{ row: string }>`
          SELECT row_to_json(l)::text AS row FROM leaver_test_links l WHERE org_id = ${by.orgId}
          UNION ALL SELECT row_to_json(e)::text FROM audit_entries e WHERE org_id = ${by.orgId}`
      assert.notInclude(JSON.stringify(rows), link.token)
      assert.deepStrictEqual(yield* toldOf(by.orgId, { action: "auditor_link_created" }), [
        {
          actor_id: by.userId,
          target: "Leaver access test",
          details: `test: ${test.id}, link: ${link.id}, valid until 2026-03-12T09:00:00.000Z, label: KPMG 2026`
        }
      ])
    }
  )

  // leaver-links-1
  it.status(201, "30 days unless told otherwise, and no longer than the test is kept", function* () {
    const { by, test } = yield* aTested
    const usual = yield* anAuditorLink(by, test.id)
    const long = yield* anAuditorLink(by, test.id, { label: "Later", expires_in_days: 90 })
    for (const { expires_at } of [usual, long]) {
      assert.strictEqual(DateTime.formatIso(expires_at), "2026-04-01T09:00:00.000Z")
    }
    assert.notStrictEqual(usual.token, long.token)
  })

  it.status(400, "a label, 1 to 90 days, an id that is a UUID", function* () {
    const { by, test } = yield* aTested
    for (const body of [
      {},
      { label: " " },
      { label: "x".repeat(101) },
      { label: "x", expires_in_days: 0 },
      { label: "x", expires_in_days: 91 }
    ]) {
      assert.strictEqual((yield* as(by).post(`${test.path}/links`, body)).status, 400, JSON.stringify(body))
    }
    assert.strictEqual((yield* as(by).post("/api/reports/leaver-test/17/links", { label: "x" })).status, 400)
  })

  it.status(404, "unknown, and another organisation's", function* () {
    const { by, test } = yield* aTested
    for (const [who, id] of [
      [by, randomUUID()],
      [yield* aSuperAdmin(), test.id]
    ] as const) {
      const answer = yield* as(who).post(`/api/reports/leaver-test/${id}/links`, { label: "x" })
      assert.deepStrictEqual([answer.status, answer.body], [404, { error: "Leaver access test not found" }])
    }
  })

  // leaver-links-1
  it.status(409, "a test that is not ready, has failed, has expired or was withdrawn, each by its code", function* () {
    for (const [status, code] of [
      ["queued", "leaver_test_not_ready"],
      ["running", "leaver_test_not_ready"],
      ["failed", "leaver_test_failed"],
      ["expired", "leaver_test_expired"],
      ["withdrawn", "leaver_test_withdrawn"]
    ] as const) {
      const by = yield* aSuperAdmin()
      const test = yield* aStoredTest(by.orgId, { status })
      const answer = yield* withStatus(409, as(by).post(`${test.path}/links`, { label: "x" }))
      assert.deepInclude(answer.body, { code })
    }
  })

  it.status(
    409,
    "leaver_test_expired: from the moment on at which the test ends, whether or not the job was there",
    function* () {
      const { by, test } = yield* aTested
      yield* systemSql`UPDATE leaver_tests SET expires_at = ${DateTime.toDateUtc(start)} WHERE id = ${test.id}`
      const answer = yield* withStatus(409, as(by).post(`${test.path}/links`, { label: "x" }))
      assert.deepInclude(answer.body, { code: "leaver_test_expired" })
    }
  )
})

withTestApp("GET /api/reports/leaver-test/{id}/links", (it) => {
  it.status(200, "of this test, newest first, also those that are over; no token is shown again", function* () {
    const { by, test } = yield* aTested
    const other = yield* aStoredTest(by.orgId)
    yield* anAuditorLink(by, other.id)
    const first = yield* anAuditorLink(by, test.id, { label: "First" })
    yield* TestClock.adjust("1 second")
    const second = yield* anAuditorLink(by, test.id, { label: "Second" })
    yield* as(by).delete(`${test.path}/links/${first.id}`)
    yield* opened(second.token)
    const answer = yield* withStatus(200, as(by).get(`${test.path}/links`))
    const { links } = yield* decodeListing(answer.body)
    assert.deepStrictEqual(
      links.map(({ label, revoked_at, views }) => ({ label, views, revoked: revoked_at !== null })),
      [
        { label: "Second", views: 1, revoked: false },
        { label: "First", views: 0, revoked: true }
      ]
    )
    for (const { token } of [first, second]) assert.notInclude(answer.text, token)
  })

  it.status(200, "of whoever made it and is gone, only that they are", function* () {
    const { by, test } = yield* aTested
    const maker = yield* aMember(by.orgId)
    yield* anAuditorLink(maker, test.id)
    yield* systemSql`UPDATE leaver_test_links SET created_by = NULL WHERE leaver_test_id = ${test.id}`
    const { links } = yield* decodeListing((yield* as(by).get(`${test.path}/links`)).body)
    assert.deepStrictEqual(
      links.map(({ created_by_name }) => created_by_name),
      ["Deleted user"]
    )
  })

  it.status(400, "an id that is not a UUID", function* () {
    assert.strictEqual((yield* as(yield* aSuperAdmin()).get("/api/reports/leaver-test/17/links")).status, 400)
  })

  it.status(404, "another organisation's", function* () {
    const { test } = yield* aTested
    assert.strictEqual((yield* as(yield* aSuperAdmin()).get(`${test.path}/links`)).status, 404)
  })
})

withTestApp("DELETE /api/reports/leaver-test/{id}/links/{linkId}", (it) => {
  // leaver-links-2
  it.status(200, "it shows nothing at once; audited once, and revoking again changes nothing", function* () {
    const { by, test } = yield* aTested
    const link = yield* anAuditorLink(by, test.id)
    assert.strictEqual((yield* opened(link.token)).status, 200)
    const rowOf = systemSql`SELECT * FROM leaver_test_links WHERE id = ${link.id}`
    const rows: Array<unknown> = []
    for (let twice = 0; twice < 2; twice++) {
      const answer = yield* as(by).delete(`${test.path}/links/${link.id}`)
      assert.deepStrictEqual([answer.status, answer.body], [200, { success: true }])
      rows.push(yield* rowOf)
      yield* TestClock.adjust("1 second")
    }
    assert.deepStrictEqual(rows[0], rows[1])
    assert.strictEqual((yield* opened(link.token)).status, 404)
    assert.deepStrictEqual(yield* toldOf(by.orgId, { action: "auditor_link_revoked" }), [
      { actor_id: by.userId, target: "Leaver access test", details: `test: ${test.id}, link: ${link.id}, label: KPMG` }
    ])
  })

  it.status(400, "an id that is not a UUID", function* () {
    const { by, test } = yield* aTested
    assert.strictEqual((yield* as(by).delete(`${test.path}/links/17`)).status, 400)
  })

  // leaver-links-4
  it.status(404, "a link of another test, of another organisation, and an unknown one", function* () {
    const { by, test } = yield* aTested
    const link = yield* anAuditorLink(by, test.id)
    const other = yield* aStoredTest(by.orgId)
    const stranger = yield* aSuperAdmin()
    const theirs = yield* aStoredTest(stranger.orgId)
    for (const [who, path, error] of [
      [by, `${other.path}/links/${link.id}`, "Auditor link not found"],
      [by, `${test.path}/links/${randomUUID()}`, "Auditor link not found"],
      [stranger, `${theirs.path}/links/${link.id}`, "Auditor link not found"],
      [stranger, `${test.path}/links/${link.id}`, "Leaver access test not found"]
    ] as const) {
      const answer = yield* as(who).delete(path)
      assert.deepStrictEqual([answer.status, answer.body], [404, { error }])
    }
    assert.strictEqual((yield* opened(link.token)).status, 200)
    assert.isEmpty(yield* entriesOf(by.orgId, { action: "auditor_link_revoked" }))
  })
})

withTestApp("links go with what they show", (it) => {
  // leaver-links-10: A deleted test deletes its links.
  it.effect("a test that is deleted takes its links along; the log keeps what they showed", function* () {
    const { by, test } = yield* aTested
    const link = yield* anAuditorLink(by, test.id)
    yield* opened(link.token)
    yield* systemSql`DELETE FROM leaver_tests WHERE id = ${test.id}`
    assert.isEmpty(yield* systemSql`SELECT 1 FROM leaver_test_links WHERE id = ${link.id}`)
    assert.lengthOf(yield* entriesOf(by.orgId, { action: "auditor_link_viewed" }), 1)
    assert.notStrictEqual(by.orgId, yield* anOrganisation())
  })
})
