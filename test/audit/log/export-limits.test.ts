import { assert, layer } from "#test/support/suite"
import { EmailAddress } from "@svc/contract/kernel/text"
import { CalendarDate } from "@svc/contract/kernel/dates"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Effect, Fiber, Stream } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { TestClock } from "effect/testing"
import { readdirSync, readlinkSync } from "node:fs"
import { setImmediate } from "node:timers/promises"
import { auditText } from "#audit/record/text"
import { AuditSlices } from "#audit/log/service"
import { Offboardings } from "#offboarding/offboardings/service"
import { record } from "#test/support/audit-surface"
import { withStatus } from "#test/support/requests"
import { TestApp } from "#test/support/TestApp"
import { brokenLinks, download, jsonOf } from "./exporting.ts"
import { labelled } from "#test/support/labelled"
import { aMember, anAdmin, anOrganisation, asCaller, aSession, type Member } from "#test/support/people"
import { asOwner } from "#test/support/tables"

/** Entries with these numbers, whose hashes are made up; the chain goes on after them. */
const stuff = (orgId: OrgId, from: number, to: number, details = "x") =>
  asOwner((sql) =>
    Effect.andThen(
      sql`
        INSERT INTO audit_entries (org_id, seq, id, created_at, action, target, details, content_hash, prev_hash, entry_hash)
        SELECT ${orgId}, n, gen_random_uuid(), '2026-03-02', 'stuffed', 'thing', ${details}, encode(sha256(n::text::bytea), 'hex'),
          encode(sha256(('p' || n)::bytea), 'hex'), encode(sha256(('e' || n)::bytea), 'hex')
        FROM generate_series(${from}::int, ${to}::int) n`,
      sql`UPDATE audit_heads SET seq = ${to}, entry_hash = encode(sha256(${`e${to}`}::bytea), 'hex') WHERE org_id = ${orgId}`
    )
  )

const actionsOf = (member: Member, query: Record<string, string> = {}) =>
  Effect.map(download(member, { format: "json", ...query }), (answer) =>
    jsonOf(answer)
      .rows.map(({ details_text }) => details_text)
      .toSorted()
  )

/** Files without a name that this process holds open. */
const heldOpen = () =>
  readdirSync("/proc/self/fd").filter((fd) => {
    try {
      return /\/scratch\/.*\(deleted\)$/.test(readlinkSync(`/proc/self/fd/${fd}`))
    } catch {
      return false
    }
  }).length

/** The last of an answer's work is done after its last byte. */
const assertAllClosed = Effect.gen(function* () {
  for (let turn = 0; turn < 10_000 && heldOpen() > 0; turn++) yield* Effect.promise(() => setImmediate())
  assert.strictEqual(heldOpen(), 0)
})

