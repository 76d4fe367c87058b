import { assert, layer } from "#test/support/suite"
import { LeaverTests } from "@svc/contract/leaver-test/schema"
import { Effect, Schema } from "effect"
import { randomUUID } from "node:crypto"
import { AppWithFolder } from "#test/audit/archives/support"
import { appWithStorage, nowhere } from "#test/support/app-with-storage"
import { aMember, aSuperAdmin } from "#test/support/people"
import { entriesOf, mailsTo } from "#test/support/log"
import { as, withStatus } from "#test/support/requests"
import { asOwner, systemSql } from "#test/support/tables"
import { layerOfFile } from "#test/support/layer-of-file"
import { build, decodeTest, made, path, requested, shown } from "./job-support.ts"
import { aStoredTest } from "./stored.ts"
import { period } from "./year.ts"

const decodeListing = Schema.decodeUnknownEffect(Schema.toCodecJson(LeaverTests), { onExcessProperty: "error" })

const withAppWithFolder = layerOfFile(AppWithFolder)

withAppWithFolder("POST /api/reports/leaver-test", (it) => {
  it.status(202, "queued, with tiers as they apply; recorded, and mailed when it is ready", function* () {
    const member = yield* aSuperAdmin()
    const asked = yield* requested(member, { preset: "nerc_cip_004", critical_apps: ["Okta"], words: "ours" })
    assert.deepInclude(asked, { status: "queued", progress: null, size_bytes: null, download_available: false })
    assert.deepStrictEqual<unknown>(asked.parameters, {
      ...period,
      clock: "last_working_moment",
      preset: "nerc_cip_004",
      tiers: [
        { name: "critical", hours: 24, apps: ["Okta"] },
        { name: "standard", hours: 720, apps: null }
      ],
      apps: null,
      words: "ours",
      sample_size: 25
    })
    assert.lengthOf(yield* entriesOf(member.orgId, { action: "leaver_test_requested" }), 1)
    yield* build
    assert.deepStrictEqual(
      (yield* mailsTo(member.email)).map(({ subject }) => subject),
      ["Your leaver access test is ready"]
    )
  })

  it.status(400, "at the field for periods, tiers and apps that make no sense", function* () {
    const member = yield* aSuperAdmin()
    const tiers = [{ name: "all", hours: 24 }]
    for (const bad of [
      { ...period, from: "2027-01-01" },
      { ...period, from: "2021-01-01" },
      { ...period, preset: "own" },
      { ...period, tiers },
      { ...period, preset: "own", tiers, critical_apps: ["okta"] },
      { ...period, preset: "own", tiers: [...tiers, { name: "none", hours: 1, apps: ["okta"] }] },
      { ...period, preset: "own", tiers: [{ name: "all", hours: -1 }] },
      { ...period, apps: [] },
      { ...period, sample_size: 1001 },
      { ...period, words: "x".repeat(201) },
      { from: period.from }
    ]) {
      assert.strictEqual((yield* as(member).post(path, bad)).status, 400, JSON.stringify(bad))
    }
  })

  it.status(403, "for a manager, who may not export", function* () {
    const member = yield* aSuperAdmin()
    const manager = yield* aMember(member.orgId, "manager")
    assert.strictEqual((yield* as(manager).post(path, period)).status, 403)
  })

  // leaver-test-6: It is made in the background, once, whatever becomes of the process.
  it.status(409, "while one is made: one at a time, and the answer shows it", function* () {
    const member = yield* aSuperAdmin()
    const { id } = yield* requested(member)
    const { body } = yield* withStatus(409, as(member).post(path, period))
    assert.deepInclude(body, { code: "leaver_test_in_progress" })
    const { test } = yield* Schema.decodeUnknownEffect(Schema.Struct({ test: Schema.Unknown }))(body)
    assert.strictEqual((yield* decodeTest(test)).id, id)
  })

  it.status(409, "for all but one of ten at once", function* () {
    const member = yield* aSuperAdmin()
    const answers = yield* Effect.all(
      Array.from({ length: 10 }, () => as(member).post(path, period)),
      { concurrency: "unbounded" }
    )
    assert.deepStrictEqual(answers.map(({ status }) => status).toSorted(), [202, ...Array(9).fill(409)])
  })

  it.status(429, "beyond 20 tests in a day", function* () {
    const member = yield* aSuperAdmin()
    for (let number = 0; number < 20; number += 1) {
      yield* requested(member)
      yield* systemSql`UPDATE leaver_tests SET status = 'failed' WHERE org_id = ${member.orgId}`
    }
    assert.strictEqual((yield* as(member).post(path, period)).status, 429)
  })
})

