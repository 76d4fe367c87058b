import { assert, layer } from "@effect/vitest"
import { contentLines } from "@svc/contract/audit/chain"
import { Effect, Option, Schema } from "effect"
import { auditText } from "#audit/record/text"
import { boundsAt } from "#audit/verification/chain-follow"
import { VerificationRepo } from "#audit/verification/repo"
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
      const page = Option.getOrThrow(yield* repo.page(orgId, null, 1000))
      const bytes = Buffer.concat(page.pieces ?? [])
      const entries = yield* repo.entries(orgId, 1n, 1000n)
      assert.strictEqual(page.entries, texts.length + 1)
      let offset = 0
      for (const entry of entries) {
        const { content, link, next } = boundsAt(bytes, offset)
        assert.strictEqual(
          bytes.toString("utf8", content, link),
          contentLines({ ...entry, orgId, createdAt: entry.created_at?.toISOString() ?? "", actorId: entry.actor_id })
        )
        assert.strictEqual(
          bytes.toString("utf8", link, next),
          `${entry.seq} ${entry.content_hash} ${entry.prev_hash} ${entry.entry_hash}`
        )
        offset = next
      }
      assert.strictEqual(offset, bytes.length)
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
