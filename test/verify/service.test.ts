import { assert, layer } from "#test/support/suite"
import { anchorLines } from "@svc/contract/audit/chain"
import { verify } from "@svc/verify/verify"
import { Effect, Layer, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { generateKeyPairSync } from "node:crypto"
import { auditText, personal } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { Signing } from "#platform/keys/signing"
import { PersonKeys } from "#audit/record/person-keys"
import { record } from "#test/support/audit-surface"
import { TestServices } from "#test/support/TestApp"
import { asCaller, aSuperAdmin, type Member } from "#test/support/people"
import { asOwner, systemSql } from "#test/support/tables"
import { anExport, aPage, failuresOf, input, said, type WrittenRow } from "./writing.ts"

const pem = generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" }).toString()
const Services = Layer.merge(TestServices, Signing.layerWith(Option.some(Redacted.make(pem))))

/** The organisation's entries as they stand in the database. */
const storedRows = ({ orgId }: Member) =>
  systemSql<WrittenRow>`
      SELECT org_id, seq::int AS seq, id, to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS created_at,
        actor_id, action, target, details, content_hash, prev_hash, entry_hash
      FROM audit_entries WHERE org_id = ${orgId} ORDER BY audit_entries.seq`

/** A page with one anchor over the row, signed by the service's own key. */
const anchoring = Effect.fnUntraced(function* (row: WrittenRow) {
  const signing = yield* Signing
  const anchored_at = "2026-03-03T00:00:00.000Z"
  const message = anchorLines({
    orgId: row.org_id,
    entryId: row.id,
    entryHash: row.entry_hash,
    anchoredAt: anchored_at
  })
  const signature = Option.getOrThrow(yield* signing.sign(new TextEncoder().encode(message)))
  const key_id = Option.getOrThrow(signing.keyId)
  return aPage(row.org_id, [
    { ...row, entry_id: row.id, entry_created_at: row.created_at, anchored_at, signature, key_id, seq: row.seq }
  ])
})

/** Five entries of the service's own making: a member's and others, plain texts, awkward ones and a person's. */
const someEntries = Effect.gen(function* () {
  const member = yield* aSuperAdmin()
  const db = yield* Db
  const keys = yield* PersonKeys
  const key = yield* asCaller(member)(db.transact(keys.forPerson(member.orgId, "ada@acme.test")))
  yield* record(member, { details: auditText`stage: ${1}` })
  yield* TestClock.adjust("90 seconds")
  yield* record(member, {
    target: auditText`${personal(key, "Ada Lovelace")}`,
    details: auditText`to ${personal(key, "ada@acme.test")}`
  })
  yield* record(member, {
    target: auditText`"\\ \u2028 é 😀 \ud800`,
    details: auditText`line\nand [[aps:v1: as text`
  })
  yield* record(member, {})
  return { member, rows: yield* storedRows(member) }
})

layer(Services)("what the service itself recorded", (it) => {
  it.effect("holds, entry by entry, and its signed anchor vouches for it", function* () {
    const { rows } = yield* someEntries
    const signing = yield* Signing
    const last = rows.at(-1) ?? assert.fail("no entries")
    const page = yield* anchoring(last)
    const key = Option.getOrThrow(signing.publicKeyPem)
    const report = yield* Effect.promise(() =>
      verify([input("export.json", anExport(rows)), input("anchors.json", page), input("key.pem", key, "Key")])
    )
    assert.deepStrictEqual(failuresOf(report), [])
    assert.strictEqual(report.verdict, "proven")
    assert.include(said(report, "proven"), `Entries 1 to ${last.seq} are unchanged`)
  })

  it.effect("one byte changed in the database is found in the export, and the entry named", function* () {
    const { member } = yield* someEntries
    yield* asOwner(
      (sql) => sql`UPDATE audit_entries SET details = details || ' ' WHERE org_id = ${member.orgId} AND seq = 3`
    )
    const rows = yield* storedRows(member)
    const report = yield* Effect.promise(() => verify([input("export.json", anExport(rows))]))
    assert.deepStrictEqual(
      failuresOf(report).map(({ where }) => where),
      [{ file: "export.json", seq: 3, id: rows[2]?.id ?? "" }]
    )
  })
})
