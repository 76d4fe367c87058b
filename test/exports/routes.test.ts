import { assert, layer } from "#test/support/suite"
import { DateTime, Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { start } from "#test/support/TestApp"
import { aMember, anAdmin, anOrganisation } from "#test/support/people"
import { as, send, withStatus } from "#test/support/requests"
import { asOwner } from "#test/support/tables"
import { actionsOf } from "#test/support/log"
import {
  AppWithFolder,
  AppWithoutStorage,
  build,
  decodeExport,
  decodeListing,
  expire,
  newest,
  path,
  requested
} from "./support.ts"

const Download = Schema.Struct({ url: Schema.String, expires_in: Schema.Literal(600) })
const decodeDownload = Schema.decodeUnknownEffect(Download, { onExcessProperty: "error" })

/** The address of the link on the test's own socket. */
const pathOf = (url: string) => url.replace("http://svc.test", "")

layer(AppWithFolder)("POST /api/account/org-export", (it) => {
  // organisation-exports-1: `POST /api/account/org-export` answers 202 with the bare export, `queued`.
  it.status(202, "with the export (`status: queued`)", function* () {
    const member = yield* anAdmin()
    const { body } = yield* withStatus(202, as(member).post(path))
    const made = yield* decodeExport(body)
    assert.deepStrictEqual(body, {
      id: made.id,
      status: "queued",
      requested_by_name: "The admin",
      size_bytes: null,
      counts: null,
      error: null,
      created_at: DateTime.formatIso(yield* DateTime.now),
      completed_at: null,
      expires_at: null,
      download_available: false
    })
    assert.deepStrictEqual((yield* actionsOf(member.orgId)).at(-1), "org_export_requested")
  })

  // organisation-exports-3: One at a time: 409 `{ code: export_in_progress }` with the running one.
  it.status(409, "`{ code: export_in_progress }` with the running export", function* () {
    const member = yield* anAdmin()
    const first = yield* as(member).post(path)
    const { body } = yield* withStatus(409, as(yield* aMember(member.orgId, "superadmin")).post(path))
    assert.deepStrictEqual(body, {
      error: "An export of this organization is already in progress. Try again when it is ready",
      code: "export_in_progress",
      export: first.body
    })
  })

  // organisation-exports-18: A member who sees only some records can neither request nor download an export (403).
  it.status(403, "who sees some records only gets no export of all, neither a new one nor another's", function* () {
    const member = yield* anAdmin()
    const { id } = yield* requested(member)
    yield* build
    const permissions = ["settings_manage", "audit_export"] as const
    for (const narrow of [
      yield* aMember(member.orgId, { permissions, scope: "departments", departments: ["Sales"] }),
      yield* aMember(member.orgId, { permissions, scope: "direct_reports" })
    ]) {
      for (const [method, to] of [
        ["POST", path],
        ["GET", `${path}/${id}/download`]
      ] as const) {
        const { body, status } = yield* as(narrow).ask(method, to)
        assert.deepStrictEqual(
          [status, body],
          [403, { error: "An export holds all records, but you see only some of them. Ask a Super Admin" }]
        )
      }
    }
    const wide = yield* aMember(member.orgId, { permissions })
    assert.strictEqual((yield* as(wide).get(`${path}/${id}/download`)).status, 200)
    assert.strictEqual((yield* as(wide).post(path)).status, 202)
  })

  // organisation-exports-3
  it.status(409, "for all but one of many requests at once", function* () {
    const orgId = yield* anOrganisation()
    const members = yield* Effect.forEach(Array.from({ length: 8 }), () => aMember(orgId, "admin"))
    const answers = yield* Effect.forEach(
      [...members, ...members],
      (member) => Effect.map(as(member).post(path), ({ status }) => status),
      { concurrency: "unbounded" }
    )
    assert.deepStrictEqual(
      answers.toSorted((a, b) => a - b),
      [202, ...Array.from({ length: 15 }, () => 409)]
    )
    const { exports } = yield* decodeListing((yield* as(members[0] ?? (yield* anAdmin())).get(path)).body)
    assert.lengthOf(exports, 1)
  })

  // organisation-exports-4: Five a day and user, then 429.
  // organisation-exports-16: A refused request does not count toward the daily limit.
  it.status(
    429,
    "with Retry-After for the sixth of a user in a day; refused ones do not count, nor do other users'",
    () =>
      Effect.gen(function* () {
        const member = yield* anAdmin()
        for (let index = 0; index < 5; index++) {
          assert.strictEqual((yield* as(member).post(path)).status, 202)
          assert.strictEqual((yield* as(member).post(path)).status, 409)
          yield* build
          yield* TestClock.adjust("1 hour")
        }
        const refused = yield* withStatus(429, as(member).post(path))
        assert.strictEqual(refused.headers["retry-after"], String(19 * 3600))
        assert.strictEqual((yield* as(yield* aMember(member.orgId)).post(path)).status, 202)
        yield* build
        yield* TestClock.adjust({ hours: 18, minutes: 59, seconds: 59 })
        assert.strictEqual((yield* as(member).post(path)).status, 429)
        yield* TestClock.adjust("1 second")
        assert.strictEqual((yield* as(member).post(path)).status, 202)
        assert.strictEqual((yield* as(member).post(path)).status, 409)
      }).pipe(Effect.ensuring(TestClock.setTime(start.epochMilliseconds)))
  )

  // organisation-exports-17: The daily limit counts a user's requests in all organizations together.
  it.status(429, "of a user's requests in six organisations at once, five are taken", function* () {
    const member = yield* anAdmin()
    const others = yield* Effect.forEach(Array.from({ length: 5 }), () => anOrganisation())
    yield* asOwner((sql) =>
      Effect.forEach(
        others,
        (org) =>
          sql`INSERT INTO memberships (org_id, user_id, role, created_at) VALUES (${org}, ${member.userId}, 'admin', now())`
      )
    )
    const answers = yield* Effect.forEach(
      [member.orgId, ...others],
      (orgId) => Effect.map(as({ ...member, orgId }).post(path), ({ status }) => status),
      { concurrency: "unbounded" }
    )
    assert.deepStrictEqual(
      answers.toSorted((a, b) => a - b),
      [202, 202, 202, 202, 202, 429]
    )
  })

  // organisation-exports-2: It is for Super Admins and Admins, or a role that holds both `settings_manage` and
  //   `audit_export`.
  it.status(
    403,
    "a custom role that holds only one of `settings_manage` and `audit_export`; 202 with both",
    function* () {
      const orgId = yield* anOrganisation()
      for (const [held, missing] of [
        ["settings_manage", "audit_export"],
        ["audit_export", "settings_manage"]
      ] as const) {
        const member = yield* aMember(orgId, { permissions: [held] })
        for (const [method, to] of [
          ["POST", path],
          ["GET", path],
          ["GET", `${path}/${randomUUID()}/download`]
        ] as const) {
          const { body } = yield* withStatus(403, as(member).ask(method, to))
          assert.deepInclude(body, { permission: missing })
        }
      }
      const both = yield* aMember(orgId, { permissions: ["settings_manage", "audit_export"] })
      assert.strictEqual((yield* as(both).post(path)).status, 202)
    }
  )

  // organisation-exports-19: A read-only organization can still request an export.
  it.status(403, "HR and managers; 202 in an organisation that is read-only, for it is an account route", function* () {
    const orgId = yield* anOrganisation({ planStatus: "canceled" })
    for (const role of ["hr", "manager"] as const) {
      const { body } = yield* withStatus(403, as(yield* aMember(orgId, role)).post(path))
      assert.deepInclude(body, { permission: "settings_manage" })
    }
    assert.strictEqual((yield* as(yield* aMember(orgId, "superadmin")).post(path)).status, 202)
  })
})

layer(AppWithoutStorage)("POST /api/account/org-export", (it) => {
  // organisation-exports-5: Without file storage it is 503, which the list tells beforehand.
  it.status(503, "when file storage is not configured, which the list tells beforehand", function* () {
    const member = yield* anAdmin()
    const { body } = yield* withStatus(503, as(member).post(path))
    assert.deepStrictEqual(body, { error: "File storage is not configured on this server. Contact support" })
    assert.deepStrictEqual((yield* as(member).get(path)).body, {
      exports: [],
      storage_configured: false,
      expires_after_days: 7
    })
  })
})

layer(AppWithFolder)("GET /api/account/org-export", (it) => {
  // organisation-exports-6: The list is `{ exports, storage_configured, expires_after_days: 7 }`, the 20 newest first.
  it.status(200, "`{ exports: [...20 newest first], storage_configured, expires_after_days: 7 }`", function* () {
    const member = yield* anAdmin()
    yield* asOwner(
      (sql) => sql`
          INSERT INTO organisation_exports (org_id, id, status, created_at, next_attempt_at)
          SELECT ${member.orgId}, gen_random_uuid(), 'expired', timestamptz '2026-02-01' + n * interval '1 hour', '2026-02-01'
          FROM generate_series(1, 25) AS n`
    )
    const { body } = yield* withStatus(200, as(member).get(path))
    const { exports, ...rest } = yield* decodeListing(body)
    assert.deepStrictEqual({ ...rest }, { storage_configured: true, expires_after_days: 7 })
    assert.deepStrictEqual(
      exports.map(({ created_at }) => created_at.epochMilliseconds),
      Array.from({ length: 20 }, (_, index) => Date.parse("2026-02-01T00:00:00Z") + (25 - index) * 3_600_000)
    )
    assert.isTrue(exports.every(({ requested_by_name }) => requested_by_name === "Deleted user"))
  })

  it.status(200, "with nothing of another organisation", function* () {
    yield* requested(yield* anAdmin())
    const { exports } = yield* decodeListing((yield* as(yield* anAdmin()).get(path)).body)
    assert.lengthOf(exports, 0)
  })
})

layer(AppWithFolder)("GET /api/account/org-export/{id}/download", (it) => {
  // organisation-exports-7: A link `{ url, expires_in: 600 }` works for ten minutes without signing in; it is audited
  //   before it is made, or refused.
  it.status(200, "`{ url, expires_in: 600 }`: the link works without signing in for 10 minutes, unaltered", () =>
    Effect.gen(function* () {
      const member = yield* anAdmin()
      const { id } = yield* requested(member)
      yield* build
      const { body } = yield* withStatus(200, as(member).get(`${path}/${id}/download`))
      const { url } = yield* decodeDownload(body)
      assert.strictEqual((yield* actionsOf(member.orgId)).at(-1), "org_export_downloaded")

      const file = yield* withStatus(200, send("GET", pathOf(url)))
      assert.strictEqual(file.headers["content-type"], "application/zip")
      assert.include(file.headers["content-disposition"], 'attachment; filename="organisation-export-2026-03-02.zip"')
      yield* withStatus(404, send("GET", `${pathOf(url).slice(0, -1)}${url.endsWith("0") ? "1" : "0"}`))
      yield* TestClock.adjust({ minutes: 9, seconds: 59 })
      assert.strictEqual((yield* send("GET", pathOf(url))).status, 200)
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* send("GET", pathOf(url))).status, 404)
    }).pipe(Effect.ensuring(TestClock.setTime(start.epochMilliseconds)))
  )

  // organisation-exports-8: While it is not ready, and once it has expired, a download is 409.
  it.status(409, "while not ready", function* () {
    const member = yield* anAdmin()
    const { id } = yield* requested(member)
    const { body } = yield* withStatus(409, as(member).get(`${path}/${id}/download`))
    assert.deepInclude(body, { code: "export_not_ready" })
    assert.notInclude(yield* actionsOf(member.orgId), "org_export_downloaded")
  })

  // organisation-exports-8
  // organisation-exports-20: An export expires at the exact second of `expires_at`.
  it.status(409, "after expiry, from the very second on, whether or not the job was there", () =>
    Effect.gen(function* () {
      const member = yield* anAdmin()
      const { id } = yield* requested(member)
      yield* build
      yield* TestClock.adjust({ days: 6, hours: 23, minutes: 59, seconds: 59 })
      assert.deepInclude(yield* newest(member), { status: "ready", download_available: true })
      assert.strictEqual((yield* as(member).get(`${path}/${id}/download`)).status, 200)
      yield* TestClock.adjust("1 second")
      for (const job of [Effect.void, expire]) {
        yield* job
        assert.deepInclude(yield* newest(member), { status: "expired", download_available: false })
        const { body } = yield* withStatus(409, as(member).get(`${path}/${id}/download`))
        assert.deepInclude(body, { code: "export_expired" })
      }
    }).pipe(Effect.ensuring(TestClock.setTime(start.epochMilliseconds)))
  )

  it.status(404, "for an export of another organisation, and for none", function* () {
    const { id } = yield* requested(yield* anAdmin())
    yield* build
    const stranger = yield* anAdmin()
    for (const which of [id, randomUUID()]) {
      const { body } = yield* withStatus(404, as(stranger).get(`${path}/${which}/download`))
      assert.deepStrictEqual(body, { error: "Export not found" })
    }
  })

  it.status(400, "for an id that is not a UUID", function* () {
    assert.strictEqual((yield* as(yield* anAdmin()).get(`${path}/17/download`)).status, 400)
  })

  // organisation-exports-7
  it.status(503, "and no link when the download cannot be audited", function* () {
    const member = yield* anAdmin()
    const { id } = yield* requested(member)
    yield* build
    // Without its head the chain takes no further entry.
    yield* asOwner((sql) => sql`DELETE FROM audit_heads WHERE org_id = ${member.orgId}`)
    const { body } = yield* withStatus(503, as(member).get(`${path}/${id}/download`))
    assert.deepStrictEqual(body, {
      error: "The download could not be prepared or recorded in the audit log, so it was refused. Try again later"
    })
  })
})
