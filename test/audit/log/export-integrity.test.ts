import { assert, layer } from "#test/support/suite"
import { AuditExportQuery } from "@svc/contract/audit-log/export-schema"
import { AuditLogFilters } from "@svc/contract/audit-log/schema"
import type { PersonKeyId } from "@svc/contract/kernel/ids"
import { DateTime, Effect, Layer, Redacted, Schema } from "effect"
import { createHash, createPublicKey, randomUUID, verify } from "node:crypto"
import { PersonKeys } from "#audit/record/person-keys"
import { auditText, personal } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { Secrets } from "#platform/keys/secrets"
import { record } from "#test/support/audit-surface"
import { brokenLinks, download, jsonOf, signingKey, SigningApp } from "./exporting.ts"
import { labelled } from "#test/support/labelled"
import { aMember, anAdmin, asCaller } from "#test/support/people"
import { systemSql } from "#test/support/tables"
import { as, withStatus } from "#test/support/requests"

const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex")

const SigningKey = Schema.Struct({ algorithm: Schema.String, keyId: Schema.String, publicKeyPem: Schema.String })

layer(SigningApp)("GET /api/audit-log/export, what shows that the file is whole", (it) => {
  for (const query of [{ format: "csv" }, { format: "json" }, { format: "pdf" }, { format: "json", bundle: "1" }]) {
    const name = Object.values(query).join(" with bundle=")
    // log-exports-14: Exports carry `X-Content-SHA256`, `X-Signature-Ed25519`, `X-Signing-Key-Id`, `X-Export-Row-Count`
    //   and `X-Content-Digest`; without a signing key no signature.
    it.status(
      200,
      `${name}: X-Content-SHA256, X-Signature-Ed25519, X-Signing-Key-Id, X-Export-Row-Count, X-Content-Digest`,
      function* () {
        const admin = yield* anAdmin()
        yield* record(admin, {})
        const { bytes, headers } = yield* withStatus(200, download(admin, { ...query, action: "noted" }))
        assert.strictEqual(headers["x-content-sha256"], sha256(bytes))
        const signature = Buffer.from(headers["x-signature-ed25519"] ?? "", "base64")
        assert.isTrue(verify(null, bytes, signingKey.publicKey, signature))
        const der = signingKey.publicKey.export({ format: "der", type: "spki" })
        assert.strictEqual(headers["x-signing-key-id"], sha256(der).slice(0, 16))
        assert.strictEqual(headers["x-export-row-count"], "1")
        // Checkable only by the service: another one, with another master key, gives another digest.
        const digest = headers["x-content-digest"]
        const secrets = yield* Secrets
        assert.strictEqual(digest, `hmac-sha256=${secrets.hmac("audit-export-digest", bytes)}`)
        const others = Layer.fresh(Secrets.layerWith({ masterKey: Redacted.make(new Uint8Array(32)), previous: [] }))
        const elsewhere = yield* Effect.provide(Secrets, others, { local: true })
        assert.notStrictEqual(digest, `hmac-sha256=${elsewhere.hmac("audit-export-digest", bytes)}`)
        assert.notStrictEqual(digest, `hmac-sha256=${sha256(bytes)}`)
      }
    )
  }

  it.effect(
    "as the document says: the key saved, the signature decoded, Ed25519 over the exact bytes, the hash in the entry",
    function* () {
      const admin = yield* anAdmin()
      const { body } = yield* as(admin).get("/api/audit-log/signing-key")
      const { algorithm, keyId, publicKeyPem } = yield* Schema.decodeUnknownEffect(SigningKey)(body)
      assert.strictEqual(algorithm, "Ed25519")
      for (const format of ["csv", "json", "pdf"]) {
        const { bytes, headers } = yield* download(admin, { format })
        assert.strictEqual(headers["x-signing-key-id"], keyId)
        const raw = Buffer.from(headers["x-signature-ed25519"] ?? "", "base64")
        const key = createPublicKey(publicKeyPem)
        assert.isTrue(verify(null, bytes, key, raw))
        assert.isFalse(verify(null, Buffer.concat([bytes, Buffer.from("\n")]), key, raw))
        const { rows } = jsonOf(yield* download(admin, { format: "json", action: "audit_log_exported" }))
        const entry = rows.find(
          ({ details }) => details.includes(`format: ${format},`) && details.includes(sha256(bytes))
        )
        assert.include(entry?.details, `signing_key: ${keyId}`)
      }
    }
  )

  it.status(200, "pdf: bundle=1 is for csv and json, a PDF comes as it is", function* () {
    const { bytes, headers } = yield* download(yield* anAdmin(), { format: "pdf", bundle: "1" })
    assert.strictEqual(headers["content-type"], "application/pdf")
    assert.strictEqual(bytes.subarray(0, 5).toString(), "%PDF-")
  })

  it.status(200, "csv: a neutralised cell no longer matches what was hashed, which the JSON still has", function* () {
    const admin = yield* anAdmin()
    yield* record(admin, { action: labelled("cells"), details: auditText`=1+1` })
    assert.include((yield* download(admin, { action: "cells" })).text, ',"\t=1+1",')
    const [row] = jsonOf(yield* download(admin, { format: "json", action: "cells" })).rows
    assert.strictEqual(row?.details_text, "=1+1")
    assert.match(row?.details ?? "", /^=1\+1 \| by /)
  })

  it.status(200, "what stands in the place of a personal value is in the exports as it is in the list", function* () {
    const admin = yield* anAdmin()
    const db = yield* Db
    const personKeys = yield* PersonKeys
    const keyFor = (email: string) => asCaller(admin)(db.transact(personKeys.forPerson(admin.orgId, email)))
    const [erased, damaged] = [yield* keyFor("ada@acme.test"), yield* keyFor("bo@acme.test")]
    const about = (key: PersonKeyId) =>
      record(admin, { action: labelled("about"), target: auditText`${personal(key, "Ada Lee")}` })
    yield* about(erased)
    yield* about(damaged)
    const now = DateTime.toDateUtc(yield* DateTime.now)
    yield* systemSql`UPDATE audit_person_keys SET wrapped_key = NULL, destroyed_at = ${now} WHERE org_id = ${admin.orgId} AND id = ${erased}`
    yield* about(erased)
    yield* systemSql`UPDATE audit_person_keys SET wrapped_key = 'svc:v1:damaged' WHERE org_id = ${admin.orgId} AND id = ${damaged}`
    const file = jsonOf(yield* download(admin, { format: "json", action: "about" }))
    const placeholders = ["[erased]", "[unreadable]", "[withheld]"]
    assert.deepStrictEqual(
      file.rows.map(({ target_text }) => target_text),
      placeholders
    )
    assert.deepStrictEqual(brokenLinks(file), [])
    const { text } = yield* download(admin, { action: "about" })
    for (const placeholder of placeholders) assert.include(text, `,about,${placeholder},`)
    assert.strictEqual((yield* download(admin, { format: "pdf", action: "about" })).status, 200)
  })

  // log-exports-1: `GET /api/audit-log/export` takes the filters of the list, and exports every match, oldest first.
  it.status(200, "the same filters as the list, each of them, plus format and bundle", function* () {
    const filters = Object.keys(AuditLogFilters)
    assert.sameMembers(Object.keys(AuditExportQuery), [...filters, "format", "bundle"])
    const admin = yield* anAdmin()
    const other = yield* aMember(admin.orgId, "hr")
    const offboardingId = randomUUID()
    const orgEmployeeId = randomUUID()
    yield* record(admin, { action: labelled("one"), details: auditText`alpha`, offboardingId, orgEmployeeId })
    yield* record(other, { action: labelled("other"), details: auditText`beta` })
    const matching: Readonly<Record<string, string>> = {
      action: "one",
      actorId: admin.userId,
      from: "2026-03-02",
      to: "2026-03-02",
      offboardingId,
      orgEmployeeId,
      search: "ALPHA"
    }
    assert.sameMembers(Object.keys(matching), filters)
    const found = (query: Record<string, string>) =>
      Effect.map(download(admin, { format: "json", ...query }), (answer) =>
        jsonOf(answer).rows.map(({ action }) => action)
      )
    assert.deepStrictEqual(yield* found(matching), ["one"])
    const failing: Readonly<Record<string, string>> = {
      action: "on",
      actorId: other.userId,
      from: "2026-03-03",
      to: "2026-03-01",
      offboardingId: randomUUID(),
      orgEmployeeId: randomUUID(),
      search: "beta"
    }
    for (const name of filters) {
      assert.deepStrictEqual(yield* found({ ...matching, [name]: failing[name] ?? "" }), [], name)
    }
  })
})
