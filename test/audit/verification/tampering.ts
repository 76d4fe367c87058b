import { assert } from "@effect/vitest"
import { type PgClient } from "@effect/sql-pg"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Effect } from "effect"
import { hash } from "node:crypto"
import { contentLines, type EntryContent, genesisHash, linkLines } from "@svc/contract/audit/chain"
import { AuditVerification } from "#audit/verification/service"

/** The organisation's chain as its verification reports it. */
export const verify = Effect.fnUntraced(function* (orgId: OrgId) {
  const verification = yield* AuditVerification
  return yield* verification.verify(orgId)
})

interface Link {
  readonly seq: bigint
  readonly content_hash: string
}

/** Gives every entry from this one on the links and hashes that it would have had, as a careful forger does. */
export const rechain = (sql: PgClient.PgClient, orgId: OrgId, from: number) =>
  Effect.gen(function* () {
    const [before] = yield* sql<{ entry_hash: string }>`
      SELECT entry_hash FROM audit_entries WHERE org_id = ${orgId} AND seq = ${from - 1}`
    let prevHash = before?.entry_hash ?? genesisHash
    const links = yield* sql<Link>`
      SELECT seq, content_hash FROM audit_entries WHERE org_id = ${orgId} AND seq >= ${from} ORDER BY seq`
    for (const { content_hash, seq } of links) {
      const entryHash = hash("sha256", linkLines({ orgId, seq, contentHash: content_hash, prevHash }))
      yield* sql`UPDATE audit_entries SET prev_hash = ${prevHash}, entry_hash = ${entryHash}
        WHERE org_id = ${orgId} AND seq = ${seq}`
      prevHash = entryHash
    }
  })

/** Gives an entry other details and the content hash that fits them. */
export const rewrite = (sql: PgClient.PgClient, orgId: OrgId, seq: number, details: string) =>
  Effect.gen(function* () {
    const [entry] = yield* sql<Omit<EntryContent, "details" | "orgId">>`
      SELECT id, to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
        actor_id AS "actorId", action, target
      FROM audit_entries WHERE org_id = ${orgId} AND seq = ${seq}`
    if (entry === undefined) return
    const contentHash = hash("sha256", contentLines({ orgId, ...entry, details }))
    yield* sql`UPDATE audit_entries SET details = ${details}, content_hash = ${contentHash}
      WHERE org_id = ${orgId} AND seq = ${seq}`
  })

/** Makes the head that of the last entry left. */
export const moveHead = (sql: PgClient.PgClient, orgId: OrgId) => sql`
  UPDATE audit_heads h SET seq = e.seq, prev_hash = e.prev_hash, entry_hash = e.entry_hash
  FROM audit_entries e WHERE h.org_id = ${orgId} AND e.org_id = ${orgId}
    AND e.seq = (SELECT max(seq) FROM audit_entries WHERE org_id = ${orgId})`

/** Takes the end of the chain away, as the restore of an old backup does. */
export const cutOff = (sql: PgClient.PgClient, orgId: OrgId, through: number) =>
  Effect.gen(function* () {
    yield* sql`DELETE FROM audit_entries WHERE org_id = ${orgId} AND seq > ${through}`
    yield* moveHead(sql, orgId)
  })

/** Takes the entries of these numbers and of all before them away, as retention does. */
export const dropThrough = (sql: PgClient.PgClient, orgId: OrgId, through: number) =>
  sql`DELETE FROM audit_entries WHERE org_id = ${orgId} AND seq <= ${through}`

/** What is broken, each as `reason seq`. */
export const brokenIn = (orgId: OrgId) =>
  Effect.map(verify(orgId), ({ broken, brokenCount, ok }) => {
    assert.strictEqual(brokenCount, broken.length)
    assert.strictEqual(ok, brokenCount === 0)
    return broken.map(({ reason, seq }) => `${reason} ${seq}`)
  })
