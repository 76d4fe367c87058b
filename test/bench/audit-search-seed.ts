import type { PgClient } from "@effect/sql-pg"
import type { OrgId, PersonKeyId } from "@svc/contract/kernel/ids"
import { Effect } from "effect"
import { Personal } from "#audit/record/text"
import { PersonKeys } from "#audit/record/person-keys"
import { Db } from "#platform/database/db"

const people = 10_000
/** Entries of the log that a search is measured in. */
export const entries = 200_000

/** The log of an organisation with many leavers: 20 entries for each, every one with sealed values. */
export const seedLog = Effect.fnUntraced(function* (owner: PgClient.PgClient, orgId: OrgId) {
  const db = yield* Db
  const personKeys = yield* PersonKeys
  for (let first = 0; first < entries; first += 10_000) {
    const rows = yield* Effect.gen(function* () {
      const keys = new Map<number, PersonKeyId>()
      return yield* Effect.forEach(
        Array.from({ length: 10_000 }, (_, index) => first + index),
        Effect.fnUntraced(function* (entry) {
          const person = Math.floor(entry / 20) % people
          const key = keys.get(person) ?? (yield* personKeys.forPerson(orgId, `leaver${person}@example.test`))
          keys.set(person, key)
          const name = new Personal(key, `Given${person % 97} Leaver ${person}`)
          const seal = (text: ReadonlyArray<string | Personal>) => personKeys.seal(orgId, text)
          const [action, target, details] =
            entry % 5 === 0
              ? [
                  "login_succeeded",
                  yield* seal([new Personal(key, `leaver${person}@example.test`)]),
                  yield* seal([`session: ${entry}, address: `, new Personal(key, `10.0.${person % 250}.7`)])
                ]
              : [
                  "offboarding_status_changed",
                  yield* seal(["Offboarding of ", name]),
                  `status: pending -> notice_period, run ${entry % 1000}`
                ]
          return { seq: entry + 1, action, target, details }
        })
      )
    }).pipe(db.transact)
    yield* owner`
      INSERT INTO audit_entries (org_id, seq, id, created_at, action, target, details, content_hash, prev_hash, entry_hash)
      SELECT ${orgId}::uuid, r.seq, gen_random_uuid(), timestamptz '2026-01-01' + r.seq * interval '61 seconds', r.action,
        r.target, r.details, encode(sha256(r.seq::text::bytea), 'hex'), encode(sha256(('p' || r.seq)::bytea), 'hex'),
        encode(sha256(('e' || r.seq)::bytea), 'hex')
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (seq bigint, action text, target text, details text)`
  }
  yield* owner`UPDATE audit_heads SET seq = ${entries}, entry_hash = encode(sha256('head'), 'hex') WHERE org_id = ${orgId}`
  yield* owner.unsafe("VACUUM ANALYZE")
})
