import { assert, layer } from "#test/support/suite"
import { AuditLogPage } from "@svc/contract/audit-log/schema"
import type { PersonKeyId } from "@svc/contract/kernel/ids"
import { EmailAddress } from "@svc/contract/kernel/text"
import { DateTime, Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { PersonKeys } from "#audit/record/person-keys"
import { auditText, personal } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { start } from "#test/support/TestApp"
import { AuditSurface, record } from "#test/support/audit-surface"
import { labelled } from "#test/support/labelled"
import { aMember, asCaller, aSuperAdmin, type Member } from "#test/support/people"
import { asOwner, systemSql } from "#test/support/tables"
import { as, withStatus } from "#test/support/requests"
import { entriesOf } from "#test/support/log"
import { aCase, aPerson } from "#test/support/cases"

const decode = Schema.decodeUnknownEffect(Schema.toCodecJson(AuditLogPage))

const list = (member: Member, query: Record<string, string> = {}) =>
  Effect.flatMap(as(member).get(`/api/audit-log?${new URLSearchParams(query)}`), ({ body }) => decode(body))

const actions = (member: Member, query: Record<string, string> = {}) =>
  Effect.map(list(member, query), ({ rows, total }) => {
    assert.strictEqual(total, rows.length)
    return rows.map(({ action }) => action)
  })

const keyOf = Effect.fnUntraced(function* (member: Member, email: string) {
  const db = yield* Db
  const personKeys = yield* PersonKeys
  return yield* asCaller(member)(db.transact(personKeys.forPerson(member.orgId, email)))
})

const erase = Effect.fnUntraced(function* (member: Member, key: PersonKeyId) {
  const now = DateTime.toDateUtc(yield* DateTime.now)
  yield* systemSql`
    UPDATE audit_person_keys SET wrapped_key = NULL, destroyed_at = ${now} WHERE org_id = ${member.orgId} AND id = ${key}`
})

const anOffboarding = (member: Member, name: string, email: string) =>
  aCase(member, { employee_name: name, employee_email: EmailAddress.make(email) })

layer(AuditSurface)("GET /api/audit-log", (it) => {
  // log-1: `GET /api/audit-log` answers `rows`, `total`, `limit` and `offset`, each entry with its documented fields
  //   and no other.
  it.status(200, "rows, total, limit and offset; each entry with its documented fields and no other", function* () {
    const member = yield* aSuperAdmin()
    yield* record(member, { action: labelled("noted"), target: auditText`thing`, details: auditText`some details` })
    const { body } = yield* withStatus(200, as(member).get("/api/audit-log"))
    const { rows } = yield* decode(body)
    const at = DateTime.formatIso(start)
    assert.deepStrictEqual(body, {
      rows: [
        {
          id: rows[0]?.id,
          action: "noted",
          target: "thing",
          details: "some details",
          created_at: at,
          is_signed: true,
          actor: { id: member.userId, full_name: "The superadmin" }
        },
        {
          id: rows[1]?.id,
          action: "organization_created",
          target: rows[1]?.target,
          details: "plan: enterprise, time zone: UTC | by the operator",
          created_at: at,
          is_signed: true,
          actor: { id: null, full_name: null }
        }
      ],
      total: 2,
      limit: 50,
      offset: 0
    })
  })

  // log-2: `is_signed` says only that a hash is recorded.
  it.status(200, "is_signed only says that a hash is recorded, not that the chain is intact", function* () {
    const member = yield* aSuperAdmin()
    yield* record(member, {})
    yield* asOwner(
      (sql) => sql`UPDATE audit_entries SET details = 'forged' WHERE org_id = ${member.orgId} AND action = 'noted'`
    )
    const { rows } = yield* list(member)
    assert.deepInclude(rows[0], { action: "noted", details: "forged", is_signed: true })
    assert.deepInclude((yield* as(member).get("/api/audit-log/verify")).body, { ok: false })
  })

  // log-3: Newest first, 50 by default, 100 at most, from an offset.
  it.status(200, "newest first, 50 by default, at most 100, from an offset; total counts all that match", function* () {
    const member = yield* aSuperAdmin()
    for (let entry = 1; entry <= 105; entry++) {
      yield* record(member, { action: labelled(entry <= 60 ? "early" : "late"), details: auditText`${entry}` })
    }
    const details = (query: Record<string, string>) =>
      Effect.map(list(member, query), ({ rows, total }) => [total, rows.map((row) => Number(row.details))] as const)
    const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index)
    assert.deepStrictEqual(yield* details({}), [106, down(105, 56)])
    assert.deepStrictEqual(yield* details({ limit: "100" }), [106, down(105, 6)])
    assert.deepStrictEqual(yield* details({ limit: "3", offset: "99" }), [106, [6, 5, 4]])
    assert.deepStrictEqual(yield* details({ action: "early", limit: "2", offset: "1" }), [60, [59, 58]])
    assert.deepStrictEqual(yield* details({ search: "thing", limit: "2", offset: "1" }), [105, [104, 103]])
    assert.deepStrictEqual(yield* details({ offset: "106" }), [106, []])
    assert.deepStrictEqual(yield* details({ search: "thing", offset: "106" }), [105, []])
  })

  it.status(200, "an entry that was recorded later is shown earlier, whichever filter finds it", function* () {
    const member = yield* aSuperAdmin()
    for (const action of ["one", "two", "three"]) {
      yield* TestClock.adjust("1 minute")
      yield* record(member, { action: labelled(action) })
    }
    const newest = ["three", "two", "one"]
    assert.deepStrictEqual((yield* actions(member)).slice(0, 3), newest)
    assert.deepStrictEqual(yield* actions(member, { actorId: member.userId }), newest)
    assert.deepStrictEqual(yield* actions(member, { search: "thing" }), newest)
  })

  // log-4: `action` is exact.
  it.status(200, "action is exact", function* () {
    const member = yield* aSuperAdmin()
    for (const action of ["asset_returned", "asset_returned_late", "ASSET_RETURNED"])
      yield* record(member, { action: labelled(action) })
    assert.deepStrictEqual(yield* actions(member, { action: "asset_returned" }), ["asset_returned"])
    assert.deepStrictEqual(yield* actions(member, { action: "asset%" }), [])
  })

  // log-5: `actorId` finds the entries of one actor.
  it.status(200, "actorId finds the entries of one actor, in capitals too", function* () {
    const member = yield* aSuperAdmin()
    const other = yield* aMember(member.orgId, "hr")
    yield* record(member, { action: labelled("mine") })
    yield* record(other, { action: labelled("theirs") })
    assert.deepStrictEqual(yield* actions(member, { actorId: other.userId.toUpperCase() }), ["theirs"])
    assert.deepStrictEqual(yield* actions(member, { actorId: randomUUID() }), [])
  })

  // log-6: `from` and `to` are days in UTC, both included.
  it.status(200, "from and to are days in UTC, both included", function* () {
    const member = yield* aSuperAdmin()
    yield* TestClock.setTime(DateTime.makeUnsafe("2026-06-09T23:59:59.999Z").epochMilliseconds)
    yield* record(member, { action: labelled("the ninth") })
    yield* TestClock.adjust("1 milli")
    yield* record(member, { action: labelled("the tenth begins") })
    yield* TestClock.setTime(DateTime.makeUnsafe("2026-06-10T23:59:59.999Z").epochMilliseconds)
    yield* record(member, { action: labelled("the tenth ends") })
    yield* TestClock.adjust("1 milli")
    yield* record(member, { action: labelled("the eleventh") })
    const tenth = ["the tenth ends", "the tenth begins"]
    assert.deepStrictEqual(yield* actions(member, { from: "2026-06-10", to: "2026-06-10" }), tenth)
    assert.deepStrictEqual(yield* actions(member, { from: "2026-06-10" }), ["the eleventh", ...tenth])
    assert.deepStrictEqual((yield* actions(member, { to: "2026-06-10" })).slice(0, 3), [...tenth, "the ninth"])
    assert.deepStrictEqual(yield* actions(member, { from: "2026-06-11", to: "2026-06-10" }), [])
    assert.deepStrictEqual(yield* actions(member, { from: "2026-06-10", to: "9999-12-31", search: "thing" }), [
      "the eleventh",
      ...tenth
    ])
  })

  // log-7: `offboardingId` and `orgEmployeeId` find the entries about a case or a record of the directory, whatever
  //   their target says.
  it.status(
    200,
    "offboardingId finds the entries about it whatever their target says; orgEmployeeId likewise",
    function* () {
      const member = yield* aSuperAdmin()
      const offboardingId = randomUUID()
      const orgEmployeeId = randomUUID()
      yield* record(member, { action: labelled("case"), target: auditText`anything`, offboardingId })
      yield* record(member, { action: labelled("person"), target: auditText`anything`, orgEmployeeId })
      yield* record(member, { action: labelled("both"), offboardingId, orgEmployeeId })
      yield* record(member, { action: labelled("neither") })
      assert.deepStrictEqual(yield* actions(member, { offboardingId }), ["both", "case"])
      assert.deepStrictEqual(yield* actions(member, { orgEmployeeId }), ["both", "person"])
      assert.deepStrictEqual(yield* actions(member, { offboardingId, orgEmployeeId, action: "both" }), ["both"])
      assert.deepStrictEqual(yield* actions(member, { offboardingId, actorId: randomUUID() }), [])
    }
  )

  // log-8: `search` matches target, details and the actor's name, and finds entries about cases and people by name or
  //   e-mail address.
  it.status(200, "search matches target and details without regard to case, as plain text", function* () {
    const member = yield* aSuperAdmin()
    yield* record(member, { action: labelled("percent"), target: auditText`100% of C:\\temp_dir` })
    yield* record(member, { action: labelled("accents"), details: auditText`ÜBERGABE an Zoë` })
    yield* record(member, { action: labelled("bracket"), details: auditText`says [[aps:v1: and [[aps:open]] itself` })
    const table = [
      ["100% OF", ["percent"]],
      ["%", ["percent"]],
      ["c:\\TEMP_DIR", ["percent"]],
      ["tempXdir", []],
      ["übergabe", ["accents"]],
      ["ZOË", ["accents"]],
      ["bergabe AN", ["accents"]],
      ["says [[APS:v1:", ["bracket"]],
      ["[[aps:open]] itself", ["bracket"]],
      ["'; --", []]
    ] as const
    for (const [search, found] of table) assert.deepStrictEqual(yield* actions(member, { search }), [...found], search)
    assert.lengthOf(yield* actions(member, { search: "  " }), 4)
  })

  it.status(200, "search never looks at how a value is sealed, nor across sealed values", function* () {
    const member = yield* aSuperAdmin()
    const key = yield* keyOf(member, "ada@acme.test")
    yield* record(member, {
      action: labelled("sealed"),
      target: auditText`alpha${personal(key, "Ada")}omega`,
      details: auditText`of ${personal(key, "ada@acme.test")}`
    })
    const [entry] = yield* entriesOf(member.orgId, { action: "sealed" })
    const token = entry?.stored.slice("alpha".length, -"omega".length) ?? ""
    for (const search of [token, key, "aps:v1", token.slice(46, 52), "]]", "alphaomega"]) {
      assert.deepStrictEqual(yield* actions(member, { search }), [], search)
    }
    assert.deepStrictEqual(yield* actions(member, { search: "ALPHA" }), ["sealed"])
  })

  it.status(200, "search matches the actor's name", function* () {
    const member = yield* aSuperAdmin()
    const other = yield* aMember(member.orgId, "hr")
    yield* record(member, { action: labelled("mine") })
    yield* record(other, { action: labelled("theirs") })
    assert.deepStrictEqual(yield* actions(member, { search: "the HR" }), ["theirs"])
  })

  // log-8
  it.status(200, "search finds entries about an offboarding or directory record by its name or e-mail", function* () {
    const member = yield* aSuperAdmin()
    yield* aPerson(member, "Ann Lee")
    yield* anOffboarding(member, "Bo Diddley", "Bo@Acme.test")
    yield* record(member, { action: labelled("unrelated") })
    for (const search of ["ann L", "ANN.LEE@acme"]) {
      assert.deepStrictEqual(yield* actions(member, { search }), ["employee_created"], search)
    }
    for (const search of ["diddley", "bo@acme.TEST"]) {
      const { rows } = yield* list(member, { search })
      const created = rows.find(({ action }) => action === "offboarding_created")
      assert.strictEqual(created?.target, "Offboarding of Bo Diddley", search)
    }
  })

  // entries-9: What concerns an erased person's case reads `[erased]` as well: every entry about somebody is tied to
  //   their key.
  it.status(200, "an erased person reads [erased] and cannot be found by name, the offboarding included", function* () {
    const member = yield* aSuperAdmin()
    yield* aPerson(member, "Ann Lee")
    const { id } = yield* anOffboarding(member, "Ann Lee", "ann.lee@acme.test")
    yield* record(member, { action: labelled("other"), offboardingId: id })
    assert.include(yield* actions(member, { search: "ann lee" }), "other")
    yield* erase(member, yield* keyOf(member, "ann.lee@acme.test"))
    for (const search of ["Ann Lee", "ann.lee@acme.test"]) {
      assert.deepStrictEqual(yield* actions(member, { search }), [], search)
    }
    const { rows } = yield* list(member, { action: "offboarding_created" })
    assert.deepStrictEqual(
      rows.map(({ target }) => target),
      ["Offboarding of [erased]"]
    )
  })

  // log-10: Another organisation's entries are neither listed nor found.
  it.status(200, "another organisation's entries, people and actors are neither listed nor found", function* () {
    const ours = yield* aSuperAdmin()
    const theirs = yield* aSuperAdmin()
    yield* aPerson(theirs, "Ann Lee")
    yield* record(theirs, { action: labelled("secret"), target: auditText`their thing` })
    assert.deepStrictEqual(yield* actions(ours), ["organization_created"])
    for (const query of [
      { search: "their thing" },
      { search: "Ann" },
      { search: "superadmin" },
      { actorId: theirs.userId }
    ]) {
      assert.deepStrictEqual(yield* actions(ours, query), [])
    }
  })

  it.status(200, "hr sees everything, whoever it is about", function* () {
    const member = yield* aSuperAdmin()
    yield* record(member, { action: labelled("mine") })
    const hr = yield* aMember(member.orgId, "hr")
    assert.deepStrictEqual(yield* actions(hr), ["mine", "organization_created"])
  })

  const refused = [
    ["limit=101", "limit: must be a whole number from 1 to 100"],
    ["limit=0", "limit: must be a whole number from 1 to 100"],
    ["limit=1e1", "limit: must be a whole number from 1 to 100"],
    ["offset=-1", "offset: must be a whole number from 0 to 2147483647"],
    ["offset=9999999999", "offset: must be a whole number from 0 to 2147483647"],
    ["actorId=7", "actorId: must be a UUID"],
    ["from=2026-02-30", "from: must be a date that exists, as YYYY-MM-DD, from 1900-01-01 on"],
    ["to=yesterday", "to: must be a date that exists, as YYYY-MM-DD, from 1900-01-01 on"],
    ["offboardingId=x", "offboardingId: must be a UUID"],
    ["orgEmployeeId=", "orgEmployeeId: must be a UUID"],
    ["search=a%00b", "search: must not contain the NUL character"],
    [`search=${"a".repeat(201)}`, "search: must be at most 200 characters"]
  ] as const

  // log-12: A parameter of the wrong form is 400 and named; a limit over 100 names the maximum.
  it.status(400, "a parameter of the wrong form is named, and a limit over 100 names the maximum", function* () {
    const member = yield* aSuperAdmin()
    for (const [query, error] of refused) {
      const { body, status } = yield* as(member).get(`/api/audit-log?${query}`)
      assert.deepStrictEqual({ status, body }, { status: 400, body: { error } }, query)
    }
  })

  it.status(400, "a parameter given twice is named", function* () {
    const member = yield* aSuperAdmin()
    const { body } = yield* withStatus(400, as(member).get("/api/audit-log?action=a&action=b"))
    assert.include(JSON.stringify(body), "action")
  })
})
