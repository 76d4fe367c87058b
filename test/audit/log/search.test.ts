import { assert, layer } from "#test/support/suite"
import { AuditLogPage } from "@svc/contract/audit-log/schema"
import type { PersonKeyId } from "@svc/contract/kernel/ids"
import { DateTime, Effect, Schema } from "effect"
import { SealedSearch } from "#audit/log/sealed-search"
import { PersonKeys } from "#audit/record/person-keys"
import { type AuditText, auditText, personal } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { AuditSurface, record } from "#test/support/audit-surface"
import { labelled } from "#test/support/labelled"
import { aMember, asCaller, aSuperAdmin, type Member } from "#test/support/people"
import { asOwner, systemSql } from "#test/support/tables"
import { as } from "#test/support/requests"
import { aPerson } from "#test/support/cases"

const decode = Schema.decodeUnknownEffect(Schema.toCodecJson(AuditLogPage))

const rowsOf = (member: Member, query: Record<string, string>) =>
  Effect.flatMap(as(member).get(`/api/audit-log?${new URLSearchParams(query)}`), ({ body }) => decode(body))

const found = (member: Member, search: string, query: Record<string, string> = {}) =>
  Effect.map(rowsOf(member, { ...query, search }), ({ rows, total }) => {
    assert.strictEqual(total, rows.length)
    return rows.map(({ action }) => action)
  })

const keyOf = Effect.fnUntraced(function* (member: Member, email: string | null) {
  const db = yield* Db
  const personKeys = yield* PersonKeys
  return yield* asCaller(member)(db.transact(personKeys.forPerson(member.orgId, email)))
})

const erase = Effect.fnUntraced(function* (member: Member, key: PersonKeyId) {
  const now = DateTime.toDateUtc(yield* DateTime.now)
  yield* systemSql`
      UPDATE audit_person_keys SET wrapped_key = NULL, destroyed_at = ${now} WHERE org_id = ${member.orgId} AND id = ${key}`
})

const note = (member: Member, action: string, target: AuditText, details: AuditText = auditText``) =>
  record(member, { action: labelled(action), target, details })

