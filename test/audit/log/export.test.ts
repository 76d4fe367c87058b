import { assert, layer } from "#test/support/suite"
import { AuditExportFile, BundleVerification } from "@svc/contract/audit/files"
import { EmailAddress } from "@svc/contract/kernel/text"
import { CalendarDate } from "@svc/contract/kernel/dates"
import { DateTime, Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { execFileSync } from "node:child_process"
import { createHash, verify } from "node:crypto"
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { PersonKeys } from "#audit/record/person-keys"
import { auditText, personal } from "#audit/record/text"
import { Offboardings } from "#offboarding/offboardings/service"
import { Db } from "#platform/database/db"
import { record } from "#test/support/audit-surface"
import { withStatus } from "#test/support/requests"
import { filesOfZip } from "#test/support/zip"
import { brokenLinks, download, type Downloaded, jsonOf, scratchFiles, signingKey, SigningApp } from "./exporting.ts"
import { labelled } from "#test/support/labelled"
import { aMember, anAdmin, asCaller, type Member } from "#test/support/people"
import { systemSql } from "#test/support/tables"
import { entriesOf } from "#test/support/log"

const note = (member: Member, count: number, action = "noted") =>
  Effect.forEach(
    Array.from({ length: count }, (_, index) => index + 1),
    (index) => record(member, { action: labelled(action), details: auditText`note ${index}` }),
    { discard: true }
  )

const keyOf = Effect.fnUntraced(function* (member: Member, email: string) {
  const db = yield* Db
  const personKeys = yield* PersonKeys
  return yield* asCaller(member)(db.transact(personKeys.forPerson(member.orgId, email)))
})

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex")

const assertSealed = ({ bytes, headers }: Downloaded, rows: number) => {
  assert.strictEqual(headers["x-content-sha256"], sha256(bytes))
  const signature = Buffer.from(headers["x-signature-ed25519"] ?? "", "base64")
  assert.strictEqual(signature.length, 64)
  assert.isTrue(verify(null, bytes, signingKey.publicKey, signature))
  assert.match(headers["x-signing-key-id"] ?? "", /^[0-9a-f]{16}$/)
  assert.match(headers["x-content-digest"] ?? "", /^hmac-sha256=[0-9a-f]{64}$/)
  assert.strictEqual(headers["x-export-row-count"], String(rows))
  assert.strictEqual(headers["content-length"], String(bytes.length))
  assert.strictEqual(headers["cache-control"], "no-store")
}

layer(SigningApp)("GET /api/audit-log/export", (it) => {
  // log-exports-4: JSON is `{ exported_at, row_count, rows }` with every field of the hashes, the stored texts and the
  //   readable ones.
  // log-exports-1
  it.status(200, "json: every entry, oldest first, exactly as stored, with readable texts and names", function* () {
    const admin = yield* anAdmin()
    const key = yield* keyOf(admin, "ada@acme.test")
    yield* record(admin, {
      action: labelled("hello"),
      target: auditText`Case of ${personal(key, "Ada Lovelace")}`,
      details: auditText`with "quotes", a\nnew line and ${personal(key, "ada@acme.test")}`
    })
    const answer = yield* withStatus(200, download(admin, { format: "json" }))
    assert.strictEqual(answer.headers["content-type"], "application/json")
    assert.match(answer.headers["content-disposition"] ?? "", /^attachment; filename="audit-log-[0-9TZ-]+\.json"/)
    const file = jsonOf(answer)
    yield* Schema.decodeUnknownEffect(Schema.toCodecJson(AuditExportFile))(file)
    assert.deepStrictEqual(Object.keys(file), ["exported_at", "row_count", "rows", "skeleton"])
    assert.strictEqual(file.exported_at, DateTime.formatIso(yield* DateTime.now))
    assert.strictEqual(file.row_count, 2)
    assert.deepStrictEqual(
      file.rows.map(({ action, seq }) => [seq, action]),
      [
        [1, "organization_created"],
        [2, "hello"]
      ]
    )
    const [created, hello] = file.rows
    assert.strictEqual(created?.actor_name, null)
    assert.strictEqual(hello?.actor_name, "The admin")
    assert.strictEqual(hello?.target_text, "Case of Ada Lovelace")
    assert.strictEqual(hello?.details_text, 'with "quotes", a\nnew line and ada@acme.test')
    assert.match(hello?.target ?? "", /^Case of \[\[aps:v1:[0-9a-f-]{36}:[\w-]+\]\]$/)
    assert.notInclude(hello?.details ?? "", "ada@acme.test")
    assert.deepStrictEqual(file.skeleton, [])
    assert.deepStrictEqual(brokenLinks(file), [])
    assertSealed(answer, 2)
  })

  // log-exports-5: A filtered JSON export carries the skeleton of what it leaves out, and verifies by itself.
  it.status(
    200,
    "json: a filtered export carries the skeleton of what it leaves out, and verifies by itself",
    function* () {
      const admin = yield* anAdmin()
      for (const action of ["a", "b", "b", "a", "a", "b", "a", "b"]) yield* record(admin, { action: labelled(action) })
      const file = jsonOf(yield* download(admin, { format: "json", action: "a" }))
      assert.deepStrictEqual(
        file.rows.map(({ seq }) => seq),
        [2, 5, 6, 8]
      )
      assert.deepStrictEqual(
        file.skeleton.map(({ seq }) => seq),
        [3, 4, 7]
      )
      assert.deepStrictEqual(brokenLinks(file), [])
      // Whoever changes a word of it is found out.
      const changed = file.rows.map((row) => (row.seq === 6 ? { ...row, details: "changed" } : row))
      assert.deepStrictEqual(brokenLinks({ ...file, rows: changed }), [6])
      const none = jsonOf(yield* download(admin, { format: "json", action: "unheard-of" }))
      assert.deepStrictEqual([none.row_count, none.rows, none.skeleton], [0, [], []])
    }
  )

  it.status(200, "json: hundreds of entries over several pages, filtered and not", function* () {
    const admin = yield* anAdmin()
    yield* Effect.forEach(
      Array.from({ length: 700 }, (_, index) => index),
      (index) => record(admin, { action: labelled(index % 3 === 0 ? "third" : "other") }),
      { discard: true }
    )
    const all = jsonOf(yield* download(admin, { format: "json" }))
    assert.deepStrictEqual(
      all.rows.map(({ seq }) => seq),
      Array.from({ length: 701 }, (_, index) => index + 1)
    )
    assert.deepStrictEqual(brokenLinks(all), [])
    const thirds = jsonOf(yield* download(admin, { format: "json", action: "third" }))
    assert.strictEqual(thirds.row_count, 234)
    assert.strictEqual(thirds.skeleton.length, 466)
    assert.deepStrictEqual(brokenLinks(thirds), [])
  })

  // log-exports-2: `format` is `csv`, `json` or `pdf`; any other value is `csv`.
  // log-exports-3: CSV has the columns ID, Timestamp, Actor, Action, Target, Details, Entry Hash and Prev Hash,
  //   readable.
  it.status(
    200,
    "csv by default, and for any other value of format: the documented columns, readable, RFC 4180",
    function* () {
      const admin = yield* anAdmin()
      const key = yield* keyOf(admin, "grace@acme.test")
      yield* record(admin, {
        action: labelled("hello"),
        target: auditText`${personal(key, "Grace, Hopper")}`,
        details: auditText`a "b"`
      })
      const file = jsonOf(yield* download(admin, { format: "json", action: "hello" }))
      const [row] = file.rows
      for (const format of [undefined, "csv", "CSV", "xml", "", "json,pdf"]) {
        const answer = yield* download(admin, { action: "hello", ...(format === undefined ? {} : { format }) })
        assert.strictEqual(answer.status, 200)
        assert.strictEqual(answer.headers["content-type"], "text/csv; charset=utf-8")
        assert.strictEqual(
          answer.text,
          "ID,Timestamp,Actor,Action,Target,Details,Entry Hash,Prev Hash\r\n" +
            `${row?.id},${row?.created_at},The admin <${admin.email}>,hello,"Grace, Hopper","a ""b""",${row?.entry_hash},${row?.prev_hash}\r\n`
        )
        assertSealed(answer, 1)
      }
    }
  )

  // log-exports-8: No CSV cell can be taken for a formula: what begins with `=`, `+`, `-`, `@`, a tab, a carriage
  //   return or a full-width form of those gets a tab in front.
  it.status(200, "csv: no cell can be taken for a formula", function* () {
    const admin = yield* anAdmin()
    const dangerous = [
      "=cmd|'/C calc'!A0",
      "@SUM(1+1)*cmd|' /C calc'!A0",
      "+1",
      "-2+3",
      '=IMPORTXML("http://x","//a")',
      "\t=1+1",
      "\r=1+1",
      "＝1+1",
      "＋1",
      "－1",
      "＠SUM(1)",
      "\n=1+1",
      "\ufe621",
      "\ufe631",
      "\ufe661+1",
      "\ufe6bSUM(1)"
    ]
    const harmless = [" =1+1", "a=1", "1;=1+1", 'say "=1"', "'=1", "two\nlines"]
    for (const text of [...dangerous, ...harmless])
      yield* record(admin, { action: labelled("cells"), details: auditText`${text}` })
    const { text } = yield* download(admin, { action: "cells" })
    // No quote nor comma is left in what is compared.
    const cell = (value: string) => (/[",;\t\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
    for (const value of dangerous) assert.include(text, `,thing,${cell(`\t${value}`)},`)
    for (const value of harmless) assert.include(text, `,thing,${cell(value)},`)
  })

  // entries-7
  it.status(200, "an erased person reads [erased], and the export still verifies", function* () {
    const admin = yield* anAdmin()
    const key = yield* keyOf(admin, "gone@acme.test")
    yield* record(admin, { action: labelled("about"), target: auditText`${personal(key, "Somebody Gone")}` })
    const now = DateTime.toDateUtc(yield* DateTime.now)
    yield* systemSql`UPDATE audit_person_keys SET wrapped_key = NULL, destroyed_at = ${now} WHERE org_id = ${admin.orgId} AND id = ${key}`
    const file = jsonOf(yield* download(admin, { format: "json", action: "about" }))
    assert.strictEqual(file.rows[0]?.target_text, "[erased]")
    assert.deepStrictEqual(brokenLinks(file), [])
    assert.include((yield* download(admin, { action: "about" })).text, ",about,[erased],")
  })

  // log-exports-12: An export is recorded as `audit_log_exported` with the file's SHA-256 and the signing key.
  it.status(
    200,
    "recorded as audit_log_exported with the file's SHA-256 and signing key, not with what was searched",
    function* () {
      const admin = yield* anAdmin()
      yield* note(admin, 2)
      const answer = yield* download(admin, { format: "json", search: "Lovelace", from: "2026-03-01" })
      const entry = (yield* entriesOf(admin.orgId, { action: "audit_log_exported" })).at(-1)
      assert.strictEqual(
        entry?.details,
        `format: json, rows: 0, filters: from 2026-03-01 and a search term, sha256: ${answer.headers["x-content-sha256"]}, ` +
          `signing_key: ${answer.headers["x-signing-key-id"]}, scope: all`
      )
      // The next one holds this entry, by whoever exported.
      const next = jsonOf(yield* download(admin, { format: "json", action: "audit_log_exported" }))
      assert.deepStrictEqual(
        next.rows.map(({ actor_id, details_text }) => [actor_id, details_text]),
        [[admin.userId, entry?.details ?? ""]]
      )
      assert.deepStrictEqual(yield* scratchFiles, [])
    }
  )

  // log-exports-7: `bundle=1` makes a ZIP of CSV or JSON with the raw signature, `verification.json` and
  //   `signing-key.pem`.
  it.status(
    200,
    "bundle=1: a ZIP of the file, its raw signature, verification.json and the key, for csv and json",
    function* () {
      const admin = yield* anAdmin()
      yield* note(admin, 3)
      for (const format of ["csv", "json"]) {
        const answer = yield* withStatus(200, download(admin, { format, bundle: "1", action: "noted" }))
        assert.strictEqual(answer.headers["content-type"], "application/zip")
        assert.match(answer.headers["content-disposition"] ?? "", /filename="audit-log-[0-9TZ-]+\.zip"/)
        assertSealed(answer, 3)
        const files = yield* filesOfZip(answer.bytes)
        const [name = ""] = files.keys()
        assert.match(name, new RegExp(`^audit-log-[0-9TZ-]+\\.${format}$`))
        assert.deepStrictEqual([...files.keys()], [name, `${name}.sig`, "verification.json", "signing-key.pem"])
        const file = files.get(name) ?? Buffer.alloc(0)
        const signature = files.get(`${name}.sig`) ?? Buffer.alloc(0)
        assert.strictEqual(signature.length, 64)
        assert.isTrue(verify(null, file, signingKey.publicKey, signature))
        const pem = signingKey.publicKey.export({ format: "pem", type: "spki" })
        assert.strictEqual(files.get("signing-key.pem")?.toString(), pem)
        const verification = yield* Schema.decodeUnknownEffect(Schema.toCodecJson(BundleVerification))(
          JSON.parse(files.get("verification.json")?.toString() ?? "")
        )
        assert.deepInclude(verification, {
          file: name,
          sha256: sha256(file),
          row_count: 3,
          key_id: answer.headers["x-signing-key-id"] ?? null,
          signature: signature.toString("base64")
        })
        const entry = (yield* entriesOf(admin.orgId, { action: "audit_log_exported" })).at(-1)
        assert.include(entry?.details ?? "", `sha256: ${sha256(file)}, bundle_sha256: ${sha256(answer.bytes)}`)
      }
      const other = yield* download(admin, { bundle: "true" })
      assert.strictEqual(other.headers["content-type"], "text/csv; charset=utf-8")
    }
  )

  // log-exports-15: The signature is Ed25519 over the exact bytes of the file, which a tool of one's own verifies.
  it.status(200, "openssl alone verifies the signature, of the file and in the bundle", function* () {
    const admin = yield* anAdmin()
    const folder = mkdtempSync(path.join(tmpdir(), "svc-export-"))
    const at = (name: string) => path.join(folder, name)
    writeFileSync(at("signing-key.pem"), signingKey.publicKey.export({ format: "pem", type: "spki" }))
    const answer = yield* download(admin, { format: "json" })
    writeFileSync(at("export.json"), answer.bytes)
    writeFileSync(at("export.json.b64"), `${answer.headers["x-signature-ed25519"]}\n`)
    execFileSync("openssl", ["base64", "-d", "-A", "-in", at("export.json.b64"), "-out", at("export.json.sig")])
    const check = (key: string, file: string) =>
      execFileSync(
        "openssl",
        `pkeyutl -verify -pubin -inkey ${at(key)} -rawin -in ${at(file)} -sigfile ${at(`${file}.sig`)}`.split(" ")
      ).toString()
    assert.include(check("signing-key.pem", "export.json"), "Signature Verified Successfully")
    const bundle = yield* filesOfZip((yield* download(admin, { bundle: "1" })).bytes)
    for (const [name, bytes] of bundle) writeFileSync(at(name), bytes)
    const [csv = ""] = bundle.keys()
    assert.include(check("signing-key.pem", csv), "Signature Verified Successfully")
    writeFileSync(at("export.json"), Buffer.concat([readFileSync(at("export.json")), Buffer.from(" ")]))
    assert.throws(() => check("signing-key.pem", "export.json"))
  })

  it.status(200, "the filters are those of the list, and days are those of UTC", function* () {
    const admin = yield* anAdmin()
    const other = yield* aMember(admin.orgId)
    const offboardings = yield* Offboardings
    const { id } = yield* asCaller(admin)(
      offboardings.create(
        {
          employee_name: "Ada Lovelace",
          employee_email: EmailAddress.make("ada@acme.test"),
          exit_date: CalendarDate.make("2026-04-30")
        },
        { source: "app" }
      )
    )
    yield* record(other, { action: labelled("by_other"), offboardingId: id })
    yield* TestClock.adjust("1 day")
    yield* record(admin, { action: labelled("next_day") })
    const actions = (query: Record<string, string>) =>
      Effect.map(download(admin, { format: "json", ...query }), (answer) =>
        jsonOf(answer)
          .rows.map(({ action }) => action)
          .filter((action) => action !== "audit_log_exported")
      )
    assert.deepStrictEqual(yield* actions({ offboardingId: id }), ["offboarding_created", "by_other"])
    assert.deepStrictEqual(yield* actions({ search: " Lovelace " }), ["offboarding_created", "by_other"])
    assert.deepStrictEqual(yield* actions({ actorId: other.userId }), ["by_other"])
    assert.deepStrictEqual(yield* actions({ from: "2026-03-03" }), ["next_day"])
    assert.deepStrictEqual(yield* actions({ from: "2026-03-03", to: "2026-03-02" }), [])
  })

  it.status(400, "a filter of the wrong form is named", function* () {
    const admin = yield* anAdmin()
    for (const [name, value] of Object.entries({
      from: "2026-02-30",
      actorId: "me",
      offboardingId: "1",
      to: "soon"
    })) {
      const { text } = yield* withStatus(400, download(admin, { [name]: value }))
      assert.include(text, name)
    }
    assert.deepStrictEqual(yield* entriesOf(admin.orgId, { action: "audit_log_exported" }), [])
  })
})
