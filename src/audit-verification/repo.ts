import type { OrgId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { Transaction } from "#platform/db"
import type { ChainEnd, StoredEntry } from "./chain-walk.ts"

/** A chain as stored, for whoever checks it. */
export class VerificationRepo extends Context.Service<
  VerificationRepo,
  {
    /** None when there is no such organisation; null when its chain has lost its head. */
    head(orgId: OrgId): Effect.Effect<Option.Option<ChainEnd | null>, never, Transaction>
    /** The entries after this number, oldest first; more than `limit` only where numbers repeat. */
    page(
      orgId: OrgId,
      after: bigint | null,
      limit: number
    ): Effect.Effect<ReadonlyArray<StoredEntry>, never, Transaction>
    /** Entries that share their id with another one. */
    repeatedIds(orgId: OrgId): Effect.Effect<ReadonlyArray<Pick<StoredEntry, "seq" | "id">>, never, Transaction>
  }
>()("svc/audit-verification/VerificationRepo") {
  /** Everything in one transaction sees the database as it was at its first statement, and can change nothing. */
  static readonly inOneSnapshot = Effect.provideService(
    SqlClient.BeginTransaction,
    "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
  )

  static readonly layer = Layer.effect(
    VerificationRepo,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const head = (orgId: OrgId) => sql<{ readonly seq: bigint | null; readonly entry_hash: string | null }>`
        SELECT h.seq, h.entry_hash FROM organisations o LEFT JOIN audit_heads h ON h.org_id = o.id
        WHERE o.id = ${orgId}`

      // Every column is the stored one under its own name, so that ORDER BY cannot mean an alias of another type.
      // Not decoded by a schema: two million rows come this way, and the table's column types are as good.
      const page = (orgId: OrgId, after: bigint | null, limit: number) => sql<StoredEntry>`
        SELECT e.seq, e.id, e.actor_id, e.action, e.target, e.details, e.content_hash, e.prev_hash, e.entry_hash,
          CASE WHEN isfinite(e.created_at) AND e.created_at = date_trunc('milliseconds', e.created_at)
            THEN e.created_at END AS created_at
        FROM audit_entries e
        WHERE e.org_id = ${orgId} ${after === null ? sql`` : sql`AND e.seq > ${after}::bigint`}
        ORDER BY e.seq FETCH FIRST (${limit}::int) ROWS WITH TIES`

      const repeatedIds = (orgId: OrgId) => sql<Pick<StoredEntry, "seq" | "id">>`
        SELECT e.seq, e.id FROM audit_entries e
        WHERE e.org_id = ${orgId} AND e.id IN (
          SELECT d.id FROM audit_entries d WHERE d.org_id = ${orgId} GROUP BY d.id HAVING count(*) > 1
        )
        ORDER BY e.seq`

      return VerificationRepo.of({
        head: (orgId) =>
          Transaction.use(() => Effect.orDie(head(orgId))).pipe(
            Effect.map(([row]) =>
              row === undefined
                ? Option.none()
                : Option.some(
                    row.seq === null || row.entry_hash === null ? null : { seq: row.seq, entry_hash: row.entry_hash }
                  )
            )
          ),
        page: (orgId, after, limit) => Transaction.use(() => Effect.orDie(page(orgId, after, limit))),
        repeatedIds: (orgId) => Transaction.use(() => Effect.orDie(repeatedIds(orgId)))
      })
    })
  )
}