layer(AuditSurface)("GET /api/audit-log?search=", (it) => {
  it.effect(
    "finds what is sealed in target and details as people read it: names, e-mail and IP addresses, reasons",
    function* () {
      const member = yield* aSuperAdmin()
      const ada = yield* keyOf(member, "ada@acme.test")
      const bob = yield* keyOf(member, "bob@acme.test")
      yield* note(member, "invited", auditText`${personal(ada, "ada@acme.test")}`, auditText`role: hr`)
      yield* note(
        member,
        "signed_in",
        auditText`${personal(ada, "ada@acme.test")}`,
        auditText`address: ${personal(ada, "203.0.113.7")}`
      )
      yield* note(
        member,
        "cancelled",
        auditText`Offboarding of ${personal(bob, "Bób Ünal")}`,
        auditText`reason: ${personal(bob, "He STAYS, 100% of_it")}`
      )
      yield* note(member, "plain", auditText`nobody`)
      const table = [
        ["ada@acme.test", ["signed_in", "invited"]],
        ["ADA@ACME", ["signed_in", "invited"]],
        ["@acme.test", ["signed_in", "invited"]],
        ["203.0.113.7", ["signed_in"]],
        ["203.0.113.77", []],
        ["BÓB ÜNAL", ["cancelled"]],
        ["bob", []],
        ["he stays", ["cancelled"]],
        ["100% of_it", ["cancelled"]],
        ["of%it", []],
        ["ofXit", []]
      ] as const
      for (const [search, expected] of table)
        assert.deepStrictEqual(yield* found(member, search), [...expected], search)
    }
  )

  // log-15: Search finds encrypted values together with the words around them.
  it.effect("finds text that is partly sealed and partly not", function* () {
    const member = yield* aSuperAdmin()
    const ann = yield* keyOf(member, "ann@acme.test")
    const bo = yield* keyOf(member, "bo@acme.test")
    yield* note(member, "ann", auditText`Offboarding of ${personal(ann, "Ann Lee")}`, auditText`role: hr`)
    yield* note(
      member,
      "bo",
      auditText`Offboarding of ${personal(bo, "Bo Diddley")}, asked by ${personal(ann, "Ann Lee")}!`
    )
    yield* note(
      member,
      "renamed",
      auditText`Profile`,
      auditText`name: ${personal(bo, "Bo Diddley")} -> ${personal(bo, "Bo D.")}`
    )
    yield* note(member, "tight", auditText`alpha${personal(ann, "Beta")}omega`)
    const table = [
      ["offboarding of ann", ["ann"]],
      ["Offboarding of Ann Lee", ["ann"]],
      ["of bo d", ["bo"]],
      ["Diddley, asked", ["bo"]],
      ["diddley, asked by ann lee!", ["bo"]],
      ["Diddley -> Bo D.", ["renamed"]],
      ["name: bo diddley -> bo", ["renamed"]],
      ["alphabeta", ["tight"]],
      ["BetaOmega", ["tight"]],
      ["alphaomega", []],
      ["offboarding of ann lee and more", []],
      ["of diddley", []],
      // The target and the details are two texts.
      ["Ann Lee role", []]
    ] as const
    for (const [search, expected] of table) assert.deepStrictEqual(yield* found(member, search), [...expected], search)
  })

  it.effect(
    "finds an entry by a sealed value beside every other filter, page by page, with the exact total",
    function* () {
      const member = yield* aSuperAdmin()
      const ada = yield* keyOf(member, "ada@acme.test")
      for (let entry = 1; entry <= 7; entry++) {
        yield* note(member, entry % 2 === 0 ? "even" : "odd", auditText`${personal(ada, "Ada")}`, auditText`${entry}`)
      }
      assert.deepStrictEqual(yield* found(member, "ada", { action: "even" }), ["even", "even", "even"])
      const page = yield* rowsOf(member, { search: "ada", action: "odd", limit: "2", offset: "1" })
      assert.deepStrictEqual([page.total, page.rows.map(({ details }) => details)], [4, ["5", "3"]])
    }
  )

  it.effect("finds what was recorded after the last search, and a value that was never there before", function* () {
    const member = yield* aSuperAdmin()
    const ada = yield* keyOf(member, "ada@acme.test")
    yield* note(member, "first", auditText`${personal(ada, "Ada")}`)
    assert.deepStrictEqual(yield* found(member, "ada"), ["first"])
    yield* note(member, "second", auditText`${personal(ada, "Ada")}`, auditText`${personal(ada, "Countess")}`)
    assert.deepStrictEqual(yield* found(member, "ada"), ["second", "first"])
    assert.deepStrictEqual(yield* found(member, "countess"), ["second"])
  })

  it.effect("many searches at once, of a log that none has searched, answer the same", function* () {
    const member = yield* aSuperAdmin()
    const ada = yield* keyOf(member, "ada@acme.test")
    for (let entry = 1; entry <= 5; entry++) yield* note(member, "noted", auditText`${personal(ada, `Ada ${entry}`)}`)
    const answers = yield* Effect.forEach(Array.from({ length: 8 }), () => found(member, "ada"), {
      concurrency: "unbounded"
    })
    assert.deepStrictEqual(
      answers,
      Array.from({ length: 8 }, () => Array.from({ length: 5 }, () => "noted"))
    )
  })

  // log-9: An erased person cannot be found by name.
  it.effect(
    "an erased person cannot be found by name, by e-mail, by a reason, nor by these with words beside them",
    function* () {
      const member = yield* aSuperAdmin()
      const ann = yield* keyOf(member, "ann@acme.test")
      const bo = yield* keyOf(member, "bo@acme.test")
      yield* note(
        member,
        "ann",
        auditText`Offboarding of ${personal(ann, "Ann Lee")}`,
        auditText`by mail to ${personal(ann, "ann@acme.test")}, reason: ${personal(ann, "moves to Rome")}`
      )
      yield* note(member, "bo", auditText`Offboarding of ${personal(bo, "Bo Lee")}`)
      const names = ["Ann Lee", "ann@acme.test", "Rome", "offboarding of ann", "reason: moves"]
      for (const search of names) assert.deepStrictEqual(yield* found(member, search), ["ann"], search)
      yield* erase(member, ann)
      for (const search of names) assert.deepStrictEqual(yield* found(member, search), [], search)
      assert.deepStrictEqual(yield* found(member, "lee"), ["bo"])
      // The entry is still there, and its other words still find it.
      assert.deepStrictEqual(yield* found(member, "by mail"), ["ann"])
      const { rows } = yield* rowsOf(member, { action: "ann" })
      assert.deepStrictEqual(
        rows.map(({ details, target }) => [target, details]),
        [["Offboarding of [erased]", "by mail to [erased], reason: [erased]"]]
      )
    }
  )

  it.effect("a person who was erased before the first search cannot be found either", function* () {
    const member = yield* aSuperAdmin()
    const ann = yield* keyOf(member, "ann@acme.test")
    yield* note(member, "ann", auditText`${personal(ann, "Ann Lee")}`)
    yield* erase(member, ann)
    assert.deepStrictEqual(yield* found(member, "Ann"), [])
    const again = yield* keyOf(member, "ann@acme.test")
    yield* note(member, "again", auditText`${personal(again, "Ann Lee")}`)
    assert.deepStrictEqual(yield* found(member, "Ann"), ["again"])
  })

  // log-17: Nothing in the search index is readable without the person's key.
  it.effect("nothing that the search keeps is readable without the person's key", function* () {
    const member = yield* aSuperAdmin()
    const ada = yield* keyOf(member, "ada@acme.test")
    yield* note(member, "sealed", auditText`${personal(ada, "Ada Lovelace")}`)
    assert.deepStrictEqual(yield* found(member, "lovelace"), ["sealed"])
    const stored = yield* systemSql`SELECT * FROM audit_log_values WHERE org_id = ${member.orgId}`
    const texts = stored.flatMap((row) => Object.entries(row).filter(([name]) => name === "sealed"))
    assert.isAbove(texts.length, 0)
    for (const [, text] of texts) assert.match(String(text), /^\[\[aps:v1:[0-9a-f-]{36}:[A-Za-z0-9_-]+\]\]$/)
    const uses = yield* systemSql`SELECT * FROM audit_log_value_uses WHERE org_id = ${member.orgId}`
    assert.notInclude(
      JSON.stringify([stored, uses], (_, value) => (typeof value === "bigint" ? String(value) : value)).toLowerCase(),
      "lovelace"
    )
  })

  // log-18: Search finds nothing that retention removed.
  it.effect("what retention purged is forgotten, and what is left is still found", function* () {
    const member = yield* aSuperAdmin()
    const ada = yield* keyOf(member, "ada@acme.test")
    const bo = yield* keyOf(member, "bo@acme.test")
    yield* note(member, "old", auditText`${personal(ada, "Ada")}`, auditText`address: ${personal(ada, "203.0.113.7")}`)
    yield* note(member, "old", auditText`${personal(bo, "Bo Diddley")}`)
    yield* note(member, "new", auditText`${personal(ada, "Ada")}`, auditText`address: ${personal(ada, "203.0.113.8")}`)
    assert.deepStrictEqual(yield* found(member, "203.0.113"), ["new", "old"])
    yield* asOwner((sql) => sql`DELETE FROM audit_entries WHERE org_id = ${member.orgId} AND action <> 'new'`)
    assert.deepStrictEqual(yield* found(member, "203.0.113"), ["new"])
    assert.deepStrictEqual(yield* found(member, "ada"), ["new"])
    const left = yield* systemSql<{ person_key_id: string; sealed: string }>`
          SELECT person_key_id, sealed FROM audit_log_values
          WHERE org_id = ${member.orgId} AND person_key_id = ANY(${[ada, bo]}::uuid[])`
    assert.deepStrictEqual(
      left.map((row) => row.person_key_id),
      [ada]
    )
    const personKeys = yield* PersonKeys
    const db = yield* Db
    const kept = yield* asCaller(member)(
      db.transact(
        personKeys.reveal(
          member.orgId,
          left.map(({ sealed }) => sealed)
        )
      )
    )
    assert.deepStrictEqual(kept, ['["Ada",null,"203.0.113.8"]'])
  })

  it.effect("the index follows every log by itself, and one that cannot be indexed holds up no other", function* () {
    const sealed = yield* SealedSearch
    const members = [yield* aSuperAdmin(), yield* aSuperAdmin()] as const
    for (const member of members) {
      yield* note(member, "noted", auditText`${personal(yield* keyOf(member, "ada@acme.test"), "Ada Lovelace")}`)
    }
    const [broken, sound] = members
    yield* asOwner(
      (sql) => sql`
        CREATE FUNCTION refuse_index() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'no'; END $$`
    )
    yield* asOwner((sql) =>
      sql.unsafe(`
        CREATE TRIGGER refuse_index BEFORE INSERT ON audit_log_indexes FOR EACH ROW
        WHEN (NEW.org_id = '${broken.orgId}') EXECUTE FUNCTION refuse_index()`)
    )
    assert.isAtLeast(yield* sealed.catchUpAll(undefined), 2)
    const indexed = yield* systemSql<{ org_id: string }>`
          SELECT DISTINCT org_id FROM audit_log_values WHERE org_id = ANY(${members.map(({ orgId }) => orgId)}::uuid[])`
    assert.deepStrictEqual(indexed, [{ org_id: sound.orgId }])
    yield* asOwner((sql) => sql`DROP TRIGGER refuse_index ON audit_log_indexes`)
    assert.strictEqual(yield* sealed.catchUpAll(broken.orgId), 1)
    assert.strictEqual(yield* sealed.catchUpAll(broken.orgId), 0)
    assert.deepStrictEqual(yield* found(broken, "lovelace"), ["noted"])
  })

  it.effect("one character, 200 characters, spaces around, and signs that mean something elsewhere", function* () {
    const member = yield* aSuperAdmin()
    const ada = yield* keyOf(member, "ada@acme.test")
    const long = `${"ab ".repeat(66)}z§`
    yield* note(member, "long", auditText`${long}`)
    yield* note(member, "sealed long", auditText`${personal(ada, long)}`)
    yield* note(member, "signs", auditText`${personal(ada, "50% \\\\ _ ' \" {} $1 ?")}`)
    for (const search of [long, ` ${long.slice(0, 150)}  `, "§"]) {
      assert.deepStrictEqual(yield* found(member, search), ["sealed long", "long"], search)
    }
    for (const search of ["%", "_", "\\\\", "'", '"', "{}", "$1", "?"]) {
      assert.include(yield* found(member, search), "signs", search)
    }
  })

  // log-16: Search never finds `[erased]` where it replaces a value.
  it.effect(
    "a placeholder is not the person's text, and a literal text like a token is found as it reads",
    function* () {
      const member = yield* aSuperAdmin()
      const ada = yield* keyOf(member, "ada@acme.test")
      const literal = `[[aps:v1:${ada}:AAAA]]`
      yield* note(member, "literal", auditText`${literal}`)
      yield* note(member, "sealed literal", auditText`${personal(ada, literal)}`)
      assert.deepStrictEqual(yield* found(member, literal), ["sealed literal", "literal"])
      yield* erase(member, ada)
      assert.deepStrictEqual(yield* found(member, literal), ["literal"])
      assert.deepStrictEqual(yield* found(member, "[erased]"), [])
    }
  )

  it.effect("a member who sees some records only finds nothing in the others, sealed or not", function* () {
    const admin = yield* aSuperAdmin()
    const scoped = yield* aMember(admin.orgId, {
      permissions: ["audit_view"],
      scope: "departments",
      departments: ["Sales"]
    })
    const seller = yield* aPerson(admin, "Sal Es", { department: "Sales" })
    const other = yield* aPerson(admin, "Fin Ance", { department: "Finance" })
    const key = yield* keyOf(admin, "somebody@acme.test")
    const about = (orgEmployeeId: string) =>
      record(admin, {
        action: labelled("noted"),
        target: auditText`Note`,
        details: auditText`by ${personal(key, "Some Body")}`,
        orgEmployeeId
      })
    yield* about(seller.id)
    yield* about(other.id)
    yield* record(admin, { action: labelled("nobody"), details: auditText`${personal(key, "Some Body")}` })
    assert.deepStrictEqual(yield* found(admin, "some body"), ["nobody", "noted", "noted"])
    assert.deepStrictEqual(yield* found(admin, "by some body"), ["noted", "noted"])
    assert.deepStrictEqual(yield* found(scoped, "some body"), ["noted"])
    assert.deepStrictEqual(yield* found(scoped, "by some body"), ["noted"])
  })

  it.effect("another organisation's sealed values are not found", function* () {
    const ours = yield* aSuperAdmin()
    const theirs = yield* aSuperAdmin()
    const key = yield* keyOf(theirs, "ada@acme.test")
    yield* note(theirs, "theirs", auditText`Profile of ${personal(key, "Ada Lovelace")}`)
    assert.deepStrictEqual(yield* found(theirs, "lovelace"), ["theirs"])
    for (const search of ["lovelace", "profile of ada"]) assert.deepStrictEqual(yield* found(ours, search), [])
  })
})
