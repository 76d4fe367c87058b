import type { PgClient } from "@effect/sql-pg"
import { assert, layer } from "#test/support/suite"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Effect, Option } from "effect"
import type { SqlError } from "effect/sql"
import { databaseOwner } from "#test/support/tables"
import { anAnchoredChain, appThatSigns, aSigningKey } from "./anchored.ts"
import { cutOff, dropThrough, moveHead, rechain, rewrite, verify } from "./tampering.ts"

type Tampering = (sql: PgClient.PgClient, orgId: OrgId) => Effect.Effect<unknown, SqlError.SqlError>

const numbers = Array.from({ length: 10 }, (_, index) => index + 1)

const texts = ["action", "target", "details", "content_hash", "prev_hash", "entry_hash"]
const otherTexts = (column: string) => [
  `${column} || ' '`,
  `' ' || ${column}`,
  `''`,
  `upper(${column}) || 'A'`,
  `left(${column}, -1)`,
  `reverse(${column}) || '\\'`,
  `overlay(${column} PLACING '"' FROM 2 FOR 1)`,
  `overlay(${column} PLACING E'\\n' FROM 3 FOR 1)`,
  `overlay(${column} PLACING 'é' FROM 1 FOR 1)`
]

const assignments = [
  ...texts.flatMap((column) => otherTexts(column).map((value) => `${column} = ${value}`)),
  // What looks the same when the columns are put side by side.
  "content_hash = left(content_hash, -1), prev_hash = right(content_hash, 1) || prev_hash",
  "prev_hash = prev_hash || ' ' || entry_hash, entry_hash = ''",
  "content_hash = content_hash || ' ' || prev_hash, prev_hash = entry_hash || ' ', entry_hash = ''",
  "target = details, details = target || ' '",
  "action = action || E'\\ntarget=' || to_json(target)",
  "id = gen_random_uuid()",
  "actor_id = gen_random_uuid()",
  "actor_id = CASE WHEN actor_id IS NULL THEN gen_random_uuid() END",
  ...["1 microsecond", "-1 microsecond", "1 millisecond", "-1 second", "1 day", "-4052 years", "8000 years"].map(
    (interval) => `created_at = created_at + interval '${interval}'`
  ),
  "created_at = 'infinity'",
  "created_at = '-infinity'",
  "seq = seq + 1000",
  "seq = -seq",
  "seq = 0"
]

const columns = "org_id, seq, id, created_at, actor_id, action, target, details, content_hash, prev_hash, entry_hash"

/** Every one of these is to be found: fields of the first, an anchored, another and the last entry, entries taken away, added, swapped, and both ends cut. */
const tamperings: ReadonlyArray<readonly [string, Tampering]> = [
  ...[1, 6, 7, 10].flatMap((seq) =>
    assignments.map((assignment): readonly [string, Tampering] => [
      `${assignment} at ${seq}`,
      (sql, orgId) => sql`UPDATE audit_entries SET ${sql.literal(assignment)} WHERE org_id = ${orgId} AND seq = ${seq}`
    ])
  ),
  ...numbers.map((seq): readonly [string, Tampering] => [
    `without ${seq}`,
    (sql, orgId) => sql`DELETE FROM audit_entries WHERE org_id = ${orgId} AND seq = ${seq}`
  ]),
  ...numbers.map((seq): readonly [string, Tampering] => [
    `without the first ${seq}`,
    (sql, orgId) => dropThrough(sql, orgId, seq)
  ]),
  ...numbers
    .slice(0, -1)
    .map((seq): readonly [string, Tampering] => [
      `without what follows ${seq}, head moved`,
      (sql, orgId) => cutOff(sql, orgId, seq)
    ]),
  ...numbers.flatMap((one) =>
    numbers
      .filter((other) => other > one)
      .map((other): readonly [string, Tampering] => [
        `${one} and ${other}, swapped`,
        (sql, orgId) =>
          sql`
          UPDATE audit_entries SET seq = -seq WHERE org_id = ${orgId} AND seq IN (${one}, ${other});
        `.pipe(
            Effect.andThen(
              sql`UPDATE audit_entries SET seq = ${one} + ${other} + seq WHERE org_id = ${orgId} AND seq < 0`
            )
          )
      ])
  ),
  ...[...numbers, 0, 11, 5000].flatMap((place) =>
    numbers.slice(0, 3).map((copied): readonly [string, Tampering] => [
      `a copy of ${copied}, added at ${place}`,
      (sql, orgId) =>
        Effect.gen(function* () {
          // Out of the way first: no two of one number, even for a moment.
          yield* sql`UPDATE audit_entries SET seq = seq + 20000 WHERE org_id = ${orgId} AND seq >= ${place}`
          yield* sql`
            INSERT INTO audit_entries (${sql.literal(columns)})
            SELECT org_id, ${place}, gen_random_uuid(), created_at, actor_id, action, target, details, content_hash,
              repeat('b', 64), entry_hash
            FROM audit_entries WHERE org_id = ${orgId} AND seq IN (${copied}, ${copied + 20_000})`
          yield* sql`UPDATE audit_entries SET seq = seq - 19999 WHERE org_id = ${orgId} AND seq > 20000`
          yield* moveHead(sql, orgId)
        })
    ])
  ),
  ...numbers.map((seq): readonly [string, Tampering] => [
    `written anew from ${seq} on, head and all`,
    (sql, orgId) =>
      Effect.gen(function* () {
        yield* rewrite(sql, orgId, seq, "forged")
        yield* rechain(sql, orgId, seq)
        yield* moveHead(sql, orgId)
      })
  ])
]

const keep: Tampering = (sql, orgId) =>
  Effect.gen(function* () {
    yield* sql`CREATE TABLE kept_entries AS SELECT ${sql.literal(columns)} FROM audit_entries WHERE org_id = ${orgId}`
    yield* sql`CREATE TABLE kept_head AS SELECT * FROM audit_heads WHERE org_id = ${orgId}`
  })

const restore: Tampering = (sql, orgId) =>
  Effect.gen(function* () {
    yield* sql`DELETE FROM audit_entries WHERE org_id = ${orgId}`
    yield* sql`INSERT INTO audit_entries (${sql.literal(columns)}) SELECT ${sql.literal(columns)} FROM kept_entries`
    yield* sql`UPDATE audit_heads h SET seq = k.seq, prev_hash = k.prev_hash, entry_hash = k.entry_hash
      FROM kept_head k WHERE h.org_id = k.org_id`
  })

layer(appThatSigns(Option.some(aSigningKey())))("enumerated tamperings", (it) => {
  it.effect(
    `each of ${tamperings.length} is found, and nothing in the chain as it was`,
    function* () {
      const { orgId } = yield* anAnchoredChain
      const asOwner = yield* databaseOwner
      yield* asOwner((sql) => keep(sql, orgId))
      const unseen: Array<string> = []
      for (const [name, tamper] of tamperings) {
        yield* asOwner((sql) => Effect.andThen(restore(sql, orgId), tamper(sql, orgId)))
        if ((yield* verify(orgId)).ok) unseen.push(name)
      }
      assert.deepStrictEqual(unseen, [])
      yield* asOwner((sql) => restore(sql, orgId))
      assert.isTrue((yield* verify(orgId)).ok)
    },
    { timeout: 180_000 }
  )
})
