import { assert, layer } from "#test/support/suite"
import type { PersonKeyId } from "@svc/contract/kernel/ids"
import { Effect } from "effect"
import { MostOpenedKept, OpenedValues } from "#audit/log/opened-values"
import { AuditLog, type ListEntries } from "#audit/log/service"
import { Erasure } from "#audit/record/erasure"
import { PersonKeys } from "#audit/record/person-keys"
import { auditText, personal } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { AuditSurface, record } from "#test/support/audit-surface"
import { labelled } from "#test/support/labelled"
import { asCaller, aSuperAdmin, type Member } from "#test/support/people"
import { asOwner } from "#test/support/tables"

const entries = 12_001

/** What stands in the details of the n-th entry; some of it is more than a byte a character. */
const words = "CASE n % 4 WHEN 0 THEN 'Übergabe ÿ ' || n WHEN 1 THEN 'handover ' || n WHEN 2 THEN '🗝 ' || n ELSE '' END"

/** A log of its length, not of its hashes: the entries behind those that the organisation has. */
const lengthen = (member: Member) =>
  asOwner((sql) =>
    Effect.andThen(
      sql.unsafe(
        `INSERT INTO audit_entries (org_id, seq, id, created_at, action, target, details, content_hash, prev_hash, entry_hash)
        SELECT org_id, seq + n, gen_random_uuid(), created_at + n * interval '1 second',
          CASE WHEN n % 5 = 0 THEN 'fifth' ELSE 'other' END, 'Entry', ${words}, md5(n::text), md5('p' || n), md5('e' || n)
        FROM audit_heads JOIN audit_entries USING (org_id, seq), generate_series(1, ${entries}) AS n WHERE org_id = $1`,
        [member.orgId]
      ),
      sql`UPDATE audit_heads SET seq = seq + ${entries}::int WHERE org_id = ${member.orgId}`
    )
  )

const keyOf = Effect.fnUntraced(function* (member: Member, email: string) {
  const db = yield* Db
  const personKeys = yield* PersonKeys
  return yield* asCaller(member)(db.transact(personKeys.forPerson(member.orgId, email)))
})

const erase = Effect.fnUntraced(function* (member: Member, key: PersonKeyId) {
  const db = yield* Db
  const erasure = yield* Erasure
  yield* asCaller(member)(db.transact(erasure.destroyUnused({ orgId: member.orgId, id: key }, Effect.succeed(false))))
})

layer(AuditSurface)("a search of a long log", (it) => {
  // log-8
  it.effect("finds just the entries with the words, over all parts of it, and beside other filters", function* () {
    const log = yield* AuditLog
    const member = yield* aSuperAdmin()
    yield* lengthen(member)
    const numbers = Array.from({ length: entries }, (_, index) => index + 1)
    const list = (query: Partial<ListEntries>) => asCaller(member)(log.list({ limit: 3, offset: 0, ...query }))
    const table: ReadonlyArray<readonly [string, (n: number) => boolean]> = [
      ["ENTRY", () => true],
      ["übergabe", (n) => n % 4 === 0],
      ["ÿ", (n) => n % 4 === 0],
      ["handover 1", (n) => n % 4 === 1 && String(n).startsWith("1")],
      ["🗝 11998", (n) => n === 11_998],
      ["🗝 12002", () => false]
    ]
    for (const [search, isMeant] of table) {
      const meant = numbers.filter(isMeant)
      const page = yield* list({ search })
      assert.strictEqual(page.total, meant.length, search)
      assert.lengthOf(page.rows, Math.min(3, meant.length))
      const fifth = meant.filter((n) => n % 5 === 0)
      const last = yield* list({ search, action: "fifth", offset: Math.max(0, fifth.length - 1) })
      assert.strictEqual(last.total, fifth.length, `${search}, every fifth`)
      const of = fifth[0]
      if (of !== undefined) assert.match(last.rows[0]?.details ?? "", of % 4 === 3 ? /^$/ : new RegExp(`\\b${of}$`))
    }
  })

  // log-9
  it.effect("keeps what it opened for the next one, and lets go of it when anybody's key is destroyed", function* () {
    const log = yield* AuditLog
    const values = yield* OpenedValues
    const [member, other] = [yield* aSuperAdmin(), yield* aSuperAdmin()]
    const ada = yield* keyOf(member, "ada@acme.test")
    const bo = yield* keyOf(other, "bo@acme.test")
    yield* record(member, { action: labelled("noted"), target: auditText`${personal(ada, "Ada Lovelace")}` })
    const { total } = yield* asCaller(member)(log.list({ limit: 1, offset: 0, search: "lovelace" }))
    assert.strictEqual(total, 1)
    assert.isTrue(values.areOpen(member.orgId))
    yield* erase(other, bo)
    yield* Effect.yieldNow.pipe(
      Effect.repeat({ until: () => !values.areOpen(member.orgId) }),
      Effect.timeout("5 seconds")
    )
    yield* erase(member, ada)
    const after = yield* asCaller(member)(log.list({ limit: 1, offset: 0, search: "lovelace" }))
    assert.strictEqual(after.total, 0)
  })

  it.effect("finds the same where there is more than may be kept, each time", () =>
    Effect.gen(function* () {
      const log = yield* AuditLog
      const member = yield* aSuperAdmin()
      for (const name of ["Ada", "Bo", "Cy", "Di"]) {
        const key = yield* keyOf(member, `${name}@acme.test`)
        yield* record(member, { action: labelled("noted"), target: auditText`${personal(key, `${name} Lovelace`)}` })
      }
      const totals = yield* Effect.forEach(["lovelace", "di love", "nobody", "lovelace"], (search) =>
        Effect.map(asCaller(member)(log.list({ limit: 1, offset: 0, search })), ({ total }) => total)
      )
      assert.deepStrictEqual(totals, [4, 1, 0, 4])
    }).pipe(Effect.provideService(MostOpenedKept, 500))
  )

  it.effect("is prepared while somebody looks at the log", function* () {
    const log = yield* AuditLog
    const values = yield* OpenedValues
    const member = yield* aSuperAdmin()
    yield* record(member, { action: labelled("noted"), target: auditText`nobody` })
    assert.isFalse(values.areOpen(member.orgId))
    yield* asCaller(member)(log.list({ limit: 1, offset: 0 }))
    yield* Effect.yieldNow.pipe(Effect.repeat({ until: () => values.areOpen(member.orgId) }))
  })
})
