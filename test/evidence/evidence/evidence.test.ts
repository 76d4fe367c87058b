import { assert, layer } from "#test/support/suite"
import { AnchorPage, AuditExportFile, EvidenceManifest } from "@svc/contract/audit/files"
import {
  EvidenceAssets,
  EvidenceCase,
  EvidenceChecklist,
  EvidenceDocuments,
  EvidenceRevocations
} from "@svc/contract/evidence/schema"
import { DateTime, Effect, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import { HttpClient, HttpClientRequest } from "effect/http"
import { createHash, randomUUID, verify as isSigned } from "node:crypto"
import { AuditAnchors } from "#audit/anchors/service"
import { Db } from "#platform/database/db"
import { verify } from "../../../packages/verify/src/verify.ts"
import { brokenLinks, jsonOf, SigningApp, signingKey } from "#test/audit/log/exporting"
import { aLeaver, anOffboarding, erase } from "#test/erasure/support"
import { record } from "#test/support/audit-surface"
import { TestApp } from "#test/support/TestApp"
import { filesOfZip } from "#test/support/zip"
import { labelled } from "#test/support/labelled"
import { aKey, aMember, asCaller, aSession, aSuperAdmin, type Member } from "#test/support/people"
import { as, withKey, withStatus } from "#test/support/requests"
import { asOwner, systemSql } from "#test/support/tables"
import { entriesOf } from "#test/support/log"
import { aPerson } from "#test/support/cases"

const download = Effect.fnUntraced(function* (member: Member, id: string) {
  const client = yield* HttpClient.HttpClient
  const response = yield* client.execute(
    HttpClientRequest.get(`/api/employees/${id}/evidence`).pipe(HttpClientRequest.bearerToken(yield* aSession(member)))
  )
  const bytes = Buffer.from(yield* response.arrayBuffer)
  return { status: response.status, headers: response.headers, bytes, text: bytes.toString() }
})

const evidenceOf = Effect.fnUntraced(function* (member: Member, id: string) {
  const answer = yield* download(member, id)
  assert.strictEqual(answer.status, 200, answer.text.slice(0, 300))
  return { ...answer, files: yield* filesOfZip(answer.bytes) }
})
type Evidence = Effect.Success<ReturnType<typeof evidenceOf>>

const decoded = <S extends Schema.Codec<unknown, unknown>>({ files }: Evidence, path: string, schema: S) =>
  Schema.decodeUnknownEffect(Schema.toCodecJson(schema), { onExcessProperty: "error" })(
    JSON.parse(files.get(path)?.toString() ?? "null")
  )

/** What the offline verifier says of the ZIP, with the key that the auditor brought. */
const verdictOf = ({ bytes }: { readonly bytes: Uint8Array }) =>
  Effect.promise(() =>
    verify([
      { name: "evidence.zip", bytes },
      {
        name: "key.pem",
        bytes: Buffer.from(signingKey.publicKey.export({ format: "pem", type: "spki" })),
        as: "Key"
      }
    ])
  )

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex")

/** Entries of others between those about the case. */
const between = (member: Member) => record(member, { action: labelled("unrelated") })

layer(SigningApp)("GET /api/employees/{id}/evidence", (it) => {
  // evidence-1: `GET /api/employees/{id}/evidence` is one ZIP: the case, its confirmations, revocations, tasks, assets
  //   and the hashes of its papers.
  it.status(200, "the case, its confirmations, revocations, checklist, assets and document hashes", function* () {
    const { member, offboardingId, person } = yield* aLeaver
    yield* withStatus(200, as(member).post(`/api/employees/${offboardingId}/confirm-asset-return`))
    const clocks = { access_ends_at: "2026-03-02T12:30:00Z", employment_ends_on: "2026-06-30" }
    assert.strictEqual((yield* as(member).patch(`/api/employees/${offboardingId}`, clocks)).status, 200)
    yield* systemSql`
          INSERT INTO revocation_apps (org_id, offboarding_id, service_name, position, outcome, verified, revoked_at,
            removal_confirmed_at, removal_confirmed_by)
          VALUES
            (${member.orgId}, ${offboardingId}, 'github', 0, 'revoked', true, '2026-03-02T10:00:00Z', NULL, NULL),
            (${member.orgId}, ${offboardingId}, 'crm', 1, 'revoked', false, '2026-03-02T10:00:01Z', NULL, NULL),
            (${member.orgId}, ${offboardingId}, 'wiki', 2, 'manual_required', false, NULL, '2026-03-02T11:00:00Z', ${member.userId}),
            (${member.orgId}, ${offboardingId}, 'mail', 3, 'failed', false, NULL, NULL, NULL)`
    const run = randomUUID()
    yield* systemSql`
          INSERT INTO revocation_runs (org_id, id, offboarding_id, trigger, actor_id, status, created_at, finished_at)
          VALUES (${member.orgId}, ${run}, ${offboardingId}, 'app', ${member.userId}, 'finished', '2026-03-02T09:59:00Z',
            '2026-03-02T10:01:00Z')`
    yield* systemSql`
          INSERT INTO revocation_results (org_id, run_id, service_name, position, outcome, message, vendor_status, verified)
          VALUES (${member.orgId}, ${run}, 'github', 0, 'revoked', 'Access is revoked', NULL, true),
            (${member.orgId}, ${run}, 'mail', 1, 'failed', 'The vendor refused', 403, false)`
    yield* systemSql`
          INSERT INTO checklist_items (org_id, id, offboarding_id, task, created_at, completed_at)
          VALUES (${member.orgId}, ${randomUUID()}, ${offboardingId}, 'Collect the badge', '2026-03-02T09:00:00Z',
            '2026-03-02T09:30:00Z')`
    yield* systemSql`
          INSERT INTO assets (org_id, id, org_employee_id, item_name, serial_number, status, created_at, updated_at)
          VALUES (${member.orgId}, ${randomUUID()}, ${person.id}, 'Laptop', 'SN-1', 'returned', '2026-03-01', '2026-03-02')`
    const evidence = yield* evidenceOf(member, offboardingId)

    const shown = yield* decoded(evidence, "case.json", EvidenceCase)
    assert.strictEqual(shown.access_ends_at && DateTime.formatIso(shown.access_ends_at), "2026-03-02T12:30:00.000Z")
    assert.strictEqual(shown.employment_ends_on, "2026-06-30")
    const seen = yield* withKey(yield* aKey(member)).get(`/api/v1/offboardings/${offboardingId}`)
    assert.deepInclude(JSON.parse(evidence.files.get("case.json")?.toString() ?? ""), seen.body)
    assert.isNull(shown.confirmations.nothing_to_revoke)
    assert.deepInclude(shown.confirmations.assets_returned?.by, { id: member.userId, full_name: "The superadmin" })

    const { apps, runs } = yield* decoded(evidence, "revocations.json", EvidenceRevocations)
    assert.deepStrictEqual(
      apps.map((app) => [app.service, app.proven_by, app.confirmed_by_hand?.by?.full_name]),
      [
        ["github", "read_back", undefined],
        ["crm", "vendor_answer", undefined],
        ["wiki", "confirmed_by_hand", "The superadmin"],
        ["mail", null, undefined]
      ]
    )
    assert.deepStrictEqual(
      runs.flatMap(({ results, started_by }) =>
        results.map((result) => [
          started_by?.id,
          result.service,
          result.outcome,
          result.message,
          result.vendor_status,
          result.verified
        ])
      ),
      [
        [member.userId, "github", "revoked", "Access is revoked", null, true],
        [member.userId, "mail", "failed", "The vendor refused", 403, false]
      ]
    )
    const tasks = yield* decoded(evidence, "checklist.json", EvidenceChecklist)
    const badge = tasks.find(({ task }) => task === "Collect the badge")
    assert.deepInclude(badge, { task: "Collect the badge", not_needed_at: null })
    const [laptop] = yield* decoded(evidence, "assets.json", EvidenceAssets)
    assert.deepInclude(laptop, { item_name: "Laptop", serial_number: "SN-1", status: "returned" })
    const { documents, note } = yield* decoded(evidence, "documents.json", EvidenceDocuments)
    assert.deepStrictEqual([documents, note], [[], null])
  })

  // evidence-2: It holds every entry about the case, and what carries the chain over the others to a signed anchor.
  it.status(
    200,
    "every entry about the case and what carries the chain over the others, on to a signed anchor",
    function* () {
      const { member, offboardingId } = yield* aLeaver
      yield* between(member)
      yield* withKey(yield* aKey(member)).patch(`/api/v1/offboardings/${offboardingId}`, { status: "notice_period" })
      yield* between(member)
      const evidence = yield* evidenceOf(member, offboardingId)
      const text = evidence.files.get("audit.json")?.toString() ?? ""
      const { rows, skeleton } = yield* decoded(evidence, "audit.json", AuditExportFile)
      assert.deepStrictEqual(
        rows.map(({ action, target_text }) => [action, target_text]),
        [
          ["offboarding_created", "Offboarding of Ada Lovelace"],
          ["offboarding_status_changed", "Offboarding of Ada Lovelace"]
        ]
      )
      assert.deepStrictEqual(brokenLinks(jsonOf({ ...evidence, text })), [])
      const { anchors, key } = yield* decoded(evidence, "anchors.json", AnchorPage)
      assert.strictEqual(key?.public_key_pem, evidence.files.get("signing-key.pem")?.toString())
      assert.strictEqual(anchors[0]?.entry_hash, skeleton.at(-1)?.entry_hash)
      assert.isTrue(anchors.every(({ signature, signed_at }) => signature !== null && signed_at === "recorded"))
      assert.isAbove(skeleton.at(-1)?.seq ?? 0, rows.at(-1)?.seq ?? Infinity)
    }
  )

  // evidence-13: An anchor is created only if none covers the last entry yet.
  it.status(200, "an anchor that vouches for the last entry already is taken, and none is made", function* () {
    const { member, offboardingId } = yield* aLeaver
    const count = systemSql<{ readonly n: number }>`
          SELECT count(*)::int AS n FROM audit_anchors WHERE org_id = ${member.orgId}`.pipe(
      Effect.map(([row]) => row?.n)
    )
    assert.strictEqual(yield* count, 0)
    yield* evidenceOf(member, offboardingId)
    assert.strictEqual(yield* count, 1)
    const other = yield* anOffboarding(member, { employee_name: "Bo", employee_email: "bo@acme.test" })
    yield* evidenceOf(member, other)
    assert.strictEqual(yield* count, 2)
    // What it left in the log itself came after that anchor.
    const evidence = yield* evidenceOf(member, other)
    assert.strictEqual(yield* count, 3)
    const { anchors } = yield* decoded(evidence, "anchors.json", AnchorPage)
    assert.lengthOf(anchors, 2)
  })

  // evidence-12: Its anchors cover the first to the last entry of the offboarding; up to 100 precede the one that
  //   covers the last.
  it.status(
    200,
    "its anchors are those from the first entry about the case to the last, these two included, newest first",
    function* () {
      const anchors = yield* AuditAnchors
      const db = yield* Db
      const member = yield* aSuperAdmin()
      const anchored = Effect.gen(function* () {
        yield* TestClock.adjust("1 second")
        const anchor = yield* anchors.anchorHead("hourly").pipe(db.transact, asCaller(member))
        return Option.getOrThrow(anchor).id
      })
      yield* between(member)
      yield* anchored
      const offboardingId = yield* anOffboarding(member)
      const atFirst = [yield* anchored, yield* anchored]
      const { body } = yield* as(member).patch(`/api/employees/${offboardingId}/status`, { status: "notice_period" })
      assert.deepInclude(body, { status: "notice_period" })
      const atLast = [yield* anchored, yield* anchored]
      yield* between(member)
      yield* anchored
      const evidence = yield* evidenceOf(member, offboardingId)
      const page = yield* decoded(evidence, "anchors.json", AnchorPage)
      assert.deepStrictEqual(
        page.anchors.map(({ id }) => id),
        [...atFirst, ...atLast].toReversed()
      )
      const { rows } = yield* decoded(evidence, "audit.json", AuditExportFile)
      assert.strictEqual(page.anchors[0]?.entry_hash, rows.at(-1)?.entry_hash)
      assert.strictEqual(page.anchors.at(-1)?.entry_hash, rows[0]?.entry_hash)
    }
  )

  // evidence-12
  it.status(
    200,
    "of more anchors than 100 before the one that vouches for the last entry, the newest are there",
    function* () {
      const member = yield* aSuperAdmin()
      const offboardingId = yield* anOffboarding(member)
      yield* between(member)
      yield* as(member).patch(`/api/employees/${offboardingId}/status`, { status: "notice_period" })
      const copies = yield* asOwner(
        (sql) => sql<{ readonly id: string }>`
          INSERT INTO audit_anchors (org_id, id, seq, entry_id, entry_hash, entry_created_at, anchored_at, source)
          SELECT org_id, gen_random_uuid(), seq, id, entry_hash, created_at, created_at + second * interval '1 second', 'hourly'
          FROM audit_entries CROSS JOIN generate_series(1, 60) AS second
          WHERE org_id = ${member.orgId} AND action IN ('offboarding_created', ${labelled("unrelated")})
          ORDER BY seq DESC, second DESC RETURNING id`
      )
      assert.lengthOf(copies, 120)
      const evidence = yield* evidenceOf(member, offboardingId)
      const { anchors } = yield* decoded(evidence, "anchors.json", AnchorPage)
      assert.deepStrictEqual(
        anchors.slice(1).map(({ id }) => String(id)),
        copies.slice(0, 100).map(({ id }) => id)
      )
    }
  )

  // evidence-3: Its manifest and its files are signed, and the headers are those of the very bytes.
  it.status(200, "manifest and signatures fit, and the headers are those of the very bytes", function* () {
    const { member, offboardingId } = yield* aLeaver
    const evidence = yield* evidenceOf(member, offboardingId)
    const { bytes, files, headers } = evidence
    assert.deepStrictEqual(
      [...files.keys()],
      [
        "case.json",
        "revocations.json",
        "checklist.json",
        "assets.json",
        "documents.json",
        "anchors.json",
        "signing-key.pem",
        "verify.html",
        "audit.json",
        "manifest.json",
        "manifest.json.sig"
      ]
    )
    const manifest = yield* decoded(evidence, "manifest.json", EvidenceManifest)
    assert.deepStrictEqual([manifest.org_id, String(manifest.offboarding_id)], [member.orgId, offboardingId])
    assert.deepStrictEqual(
      manifest.files,
      [...files].slice(0, -2).map(([path, content]) => ({ path, size: content.length, sha256: sha256(content) }))
    )
    const [text, signature] = [files.get("manifest.json"), files.get("manifest.json.sig")]
    assert.isTrue(isSigned(null, text ?? Buffer.of(), signingKey.publicKey, signature ?? Buffer.of()))

    assert.strictEqual(headers["content-type"], "application/zip")
    assert.strictEqual(headers["content-length"], String(bytes.length))
    assert.strictEqual(headers["cache-control"], "no-store")
    assert.include(headers["content-disposition"], `attachment; filename="evidence-${offboardingId}-2026-03-02.zip"`)
    assert.strictEqual(headers["x-content-sha256"], sha256(bytes))
    assert.strictEqual(headers["x-signing-key-id"], manifest.key_id)
    assert.match(headers["x-content-digest"] ?? "", /^hmac-sha256=[0-9a-f]{64}$/)
    const whole = Buffer.from(headers["x-signature-ed25519"] ?? "", "base64")
    assert.isTrue(isSigned(null, bytes, signingKey.publicKey, whole))

    const [entry] = yield* systemSql<{ readonly details: string; readonly offboarding_id: string }>`
          SELECT regexp_replace(details, '( [|] |^)by ([[][[]aps|API key|SCIM|nobody|the |Deleted).*$', '') AS details, offboarding_id FROM audit_entries
          WHERE org_id = ${member.orgId} AND action = 'evidence_exported'`
    assert.deepStrictEqual(entry, {
      details: `sha256: ${sha256(bytes)}, signing_key: ${manifest.key_id}`,
      offboarding_id: offboardingId
    })
  })

  // evidence-4: It is proven without the service, before and after the person is erased.
  it.status(
    200,
    "the verifier proves it without the service, before and after the person is erased, also an old copy",
    function* () {
      const { member, offboardingId, person } = yield* aLeaver
      yield* between(member)
      yield* withKey(yield* aKey(member)).patch(`/api/v1/offboardings/${offboardingId}`, {
        status: "cancelled",
        reason: "Ada withdrew it"
      })
      yield* between(member)
      const before = yield* evidenceOf(member, offboardingId)
      assert.include(before.files.get("case.json")?.toString(), '"cancel_reason": "Ada withdrew it"')
      const first = yield* verdictOf(before)
      assert.strictEqual(first.verdict, "proven", JSON.stringify(first.findings))

      assert.strictEqual((yield* erase(member, person.id)).status, 200)
      const after = yield* evidenceOf(member, offboardingId)
      const second = yield* verdictOf(after)
      assert.strictEqual(second.verdict, "proven", JSON.stringify(second.findings))
      assert.notMatch([...after.files].filter(([path]) => path !== "verify.html").join("\n"), /lovelace|Ada withdrew/i)
      const { rows } = yield* decoded(after, "audit.json", AuditExportFile)
      assert.strictEqual(rows[0]?.target_text, "Offboarding of [erased]")
      const shown = yield* decoded(after, "case.json", EvidenceCase)
      assert.deepInclude(shown, { employee_name: "[erased]", employee_email: null, cancel_reason: "[erased]" })
      // What left the service earlier is still proven: no stored byte has changed.
      assert.strictEqual((yield* verdictOf(before)).verdict, "proven")
    }
  )

  // evidence-6: A changed byte of the stored log fails the proof.
  it.status(200, "a byte changed in the stored log fails the proof", function* () {
    const { member, offboardingId } = yield* aLeaver
    yield* asOwner(
      (sql) => sql`
          UPDATE audit_entries SET details = details || ' ' WHERE org_id = ${member.orgId} AND action = 'offboarding_created'`
    )
    const { findings, verdict } = yield* verdictOf(yield* evidenceOf(member, offboardingId))
    assert.strictEqual(verdict, "failed", JSON.stringify(findings))
  })

  it.status(400, "an id that is no UUID", function* () {
    const { member } = yield* aLeaver
    assert.strictEqual((yield* download(member, "ada")).status, 400)
  })

  // evidence-8: A case of another organisation, and one out of the caller's scope, is 404, and nothing is recorded.
  it.status(
    404,
    "no such case, another organisation's, and one out of the caller's scope; nothing is recorded",
    function* () {
      const { member, offboardingId } = yield* aLeaver
      const stranger = yield* aSuperAdmin()
      const scoped = yield* aMember(member.orgId, {
        permissions: ["offboardings_view", "audit_export"],
        scope: "departments",
        departments: ["Sales"]
      })
      for (const [who, id] of [
        [member, randomUUID()],
        [stranger, offboardingId],
        [scoped, offboardingId]
      ] as const) {
        const answer = yield* withStatus(404, download(who, id))
        assert.strictEqual(answer.text, '{"error":"Offboarding not found"}')
      }
      const entries = yield* entriesOf(member.orgId, { action: "evidence_exported" })
      assert.deepStrictEqual(entries, [])
      const inSales = yield* anOffboarding(member, {
        employee_name: "Bo",
        employee_email: "bo@acme.test",
        employee_department: "Sales"
      })
      yield* evidenceOf(scoped, inSales)
    }
  )

  // evidence-7: Evidence that cannot be recorded is refused with 503, and no byte of it leaves.
  it.status(503, "evidence that cannot be recorded is refused, and no byte of it leaves", function* () {
    const { member, offboardingId } = yield* aLeaver
    yield* asOwner((sql) => sql`DELETE FROM audit_heads WHERE org_id = ${member.orgId}`)
    const refused = yield* withStatus(503, download(member, offboardingId))
    assert.deepStrictEqual(JSON.parse(refused.text), {
      error: "The evidence package could not be recorded in the audit log, so it was not sent. Try again later"
    })
    assert.isUndefined(refused.headers["x-content-sha256"])
  })

  // evidence-9: A user asks for it ten times in 15 minutes at most.
  it.status(429, "10 in 15 minutes per user", function* () {
    const member = yield* aSuperAdmin()
    const nowhere = randomUUID()
    for (let time = 0; time < 10; time += 1) assert.strictEqual((yield* download(member, nowhere)).status, 404)
    const refused = yield* withStatus(429, download(member, nowhere))
    assert.strictEqual(refused.headers["retry-after"], "900")
  })
})

layer(TestApp)("evidence without a signing key", (it) => {
  // evidence-10: Without a signing key it holds neither key nor signatures, and its chain verifies all the same.
  it.effect("holds no key and no signatures, and its chain verifies all the same", function* () {
    const member = yield* aSuperAdmin()
    yield* aPerson(member, "Ada Lovelace")
    const id = yield* anOffboarding(member)
    const evidence = yield* evidenceOf(member, id)
    assert.notInclude([...evidence.files.keys()], "manifest.json.sig")
    assert.notInclude([...evidence.files.keys()], "signing-key.pem")
    assert.isUndefined(evidence.headers["x-signature-ed25519"])
    const manifest = yield* decoded(evidence, "manifest.json", EvidenceManifest)
    assert.isNull(manifest.key_id)
    const text = evidence.files.get("audit.json")?.toString() ?? ""
    assert.deepStrictEqual(brokenLinks(jsonOf({ ...evidence, text })), [])
  })
})
