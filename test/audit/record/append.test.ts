import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { hash } from "node:crypto"
import { contentLines, genesisHash, linkLines } from "@svc/contract/audit/chain"
import { Audit } from "#audit/record/service"
import { PersonKeys } from "#audit/record/person-keys"
import { auditText, personal } from "#audit/record/text"
import { Db } from "#platform/database/db"
import type { OrgId } from "@svc/contract/kernel/ids"
import { TestServices } from "#test/support/TestApp"
import { labelled } from "#test/support/labelled"
import { anOrganisation, asSystemCaller } from "#test/support/people"
import { asSystem, systemSql } from "#test/support/tables"

interface StoredEntry {
  readonly seq: bigint
  readonly id: string
  readonly created_at: Date
  readonly actor_id: string | null
  readonly action: string
  readonly target: string
  readonly details: string
  readonly content_hash: string
  readonly prev_hash: string
  readonly entry_hash: string
}

const entriesOf = (orgId: OrgId) =>
  asSystem((sql) => Effect.orDie(sql<StoredEntry>`SELECT * FROM audit_entries WHERE org_id = ${orgId} ORDER BY seq`))

const record = (orgId: OrgId, action: string) =>
  Effect.gen(function* () {
    const audit = yield* Audit
    const db = yield* Db
    yield* db.transact(audit.record({ action: labelled(action), target: auditText`thing`, details: auditText`` }))
  }).pipe(asSystemCaller(orgId))

layer(TestServices)("appending to the audit chain", (it) => {
  // chain-4: Anyone can recompute both hashes from what is stored.
  it.effect("anyone can recompute both hashes from the stored row, and each entry names the one before", function* () {
    const orgId = yield* anOrganisation()
    yield* record(orgId, "first")
    yield* record(orgId, "second")
    let prevHash = genesisHash
    const entries = yield* entriesOf(orgId)
    assert.deepStrictEqual(
      entries.map((entry) => entry.action),
      ["organization_created", "first", "second"]
    )
    for (const entry of entries) {
      const contentHash = hash(
        "sha256",
        contentLines({
          orgId,
          id: entry.id,
          createdAt: entry.created_at.toISOString(),
          actorId: entry.actor_id,
          action: entry.action,
          target: entry.target,
          details: entry.details
        })
      )
      assert.strictEqual(entry.content_hash, contentHash)
      assert.strictEqual(entry.prev_hash, prevHash)
      const entryHash = hash("sha256", linkLines({ orgId, seq: Number(entry.seq), contentHash, prevHash }))
      assert.strictEqual(entry.entry_hash, entryHash)
      prevHash = entryHash
    }
  })

  // chain-6: Entries are numbered 1, 2, 3 in their organisation without a gap or a fork, however many are written at
  //   once.
  it.effect("fifty appends at once to a young organisation make one chain without a fork", function* () {
    const orgId = yield* anOrganisation()
    yield* Effect.forEach(Array.from({ length: 50 }), (_, index) => record(orgId, `entry ${index}`), {
      concurrency: "unbounded",
      discard: true
    })
    const entries = yield* entriesOf(orgId)
    assert.deepStrictEqual(
      entries.map((entry) => Number(entry.seq)),
      Array.from({ length: 51 }, (_, index) => index + 1)
    )
    assert.strictEqual(new Set(entries.map((entry) => entry.prev_hash)).size, 51)
  })

  // entries-1
  it.effect("a change that rolls back leaves no entry", function* () {
    const orgId = yield* anOrganisation()
    const audit = yield* Audit
    const db = yield* Db
    const failed = audit
      .record({ action: labelled("never"), target: auditText`x`, details: auditText`y` })
      .pipe(Effect.andThen(Effect.fail("refused" as const)), db.transact, asSystemCaller(orgId))
    assert.strictEqual(yield* Effect.flip(failed), "refused")
    assert.lengthOf(yield* entriesOf(orgId), 1)
  })

  // entries-3: Names, e-mail addresses, IP addresses, notes and reasons are stored sealed under a key of the person
  //   whom they are of, and read back.
  it.effect("personal values are stored sealed under the person's key, and read back", function* () {
    const orgId = yield* anOrganisation()
    const audit = yield* Audit
    const db = yield* Db
    const personKeys = yield* PersonKeys
    yield* Effect.gen(function* () {
      const key = yield* personKeys.forPerson(orgId, "Ada@Acme.test")
      assert.strictEqual(yield* personKeys.forPerson(orgId, "ada@acme.test"), key)
      yield* audit.record({
        action: labelled("named"),
        target: auditText`${personal(key, "Ada Lovelace")}`,
        details: auditText`literal [[aps:v1: stays, ${personal(key, "ada@acme.test")}`
      })
    }).pipe(db.transact, asSystemCaller(orgId))
    const entry = (yield* entriesOf(orgId)).at(-1)
    assert.match(entry?.target ?? "", /^\[\[aps:v1:[0-9a-f-]{36}:[A-Za-z0-9_-]+\]\]$/)
    assert.notInclude(entry?.details, "ada@acme.test")
    const revealed = yield* db
      .transact(personKeys.reveal(orgId, [entry?.target ?? "", entry?.details ?? ""]))
      .pipe(asSystemCaller(orgId))
    assert.deepStrictEqual(revealed, ["Ada Lovelace", "literal [[aps:v1: stays, ada@acme.test | by the service"])
  })

  it.effect(
    "a person's key is found by their address without the table telling it: the digest is keyed, per tenant",
    function* () {
      const [one, other] = [yield* anOrganisation(), yield* anOrganisation()]
      const db = yield* Db
      const keys = yield* PersonKeys
      const address = "ada@acme.test"
      const keyIn = (orgId: OrgId, email: string) =>
        db.transact(keys.forPerson(orgId, email)).pipe(asSystemCaller(orgId))
      const key = yield* keyIn(one, address)
      assert.strictEqual(yield* keyIn(one, "ADA@acme.test"), key)
      assert.notStrictEqual(yield* keyIn(other, address), key)
      const stored = yield* systemSql<{ readonly email_digest: string; readonly row: string }>`
          SELECT email_digest, to_jsonb(k)::text AS row FROM audit_person_keys k WHERE org_id IN (${one}, ${other})
            AND email_digest IS NOT NULL`
      assert.strictEqual(new Set(stored.map(({ email_digest }) => email_digest)).size, 2)
      const guesses = [address, `${one}${address}`, `${one}:${address}`, `${address}${one}`, `${address}:${one}`]
      for (const { email_digest, row } of stored) {
        assert.notInclude(row, address)
        for (const guess of guesses)
          for (const algorithm of ["sha256", "sha512", "sha1", "md5"])
            assert.notInclude(email_digest, hash(algorithm, guess), `${algorithm} of ${guess}`)
      }
    }
  )

  it.effect("entries cannot be changed or removed, not even by the system's role", function* () {
    const orgId = yield* anOrganisation()
    const sql = yield* SqlClient.SqlClient
    for (const statement of [
      sql`UPDATE audit_entries SET details = 'x' WHERE org_id = ${orgId}`,
      sql`DELETE FROM audit_entries WHERE org_id = ${orgId}`
    ]) {
      const refused = yield* Effect.exit(asSystem(() => statement))
      assert.strictEqual(refused._tag, "Failure")
    }
    assert.lengthOf(yield* entriesOf(orgId), 1)
  })
})
