import { PgClient } from "@effect/sql-pg"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Clock, Effect, Layer } from "effect"
import { Reactivity } from "effect/reactivity"
import type { SqlError } from "effect/sql"
import { hash } from "node:crypto"
import { linkLines } from "@svc/contract/audit/chain"
import { AuditVerification } from "#audit-verification/service"
import { DatabaseAddress } from "../support/database.ts"

const liveClock = Layer.sync(Clock.Clock, () => Clock.Clock.defaultValue())

/** The hand of whoever owns the database: no row-level security, no triggers. */
export const asSuperuser = <A>(work: (sql: PgClient.PgClient) => Effect.Effect<A, SqlError.SqlError>) =>
  Effect.gen(function* () {
    const sql = yield* PgClient.makeClient({ url: yield* DatabaseAddress })
    return yield* sql.withTransaction(
      Effect.andThen(
        sql`SET LOCAL session_replication_role = replica`,
        Effect.suspend(() => work(sql))
      )
    )
  }).pipe(Effect.scoped, Effect.provide([Reactivity.layer, liveClock]))

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
    let prevHash = before?.entry_hash ?? ""
    const links = yield* sql<Link>`
      SELECT seq, content_hash FROM audit_entries WHERE org_id = ${orgId} AND seq >= ${from} ORDER BY seq`
    for (const { content_hash, seq } of links) {
      const entryHash = hash("sha256", linkLines({ orgId, seq, contentHash: content_hash, prevHash }))
      yield* sql`UPDATE audit_entries SET prev_hash = ${prevHash}, entry_hash = ${entryHash}
        WHERE org_id = ${orgId} AND seq = ${seq}`
      prevHash = entryHash
    }
  })
