import { assert, describe, it, layer } from "#test/support/suite"
import { type EntryContent, contentLines } from "@svc/contract/audit/chain"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { hash } from "node:crypto"
import { Audit } from "#audit/record/service"
import { PersonKeys } from "#audit/record/person-keys"
import { auditText, personal } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { type systemCaller } from "#platform/jobs/system-caller"
import { verify } from "#test/audit/verification/tampering"
import { TestServices } from "#test/support/TestApp"
import { labelled } from "#test/support/labelled"
import { anOrganisation, asSystemCaller } from "#test/support/people"
import { systemSql } from "#test/support/tables"

const entry: EntryContent = {
  orgId: "11111111-2222-4333-8444-555555555555",
  id: "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee",
  createdAt: "2026-03-02T09:00:00.123Z",
  actorId: "99999999-8888-4777-8666-555555555555",
  action: "offboarding_created",
  target: "Offboarding of Ada",
  details: "source: api\nexit date: 2026-04-30"
}

/** Texts that look like the lines around them, or that an encoding could lose. */
const awkward = [
  "",
  "x",
  "\n",
  '"',
  "\\",
  "\\n",
  '\\"',
  'x"\ndetails="y',
  '"\ndetails=""',
  "target=",
  'target="x"\ndetails="y"\n',
  'details="x"',
  "a\r\nb",
  "\u2028\u2029",
  "\ufeff",
  "\u007f\u0001\t",
  "Zo\u00eb",
  "Zoe\u0308",
  "😀",
  "\u202eevil\u202c",
  "null",
  "{}",
  "[[aps:v1:"
]

describe("the content hash covers every byte, and no two entries have the same text", () => {
  // chain-5: A change of any character of any hashed field changes the hash.
  it("any change of any character of any field changes the hash", () => {
    const original = hash("sha256", contentLines(entry))
    for (const [field, value] of Object.entries(entry)) {
      for (let at = 0; at <= value.length; at++) {
        const inserted = `${value.slice(0, at)}~${value.slice(at)}`
        const flipped = `${value.slice(0, at)}${value[at] === "0" ? "1" : "0"}${value.slice(at + 1)}`
        const dropped = `${value.slice(0, at)}${value.slice(at + 1)}`
        for (const changed of [inserted, flipped, dropped].filter((text) => text !== value)) {
          assert.notStrictEqual(hash("sha256", contentLines({ ...entry, [field]: changed })), original, field)
        }
      }
    }
    assert.notStrictEqual(hash("sha256", contentLines({ ...entry, actorId: null })), original)
  })

  it("what stands in one field is never taken for another, whatever line breaks and quotes it holds", () => {
    const seen = new Map<string, string>()
    for (const action of ["a", 'a\ntarget="x"', 'a\ntarget=""\ndetails=""']) {
      for (const target of awkward) {
        for (const details of awkward) {
          const text = contentLines({ ...entry, action, target, details })
          const said = JSON.stringify([action, target, details])
          assert.strictEqual(seen.get(text) ?? said, said)
          seen.set(text, said)
        }
      }
    }
    assert.strictEqual(seen.size, 3 * awkward.length ** 2)
  })
})

const record = (orgId: Parameters<typeof systemCaller>[0], target: string, details: string) =>
  Effect.gen(function* () {
    const audit = yield* Audit
    const db = yield* Db
    const personKeys = yield* PersonKeys
    yield* db.transact(
      Effect.gen(function* () {
        const key = yield* personKeys.forPerson(orgId, "ada@acme.test")
        yield* audit.record({
          action: labelled("noted"),
          target: auditText`${target}`,
          details: auditText`${details}${personal(key, details)}`
        })
      })
    )
  }).pipe(asSystemCaller(orgId))

layer(TestServices)("what is hashed is what the database gives back", (it) => {
  it.effect(
    "at any millisecond, with any text: lone surrogates and NUL too, which are replaced before hashing",
    function* () {
      const orgId = yield* anOrganisation()
      const lost = ["\ud83d", "a\udc00b", "NUL \u0000 within", "😀".repeat(20_000)]
      for (const text of [...awkward, ...lost]) {
        yield* TestClock.adjust("37 millis")
        yield* record(orgId, text, `details of ${text}`)
      }
      const report = yield* verify(orgId)
      assert.deepInclude(report, { ok: true, brokenCount: 0, checked: awkward.length + lost.length + 1 })

      const rows = yield* systemSql<{ target: string; at: Date }>`
          SELECT target, created_at AS at FROM audit_entries WHERE org_id = ${orgId} AND action = 'noted' ORDER BY seq`
      const written = [...awkward, "\ufffd", "a\ufffdb", "NUL \ufffd within", "😀".repeat(20_000)]
      assert.deepStrictEqual(
        rows.map(({ target }) => target.replaceAll("[[aps:open]]", "[")),
        written
      )
      assert.isAbove(new Set(rows.map(({ at }) => at.getUTCMilliseconds())).size, 20)
    }
  )

  it.effect("order is the number's, not the time's: a clock that goes back breaks nothing", function* () {
    const orgId = yield* anOrganisation()
    yield* record(orgId, "later", "")
    yield* TestClock.setTime(Date.parse("2020-01-01T00:00:00.001Z"))
    yield* record(orgId, "earlier", "")
    assert.deepInclude(yield* verify(orgId), { ok: true, checked: 3 })
  })
})