layer(TestApp)("GET /api/audit-log/export", (it) => {
  // log-exports-9: Over 50,000 entries are 413 with the advice to narrow the dates; an export is never cut short.
  it.status(
    413,
    "more than 50,000 entries are refused with the advice to narrow the date range; 50,000 are not",
    function* () {
      const admin = yield* anAdmin()
      yield* stuff(admin.orgId, 2, 50_001)
      const whole = yield* withStatus(413, download(admin))
      assert.deepStrictEqual(JSON.parse(whole.text), {
        error: "More than 50,000 entries match. Narrow the date range with from and to, and export in parts"
      })
      const most = yield* withStatus(200, download(admin, { action: "stuffed" }))
      assert.strictEqual(most.headers["x-export-row-count"], "50000")
      assert.strictEqual(most.text.split("\r\n").length, 50_002)
      yield* stuff(admin.orgId, 50_003, 50_003)
      for (const format of ["csv", "json", "pdf"]) {
        assert.strictEqual((yield* download(admin, { format, action: "stuffed" })).status, 413)
      }
    }
  )

  // log-exports-10: 10 exports in 15 minutes per user.
  it.status(429, "10 in 15 minutes per user, and the 11th when the first is 15 minutes old", function* () {
    const admin = yield* anAdmin()
    for (let nth = 1; nth <= 10; nth++) {
      assert.strictEqual((yield* download(admin)).status, 200)
      yield* TestClock.adjust("1 minute")
    }
    const refused = yield* withStatus(429, download(admin))
    assert.strictEqual(refused.headers["retry-after"], "300")
    assert.strictEqual((yield* download(yield* aMember(admin.orgId))).status, 200)
    yield* TestClock.adjust("299 seconds")
    assert.strictEqual((yield* download(admin)).status, 429)
    yield* TestClock.adjust("1 second")
    assert.strictEqual((yield* download(admin)).status, 200)
  })

  // log-exports-11: 50 exports in 15 minutes per organisation.
  it.status(
    429,
    "50 in 15 minutes per organisation, whoever exports; what it refuses counts for no user",
    function* () {
      const orgId = yield* anOrganisation()
      for (let user = 1; user <= 5; user++) {
        const member = yield* aMember(orgId)
        for (let nth = 1; nth <= 10; nth++) assert.strictEqual((yield* download(member)).status, 200)
      }
      const sixth = yield* aMember(orgId)
      for (let nth = 1; nth <= 12; nth++) {
        const refused = yield* withStatus(429, download(sixth))
        assert.strictEqual(refused.headers["retry-after"], "900")
      }
      assert.strictEqual((yield* download(yield* anAdmin())).status, 200)
      yield* TestClock.adjust("15 minutes")
      for (let nth = 1; nth <= 10; nth++) assert.strictEqual((yield* download(sixth)).status, 200)
      assert.strictEqual((yield* download(sixth)).status, 429)
    }
  )

  // log-exports-13: An export that cannot be recorded is 503, and no byte of the log leaves.
  it.status(503, "an export that cannot be recorded is refused, and no byte of the log leaves", function* () {
    const admin = yield* anAdmin()
    yield* record(admin, { details: auditText`not for whoever cannot be recorded` })
    yield* asOwner((sql) => sql`DELETE FROM audit_heads WHERE org_id = ${admin.orgId}`)
    for (const query of [{}, { format: "json" }, { format: "pdf" }, { bundle: "1" }]) {
      const refused = yield* withStatus(503, download(admin, query))
      assert.deepStrictEqual(JSON.parse(refused.text), {
        error: "The export could not be recorded in the audit log, so it was not sent. Try again later"
      })
      assert.isUndefined(refused.headers["x-content-sha256"])
    }
    yield* assertAllClosed
  })

  it.status(200, "another organisation's entries are never in it, whatever the filters name", function* () {
    const admin = yield* anAdmin()
    const stranger = yield* anAdmin()
    yield* record(stranger, { action: labelled("theirs"), details: auditText`secret of the others` })
    for (const query of [{}, { actorId: stranger.userId }, { action: "theirs" }, { search: "secret" }]) {
      const { text } = yield* download(admin, { format: "json", ...query })
      assert.notInclude(text, stranger.orgId)
      assert.notInclude(text, "secret of")
    }
  })

  // log-exports-18: A limited member exports what the list shows them.
  it.status(200, "a member who sees some records only exports what the list shows them", function* () {
    const admin = yield* anAdmin()
    const inSales = yield* aMember(admin.orgId, {
      permissions: ["audit_export"],
      scope: "departments",
      departments: ["Sales"]
    })
    const offboardings = yield* Offboardings
    for (const department of ["Sales", "Finance"]) {
      const { id } = yield* asCaller(admin)(
        offboardings.create(
          {
            employee_name: `Somebody of ${department}`,
            employee_department: department,
            employee_email: EmailAddress.make(`${department}@acme.test`),
            exit_date: CalendarDate.make("2026-04-30")
          },
          { source: "app" }
        )
      )
      yield* record(admin, {
        action: labelled("noted"),
        details: auditText`case of ${department}`,
        offboardingId: id
      })
    }
    yield* record(admin, { action: labelled("noted"), details: auditText`about nobody` })
    assert.deepStrictEqual(yield* actionsOf(inSales, { action: "noted" }), ["case of Sales"])
    const file = jsonOf(yield* download(inSales, { format: "json" }))
    assert.deepStrictEqual(brokenLinks(file), [])
    assert.notInclude(JSON.stringify(file), "case of Finance")
    const [own] = yield* actionsOf(admin, { action: "audit_log_exported" })
    assert.match(own ?? "", /signing_key: none, scope: departments$/)
  })

  it.status(200, "no plan's feature is asked for, and reads are allowed while read-only", function* () {
    for (const options of [{ plan: "none" as const }, { planStatus: "canceled" as const }]) {
      const admin = yield* anAdmin(options)
      assert.strictEqual((yield* download(admin)).status, 200)
    }
  })

  // log-exports-14
  it.status(200, "without a signing key: no signature in the headers or the bundle", function* () {
    const admin = yield* anAdmin()
    const { headers } = yield* download(admin)
    assert.match(headers["x-content-sha256"] ?? "", /^[0-9a-f]{64}$/)
    assert.isUndefined(headers["x-signature-ed25519"])
    assert.isUndefined(headers["x-signing-key-id"])
    const bundle = yield* download(admin, { bundle: "1" })
    assert.notInclude(bundle.text, "signing-key.pem\u0000")
    assert.notInclude(bundle.text, ".csv.sig")
  })

  // log-exports-17: A download that the client interrupts leaves no file behind.
  it.effect("a client that goes in the middle leaves nothing behind", function* () {
    const admin = yield* anAdmin()
    yield* stuff(admin.orgId, 2, 20_000, "y".repeat(1000))
    const client = yield* HttpClient.HttpClient
    const bearer = yield* aSession(admin)
    const request = HttpClientRequest.get("/api/audit-log/export?format=json").pipe(
      HttpClientRequest.bearerToken(bearer)
    )
    const response = yield* client.execute(request)
    yield* response.stream.pipe(Stream.take(1), Stream.runDrain)
    const early = yield* Effect.forkChild(client.execute(request))
    yield* Effect.yieldNow
    yield* Fiber.interrupt(early)
    yield* assertAllClosed
  })
})

layer(TestApp)("slices of the log", (it) => {
  it.effect(
    "go on with the skeleton to the entry asked for, and show everything or what the caller sees",
    function* () {
      const admin = yield* anAdmin()
      const few = yield* aMember(admin.orgId, { permissions: ["audit_view"], scope: "departments", departments: [] })
      for (const action of ["a", "b", "a", "b", "b"]) yield* record(admin, { action: labelled(action) })
      const slices = yield* AuditSlices
      const read = (options: Parameters<typeof slices.json>[0], member = admin) =>
        slices.json(options).pipe(
          Stream.decodeText,
          Stream.mkString,
          Effect.map((text) => jsonOf({ status: 200, headers: {}, bytes: Buffer.from(text), text })),
          asCaller(member)
        )
      const file = yield* read({ filters: { action: "a" }, onlooker: "everything", through: 5n })
      assert.deepStrictEqual(
        [file.rows.map(({ seq }) => seq), file.skeleton.map(({ seq }) => seq)],
        [
          [2, 4],
          [3, 5]
        ]
      )
      assert.deepStrictEqual(brokenLinks(file), [])
      assert.strictEqual((yield* read({ filters: { action: "a" }, onlooker: "caller" }, few)).row_count, 0)
      assert.strictEqual((yield* read({ filters: { action: "a" }, onlooker: "everything" }, few)).row_count, 2)
    }
  )
})
