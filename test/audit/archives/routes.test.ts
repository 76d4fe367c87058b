import { assert, layer } from "#test/support/suite"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { hash } from "node:crypto"
import { Secrets } from "#platform/keys/secrets"
import { record } from "#test/support/audit-surface"
import { start } from "#test/support/TestApp"
import { aMember, anOrganisation, aSuperAdmin } from "#test/support/people"
import { asOwner } from "#test/support/tables"
import { as, withStatus } from "#test/support/requests"
import { entriesOf } from "#test/support/log"
import { type OrgId } from "@svc/contract/kernel/ids"
import {
  AppWithFolder,
  AppWithoutStorage,
  AppWithRefusingFolder,
  archived,
  decodeCreated,
  isStored,
  listedArchives,
  refuses,
  runJob,
  signingKeys,
  storedFile
} from "./support.ts"

const path = "/api/audit-log/archive"

const entries = (orgId: OrgId) =>
  Effect.map(entriesOf(orgId), (all) => all.map(({ action, details, seq }) => ({ seq, action, details })))

const keyId = hash("sha256", signingKeys.publicKey.export({ format: "der", type: "spki" })).slice(0, 16)

layer(AppWithFolder)("POST /api/audit-log/archive", (it) => {
  // archives-2: `POST /api/audit-log/archive` archives what was written since the one before; the first holds
  //   everything.
  // archives-3: Its answer is the bare row, with `org_id` and `exported_by` and without `exported_by_name`.
  it.status(200, "with the bare row of the table; the first archive holds everything", function* () {
    const member = yield* aSuperAdmin()
    yield* TestClock.adjust("1 minute")
    yield* record(member, {})
    const now = yield* DateTime.now
    const { body } = yield* withStatus(200, as(member).post(path))
    const made = yield* decodeCreated(body)
    const { bytes, file, metadata } = yield* storedFile(made.object_name)
    const from = DateTime.formatIso(file.entries[0]?.created_at ?? start)
    const objectName = `audit-logs/${member.orgId}/${from}_${DateTime.formatIso(now)}_2.json`
    const secrets = yield* Secrets
    assert.deepStrictEqual(body, {
      id: made.id,
      org_id: member.orgId,
      exported_by: member.userId,
      gcs_path: `file:${objectName}`,
      file_digest: secrets.hmac("audit-archive", bytes),
      row_count: 2,
      from_ts: from,
      to_ts: DateTime.formatIso(now),
      is_auto: false,
      created_at: DateTime.formatIso(now),
      object_name: objectName,
      sha256: hash("sha256", bytes),
      signing_key_id: keyId,
      retention_days: 2555,
      expires_at: DateTime.formatIso(DateTime.add(now, { days: 2555 }))
    })
    assert.match(made.file_digest, /^[0-9a-f]{64}$/)
    assert.deepInclude(metadata, { "x-content-sha256": made.sha256, "x-signing-key-id": keyId })
    assert.deepStrictEqual(
      file.entries.map(({ action, seq }) => [seq, action]),
      [
        [1, "organization_created"],
        [2, "noted"]
      ]
    )
    const all = yield* entries(member.orgId)
    assert.deepStrictEqual(all.at(-1), {
      seq: 3,
      action: "audit_log_archived",
      details: `id: ${made.id}, object: ${objectName}, entries: 2, sha256: ${made.sha256}, signing key: ${keyId}`
    })
  })

  it.status(
    200,
    "`{ skipped: true, reason: nothing_new }` and no file: an archive's own entry is nothing new",
    function* () {
      const member = yield* aSuperAdmin()
      const made = yield* archived(member)
      const before = yield* entries(member.orgId)
      const { body } = yield* withStatus(200, as(member).post(path))
      assert.deepStrictEqual(body, {
        skipped: true,
        reason: "nothing_new",
        last_archived_at: DateTime.formatIso(made.created_at)
      })
      assert.deepStrictEqual(yield* entries(member.orgId), before)
      assert.lengthOf(yield* listedArchives(member), 1)
      const anchors = yield* asOwner((sql) => sql`SELECT id FROM audit_anchors WHERE org_id = ${member.orgId}`)
      assert.lengthOf(anchors, 1)
    }
  )

  // archives-2
  it.status(200, "the next archive holds what was written since the previous one, without a gap", function* () {
    const member = yield* aSuperAdmin()
    const first = yield* storedFile((yield* archived(member)).object_name)
    yield* as(member).put("/api/audit-log/archive-retention", { audit_archive_retention_days: 400 })
    const second = yield* archived(member)
    const { file } = yield* storedFile(second.object_name)
    assert.deepStrictEqual(
      file.entries.map(({ action, seq }) => [seq, action]),
      [
        [2, "audit_log_archived"],
        [3, "audit_archive_retention_updated"]
      ]
    )
    assert.strictEqual(file.entries[0]?.prev_hash, first.file.entries.at(-1)?.entry_hash)
    // Archive retention applies to archives written from then on.
    assert.strictEqual(second.retention_days, 400)
    assert.deepStrictEqual(
      (yield* listedArchives(member)).map(({ retention_days }) => retention_days),
      [400, 2555]
    )
  })

  // archives-6: Four an hour per organisation.
  it.status(429, "the fifth within an hour, whoever of the organisation asks", function* () {
    const member = yield* aSuperAdmin()
    const auditor = yield* aMember(member.orgId, { permissions: ["audit_export"] })
    const other = yield* aSuperAdmin()
    for (const who of [member, auditor, member, auditor]) {
      assert.strictEqual((yield* as(who).post(path)).status, 200)
    }
    const { headers } = yield* withStatus(429, as(auditor).post(path))
    assert.strictEqual(headers["retry-after"], "3600")
    assert.strictEqual((yield* as(other).post(path)).status, 200)
    yield* TestClock.adjust("1 hour")
    assert.strictEqual((yield* as(member).post(path)).status, 200)
  })

  // archives-5: It is the Super Admin's, or of an own role with `audit_export`; an Admin is refused.
  it.status(403, "for an Admin, who holds `audit_export`; an own role that holds it may (archives-5)", function* () {
    const orgId = yield* anOrganisation()
    const denied = yield* withStatus(403, as(yield* aMember(orgId, "admin")).post(path))
    assert.match(denied.text, /Only Super Admins/)
    yield* withStatus(200, as(yield* aMember(orgId, { permissions: ["audit_export"] })).post(path))
    const powerless = yield* as(yield* aMember(orgId, { permissions: ["audit_view"] })).post(path)
    assert.deepInclude(powerless.body, { permission: "audit_export" })
  })
})

