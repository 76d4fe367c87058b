import { assert, layer } from "#test/support/suite"
import { contentLines, genesisHash } from "@svc/contract/audit/chain"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { auditText } from "#audit/record/text"
import { VerificationRepo } from "#audit/verification/repo"
import { writtenHashes } from "#audit/verification/written-hashes-repo"
import { Db } from "#platform/database/db"
import { record } from "#test/support/audit-surface"
import { TestServices } from "#test/support/TestApp"
import { labelled } from "#test/support/labelled"
import { aMember, anOrganisation, asCaller } from "#test/support/people"

/** Any character that a text column can hold: no NUL, no half of a pair. */
const Stored = Schema.String.pipe(
  Schema.check(Schema.makeFilter((text: string) => text.isWellFormed() && !text.includes("\0")))
)

const everyCharacter = Array.from({ length: 0xffff }, (_, index) => index + 1)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCharCode(code))
  .join("")

layer(TestServices)("what the database writes for hashing", (it) => {
  const written = Effect.fnUntraced(function* (texts: ReadonlyArray<string>) {
    const orgId = yield* anOrganisation()
    const member = yield* aMember(orgId)
    for (const text of texts) {
      // The action is indexed, so it is short.
      const action = text === "" || text.length > 100 ? "noted" : text
      yield* record(member, { action: labelled(action), target: auditText`${text}`, details: auditText`${text}` })
    }
    const db = yield* Db
    yield* Effect.gen(function* () {
      const repo = yield* VerificationRepo
      const sql = yield* SqlClient.SqlClient
      const hashes = writtenHashes(sql)
      const written = yield* sql<{ readonly lines: string; readonly content: string; readonly entry: string }>`
        SELECT ${hashes.lines(orgId)} AS lines, ${hashes.content(orgId)} AS content, ${hashes.entry(orgId)} AS entry
        FROM audit_entries e WHERE e.org_id = ${orgId} ORDER BY e.seq`
      const entries = yield* repo.entries(orgId, null, 1000)
      assert.deepStrictEqual(
        written,
        entries.map((entry) => ({
          lines: contentLines({
            ...entry,
            orgId,
            createdAt: entry.created_at?.toISOString() ?? "",
            actorId: entry.actor_id
          }),
          content: entry.content_hash,
          entry: entry.entry_hash
        }))
      )
      assert.lengthOf(entries, texts.length + 1)
      const { end } = yield* repo.follow(orgId, { seq: 0n, entry_hash: genesisHash, isBeginning: true }, 1000)
      assert.strictEqual(end?.seq, BigInt(entries.length))
    }).pipe(db.transact, asCaller(member), Effect.provide(VerificationRepo.layer))
  })

  it.effect("is what contentLines makes of every character that it can hold", () => written([everyCharacter]))

  it.effect.prop(
    "… and of any text",
    { texts: Schema.Array(Stored).check(Schema.isMaxLength(5)) },
    ({ texts }) => written(texts),
    { arbitrary: { runs: 30 } }
  )
})
