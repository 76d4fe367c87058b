import { assert, layer } from "#test/support/suite"
import { Effect, Stream } from "effect"
import { Files } from "#platform/files/files"
import { AppWithBucket, AppWithFolder, AppWithoutStorage } from "#test/exports/support"
import { type Member } from "#test/support/people"
import { as } from "#test/support/requests"
import { asOwner } from "#test/support/tables"
import { aLeaver, erase, readLog, runJob, storedEntries } from "./support.ts"

const keyOf = (member: Member, employeeId: string) => `audit-erasures/${member.orgId}/${employeeId}.json`

const read = (key: string) =>
  Effect.flatMap(Files, (files) =>
    Effect.map(Stream.runCollect(files.get(key)), (chunks) => Buffer.concat(chunks).toString("utf8"))
  )

const tables = ["audit_person_keys", "org_employees", "offboardings", "erasures"] as const

/** Everything of the organisation that an erasure changes, as a backup has it; answers what puts it back. */
const backup = (member: Member) =>
  Effect.gen(function* () {
    const rows = yield* asOwner((sql) =>
      Effect.forEach(tables, (table) =>
        Effect.map(
          sql<{
            readonly row: string
          }>`SELECT to_json(t)::text AS row FROM ${sql(table)} t WHERE org_id = ${member.orgId}`,
          (found) => ({ table, rows: found.map(({ row }) => row) })
        )
      )
    )
    const columns = yield* asOwner((sql) =>
      Effect.forEach(tables, (table) =>
        Effect.map(
          sql<{ readonly name: string }>`
            SELECT attname AS name FROM pg_attribute
            WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
          (found) => found.map(({ name }) => name).join(", ")
        )
      )
    )
    return asOwner((sql) =>
      Effect.forEach(rows, ({ rows, table }, index) =>
        Effect.andThen(
          sql`DELETE FROM ${sql(table)} WHERE org_id = ${member.orgId}`,
          Effect.forEach(rows, (row) =>
            sql.unsafe(
              `INSERT INTO ${table} (${columns[index]}) SELECT ${columns[index]} FROM json_populate_record(NULL::${table}, $1::text::json)`,
              [row]
            )
          )
        )
      )
    )
  })

const suites = [
  ["in a folder", AppWithFolder],
  ["in S3", AppWithBucket]
] as const

for (const [where, App] of suites) {
  layer(App)(`the ledger of erasures ${where}`, (it) => {
    it.effect("one file per erasure, with ids alone, written once", function* () {
      const { member, offboardingId, person } = yield* aLeaver
      yield* erase(member, person.id)
      assert.deepStrictEqual(yield* runJob("audit-erasure-ledger", member), { written: 1 })
      assert.deepStrictEqual(yield* runJob("audit-erasure-ledger", member), { written: 0 })
      const text = yield* read(keyOf(member, person.id))
      assert.notMatch(text, /lovelace|@/i)
      assert.deepInclude(JSON.parse(text), {
        format: "svc-erasure/v1",
        org_id: member.orgId,
        employee_id: person.id,
        person_key_ids: [person.person_key_id],
        offboarding_ids: [offboardingId]
      })
    })

    // erasure-12: A restored backup brings nobody back: the ledger of erasures is replayed.
    it.effect("a restored backup brings nobody back: after the replay everything reads [erased] again", function* () {
      const { member, person } = yield* aLeaver
      const restore = yield* backup(member)
      yield* erase(member, person.id)
      yield* runJob("audit-erasure-ledger", member)
      assert.deepStrictEqual(yield* runJob("audit-erasure-replay", member), { erased_again: 0, unreadable: 0 })

      yield* restore
      assert.include(JSON.stringify(yield* readLog(member)), "Ada Lovelace")
      assert.deepStrictEqual(yield* runJob("audit-erasure-replay", member), { erased_again: 1, unreadable: 0 })
      const log = yield* readLog(member)
      assert.notMatch(JSON.stringify(log), /lovelace|Ada withdrew/i)
      assert.deepInclude(log.at(-1), {
        action: "person_erased",
        target: "Employee [erased]",
        details: "keys destroyed: 1, again after a restored backup"
      })
      const verified = yield* as(member).get("/api/audit-log/verify")
      assert.deepInclude(verified.body, { ok: true })
      assert.deepStrictEqual(yield* runJob("audit-erasure-replay", member), { erased_again: 0, unreadable: 0 })
    })

    it.effect("a key alone that came back is destroyed again", function* () {
      const { member, person } = yield* aLeaver
      const [key] = yield* asOwner(
        (sql) => sql<{ readonly wrapped_key: string }>`
            SELECT wrapped_key FROM audit_person_keys WHERE id = ${person.person_key_id}`
      )
      yield* erase(member, person.id)
      yield* runJob("audit-erasure-ledger", member)
      yield* asOwner(
        (sql) => sql`
            UPDATE audit_person_keys SET wrapped_key = ${key?.wrapped_key ?? ""}, destroyed_at = NULL
            WHERE id = ${person.person_key_id}`
      )
      assert.include(JSON.stringify(yield* readLog(member)), "Ada Lovelace")
      assert.deepStrictEqual(yield* runJob("audit-erasure-replay", member), { erased_again: 1, unreadable: 0 })
      assert.notMatch(JSON.stringify(yield* readLog(member)), /lovelace|Ada withdrew/i)
    })

    // erasure-22: A file in the ledger that the service did not write erases no one.
    it.effect("a file that this service did not write erases nobody", function* () {
      const { member, person } = yield* aLeaver
      const other = yield* aLeaver
      yield* erase(member, person.id)
      yield* runJob("audit-erasure-ledger", member)
      const files = yield* Files
      const genuine = yield* read(keyOf(member, person.id))
      const forged = genuine.replaceAll(person.id, other.person.id).replaceAll(member.orgId, other.member.orgId)
      for (const text of [forged, genuine, "{", forged.replace(/"mac":"[0-9a-f]+"/, '"mac":""')]) {
        yield* files.put(keyOf(other.member, other.person.id), Buffer.from(text), { contentType: "application/json" })
        const before = yield* storedEntries(other.member)
        assert.deepStrictEqual(yield* runJob("audit-erasure-replay", other.member), {
          erased_again: 0,
          unreadable: 1
        })
        assert.deepStrictEqual(yield* storedEntries(other.member), before)
      }
    })
  })
}

layer(AppWithoutStorage)("without file storage", (it) => {
  // erasure-23: Without file storage an erasure works, without a ledger.
  it.effect("a person is erased all the same, and the ledger's jobs do nothing", function* () {
    const { member, person } = yield* aLeaver
    assert.strictEqual((yield* erase(member, person.id)).status, 200)
    assert.deepStrictEqual(yield* runJob("audit-erasure-ledger", member), { written: 0 })
    assert.deepStrictEqual(yield* runJob("audit-erasure-replay", member), { erased_again: 0, unreadable: 0 })
  })
})