layer(appWithStorage(nowhere))("POST /api/reports/leaver-test", (it) => {
  it.status(503, "when file storage is not configured", function* () {
    const { body } = yield* withStatus(503, as(yield* aSuperAdmin()).post(path, period))
    assert.deepStrictEqual(body, { error: "File storage is not configured on this server. Contact support" })
  })
})

withAppWithFolder("GET /api/reports/leaver-test", (it) => {
  it.status(200, "the 20 newest, newest first, and none of another organisation", function* () {
    const member = yield* aSuperAdmin()
    yield* aStoredTest((yield* aSuperAdmin()).orgId)
    const { id } = yield* requested(member)
    yield* systemSql`
          INSERT INTO leaver_tests (org_id, id, status, parameters, created_at, next_attempt_at)
          SELECT ${member.orgId}, gen_random_uuid(), 'failed', t.parameters, t.created_at - n * interval '1 hour', t.created_at
          FROM leaver_tests t, generate_series(1, 25) AS n WHERE t.org_id = ${member.orgId}`
    const { tests } = yield* decodeListing((yield* as(member).get(path)).body)
    assert.lengthOf(tests, 20)
    assert.strictEqual(tests[0]?.id, id)
    const times = tests.map(({ created_at }) => created_at.epochMilliseconds)
    assert.deepStrictEqual(
      times,
      times.toSorted((one, other) => other - one)
    )
  })
})

withAppWithFolder("GET /api/reports/leaver-test/{id}", (it) => {
  it.status(200, "while it is made without a result, then with what it found", function* () {
    const member = yield* aSuperAdmin()
    const { id } = yield* requested(member)
    assert.deepInclude(yield* shown(member, id), { status: "queued", result: null })
    yield* build
    const { result, status } = yield* shown(member, id)
    assert.strictEqual(status, "ready")
    assert.deepInclude(result?.statistics.leavers, { total: 0, tested: 0, exception_rate: null })
  })

  it.status(404, "for a test of another organisation, and for none", function* () {
    const member = yield* aSuperAdmin()
    const { id } = yield* made(yield* aSuperAdmin())
    for (const of of [id, randomUUID()]) {
      const { body, status } = yield* as(member).get(`${path}/${of}`)
      assert.deepStrictEqual([status, body], [404, { error: "Leaver access test not found" }])
    }
  })

  it.status(400, "for an id that is none", function* () {
    assert.strictEqual((yield* as(yield* aSuperAdmin()).get(`${path}/none`)).status, 400)
  })
})

withAppWithFolder("GET /api/reports/leaver-test/{id}/download", (it) => {
  // leaver-test-7: A download is recorded before there is a link, and there is one only while the test is ready.
  it.status(200, "a link good for 10 minutes, recorded first", function* () {
    const member = yield* aSuperAdmin()
    const { id } = yield* made(member)
    const { body } = yield* withStatus(200, as(member).get(`${path}/${id}/download`))
    assert.deepInclude(body, { expires_in: 600 })
    assert.lengthOf(yield* entriesOf(member.orgId, { action: "leaver_test_downloaded" }), 1)
  })

  it.status(400, "for an id that is none", function* () {
    assert.strictEqual((yield* as(yield* aSuperAdmin()).get(`${path}/none/download`)).status, 400)
  })

  it.status(404, "for a test of another organisation", function* () {
    const { id } = yield* made(yield* aSuperAdmin())
    assert.strictEqual((yield* as(yield* aSuperAdmin()).get(`${path}/${id}/download`)).status, 404)
  })

  // leaver-test-7
  it.status(409, "for one that is not ready, with why", function* () {
    const member = yield* aSuperAdmin()
    const { id } = yield* requested(member)
    const { body, status } = yield* as(member).get(`${path}/${id}/download`)
    assert.strictEqual(status, 409)
    assert.deepInclude(body, { code: "leaver_test_not_ready" })
    yield* systemSql`UPDATE leaver_tests SET status = 'failed' WHERE org_id = ${member.orgId}`
    assert.deepInclude((yield* as(member).get(`${path}/${id}/download`)).body, { code: "leaver_test_failed" })
  })

  it.status(503, "and no link when the download cannot be recorded", function* () {
    const member = yield* aSuperAdmin()
    const { id } = yield* made(member)
    // Without its head the chain takes no further entry.
    yield* asOwner((sql) => sql`DELETE FROM audit_heads WHERE org_id = ${member.orgId}`)
    assert.strictEqual((yield* as(member).get(`${path}/${id}/download`)).status, 503)
  })
})
