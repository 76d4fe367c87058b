import { assert, layer } from "#test/support/suite"
import { AuditLogPage } from "@svc/contract/audit-log/schema"
import type { PersonKeyId } from "@svc/contract/kernel/ids"
import { DateTime, Effect, Schema } from "effect"
import { PersonKeys } from "#audit/record/person-keys"
import { auditText, personal } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { AuditSurface, record } from "#test/support/audit-surface"
import { asCaller, aSuperAdmin, type Member } from "#test/support/people"
import { asSystem } from "#test/support/tables"
import { as } from "#test/support/requests"

const decode = Schema.decodeUnknownEffect(Schema.toCodecJson(AuditLogPage))

const noted = (member: Member, query: Record<string, string> = {}) =>
  Effect.flatMap(as(member).get(`/api/audit-log?${new URLSearchParams({ action: "noted", ...query })}`), ({ body }) =>
    Effect.map(decode(body), ({ rows }) => rows.map(({ details, target }) => [target, details]))
  )

const keyOf = Effect.fnUntraced(function* (member: Member, email: string) {
  const db = yield* Db
  const personKeys = yield* PersonKeys
  return yield* asCaller(member)(db.transact(personKeys.forPerson(member.orgId, email)))
})

/** What becomes of a person's key behind the service's back, or by an erasure. */
const rewrap = Effect.fnUntraced(function* (
  member: Member,
  key: PersonKeyId,
  wrapped: (stored: string) => string | null
) {
  const now = DateTime.toDateUtc(yield* DateTime.now)
  yield* asSystem((sql) =>
    Effect.gen(function* () {
      const [row] = yield* sql<{ wrapped_key: string }>`
        SELECT wrapped_key FROM audit_person_keys WHERE org_id = ${member.orgId} AND id = ${key}`
      const changed = wrapped(row?.wrapped_key ?? "")
      yield* sql`
        UPDATE audit_person_keys SET wrapped_key = ${changed}, destroyed_at = ${changed === null ? now : null}
        WHERE org_id = ${member.orgId} AND id = ${key}`
    })
  )
})

const about = (key: PersonKeyId) => ({
  target: auditText`Offboarding of ${personal(key, "Ann Lee")}`,
  details: auditText`e-mail: ${personal(key, "ann@acme.test")}, stage: pending`
})

layer(AuditSurface)("GET /api/audit-log, what stands in the place of a personal value", (it) => {
  // entries-4: `[erased]` stands where the person was erased and their key destroyed; the words around it stay.
  it.effect("[erased] when the person was erased, in target and details; the words around it stay", function* () {
    const member = yield* aSuperAdmin()
    const key = yield* keyOf(member, "ann@acme.test")
    yield* record(member, about(key))
    assert.deepStrictEqual(yield* noted(member), [["Offboarding of Ann Lee", "e-mail: ann@acme.test, stage: pending"]])
    yield* rewrap(member, key, () => null)
    assert.deepStrictEqual(yield* noted(member), [["Offboarding of [erased]", "e-mail: [erased], stage: pending"]])
  })

  // entries-5: `[withheld]` stands for a value that could be tied to no person, and was never stored.
  it.effect("[withheld] for a value that no person's key could seal, which was never stored", function* () {
    const member = yield* aSuperAdmin()
    const key = yield* keyOf(member, "ann@acme.test")
    yield* rewrap(member, key, () => null)
    yield* record(member, about(key))
    const withheld = [["Offboarding of [withheld]", "e-mail: [withheld], stage: pending"]]
    assert.deepStrictEqual(yield* noted(member), withheld)
    assert.deepStrictEqual(yield* noted(member, { search: "[withheld]" }), withheld)
    assert.deepStrictEqual(yield* noted(member, { search: "Ann Lee" }), [])
  })

  const damages = [
    [
      "was damaged",
      (stored: string) => `${stored.slice(0, -8)}${stored.endsWith("AAAAAAAA") ? "BBBBBBBB" : "AAAAAAAA"}`
    ],
    [
      "was wrapped by a master key that the service does not have",
      (stored: string) => stored.replace(/^svc:v1:[0-9a-f]{8}/, "svc:v1:00000000")
    ],
    ["is no wrapped key at all", () => "nonsense"]
  ] as const
  for (const [what, damage] of damages) {
    // entries-6: `[unreadable]` stands for a value that cannot be opened.
    it.effect(
      `[unreadable] when the person's key ${what}; search passes over it and finds it again when it is mended`,
      function* () {
        const member = yield* aSuperAdmin()
        const key = yield* keyOf(member, "ann@acme.test")
        yield* record(member, about(key))
        const readable = [["Offboarding of Ann Lee", "e-mail: ann@acme.test, stage: pending"]]
        assert.deepStrictEqual(yield* noted(member, { search: "ann lee" }), readable)
        let original = ""
        yield* rewrap(member, key, (stored) => {
          original = stored
          return damage(stored)
        })
        const unreadable = [["Offboarding of [unreadable]", "e-mail: [unreadable], stage: pending"]]
        assert.deepStrictEqual(yield* noted(member), unreadable)
        assert.deepStrictEqual(yield* noted(member, { search: "Ann Lee" }), [])
        assert.deepStrictEqual(yield* noted(member, { search: "stage: pending" }), unreadable)
        yield* rewrap(member, key, () => original)
        assert.deepStrictEqual(yield* noted(member, { search: "ann lee" }), readable)
      }
    )
  }

  it.effect("text that only looks like a token, or like a placeholder, is returned as it was written", function* () {
    const member = yield* aSuperAdmin()
    const key = yield* keyOf(member, "ann@acme.test")
    const texts = [`[[aps:v1:${key}:AAAA]]`, "[[aps:open]]", "[[aps:v1:", "[erased] [withheld] [unreadable]"]
    for (const text of texts)
      yield* record(member, { target: auditText`${text}`, details: auditText`${personal(key, text)}` })
    assert.deepStrictEqual(yield* noted(member), texts.map((text) => [text, text]).toReversed())
  })

  it.effect(
    "line ends, terminal codes, quotes, and a megabyte of text are returned as they were written",
    function* () {
      const member = yield* aSuperAdmin()
      const key = yield* keyOf(member, "ann@acme.test")
      const texts = [
        'first\r\nsecond\n"rows": [] }\u2028\u2029',
        "\u001b[31mred\u001b[0m \u0007 \u0001\u0008 %n %s",
        "<script>alert(1)</script>",
        "Mozilla/5.0 ".repeat(90_000)
      ]
      for (const text of texts) {
        yield* record(member, { target: auditText`${text}`, details: auditText`browser: ${personal(key, text)}` })
      }
      assert.deepStrictEqual(yield* noted(member), texts.map((text) => [text, `browser: ${text}`]).toReversed())
      for (const search of ['second\n"rows"', "\u001b[31mred", "browser: <script>", "mozilla/5.0 moz"]) {
        assert.lengthOf(yield* noted(member, { search }), 1, search)
      }
    }
  )
})