layer(AppWithoutStorage)("POST /api/audit-log/archive", (it) => {
  // archives-7: Without storage it is 503, to contact support.
  it.status(503, "to contact support when no storage is configured, however often", function* () {
    const member = yield* aSuperAdmin()
    for (let time = 0; time < 6; time++) {
      const { body } = yield* withStatus(503, as(member).post(path))
      assert.deepStrictEqual(body, {
        error: "Archive storage is not configured on this server. Contact support"
      })
    }
    assert.deepStrictEqual(yield* listedArchives(member), [])
    assert.deepStrictEqual(yield* runJob("audit-archive-nightly", member), { archived: 0, skipped: 1, failed: 0 })
  })
})

layer(AppWithRefusingFolder)("POST /api/audit-log/archive", (it) => {
  // archives-12: If the storage refuses, the response is 503, and the next archive holds everything.
  it.status(503, "when the storage refuses; nothing is lost, and the next one holds everything", function* () {
    const member = yield* aSuperAdmin()
    refuses.put = true
    const { body, status } = yield* as(member).post(path)
    refuses.put = false
    assert.strictEqual(status, 503)
    assert.deepInclude(body, { code: "archive_not_written" })
    assert.deepStrictEqual(yield* listedArchives(member), [])
    const made = yield* archived(member)
    assert.strictEqual(made.row_count, 1)
    assert.isTrue(yield* isStored(made.object_name))
    assert.lengthOf(yield* asOwner((sql) => sql`SELECT FROM audit_archive_leftovers WHERE of_org = ${member.orgId}`), 0)
  })
})

layer(AppWithFolder)("GET /api/audit-log/archives", (it) => {
  // archives-13: `exported_by_name` is null for an automatic archive.
  it.status(200, "`{ archives }` newest first with `exported_by_name`, to whoever holds `audit_view`", function* () {
    const member = yield* aSuperAdmin()
    const made = yield* archived(member)
    yield* record(member, {})
    assert.deepStrictEqual(yield* runJob("audit-archive-nightly", member), { archived: 1, skipped: 0, failed: 0 })
    const { body } = yield* withStatus(200, as(yield* aMember(member.orgId, "hr")).get("/api/audit-log/archives"))
    const [auto, manual] = yield* listedArchives(member)
    assert.deepStrictEqual(auto?.is_auto, true)
    assert.isNull(auto?.exported_by_name)
    const { exported_by: _exportedBy, org_id: _orgId, ...shown } = { ...made }
    assert.deepStrictEqual({ ...manual }, { ...shown, exported_by_name: "The superadmin" })
    assert.notInclude(JSON.stringify(body), "org_id")
  })

  // archives-1: `GET /api/audit-log/archives` answers the 50 newest, newest first.
  it.status(200, "the 50 newest, and none of another organisation's", function* () {
    const member = yield* aSuperAdmin()
    yield* archived(member)
    const other = yield* aSuperAdmin()
    assert.deepStrictEqual(yield* listedArchives(other), [])
    yield* asOwner(
      (sql) => sql`
          INSERT INTO audit_archives (org_id, id, is_auto, object_name, gcs_path, file_digest, sha256, row_count, from_seq,
            to_seq, from_ts, to_ts, created_at, retention_days, expires_at)
          SELECT org_id, gen_random_uuid(), is_auto, object_name || n, gcs_path, file_digest, sha256, row_count, 1 + n, 1 + n,
            from_ts, to_ts, created_at + n * interval '1 second', NULL, NULL
          FROM audit_archives, generate_series(1, 50) AS n WHERE org_id = ${member.orgId}`
    )
    const listed = yield* listedArchives(member)
    assert.lengthOf(listed, 50)
    assert.strictEqual(listed[0]?.exported_by_name, "Deleted user")
    assert.isNull(listed[0]?.expires_at)
    const times = listed.map(({ created_at }) => created_at.epochMilliseconds)
    assert.deepStrictEqual(
      times,
      times.toSorted((a, b) => b - a)
    )
  })
})
