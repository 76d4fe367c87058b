import type { OrgId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Transaction } from "#platform/database/db"
import type { AnchoredEntry, FoundEntry } from "./anchor-check.ts"

/** The columns of an entry behind a LEFT JOIN: all there, or none. */
interface Joined {
  readonly found_seq: bigint | null
  readonly found_hash: string | null
  /** Null also where the column holds what no `Date` can. */
  readonly found_at: Date | null
}

const foundOf = ({ found_at, found_hash, found_seq }: Joined): FoundEntry | null =>
  found_seq === null || found_hash === null
    ? null
    : { seq: found_seq, entry_hash: found_hash, created_at: found_at?.getTime() ?? null }

type RecordedRow = Joined & {
  readonly id: string
  readonly seq: bigint
  readonly entry_id: string
  readonly entry_hash: string
  readonly entry_created_at: Date | null
  readonly anchored_at: Date | null
  readonly signature: string | null
  readonly key_id: string | null
}

const timeOf = (date: Date | null) => DateTime.makeUnsafe(date ?? 0)

/** Anchors joined with the entries that they name. */
export class AnchoredRepo extends Context.Service<AnchoredRepo>()("svc/audit-verification/AnchoredRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const found = sql.literal(`e.seq AS found_seq, e.entry_hash AS found_hash,
      CASE WHEN isfinite(e.created_at) THEN e.created_at END AS found_at`)

    // By the entry's id, which is signed, and not by the anchor's number, which is not (audit-36).
    const recorded = (orgId: OrgId, after: { readonly seq: bigint; readonly id: string } | null, limit: number) =>
      sql<RecordedRow>`
        SELECT a.id, a.seq, a.entry_id, a.entry_hash, a.signature, a.key_id,
          CASE WHEN isfinite(a.entry_created_at) THEN a.entry_created_at END AS entry_created_at,
          CASE WHEN isfinite(a.anchored_at) THEN a.anchored_at END AS anchored_at, ${found}
        FROM (
          SELECT * FROM audit_anchors
          WHERE org_id = ${orgId} ${after === null ? sql`` : sql`AND (seq, id) > (${after.seq}::bigint, ${after.id}::uuid)`}
          ORDER BY seq, id LIMIT ${limit}::int
        ) a
        LEFT JOIN audit_entries e ON e.org_id = ${orgId} AND e.id = a.entry_id
        ORDER BY a.seq, a.id`

    const standing = (orgId: OrgId, anchors: ReadonlyArray<Pick<AnchoredEntry, "seq" | "entry_id">>) =>
      sql<Joined & { readonly id_at_seq: string | null }>`
        SELECT ${found}, s.id AS id_at_seq
        FROM unnest(
          ${anchors.map(({ seq }) => String(seq))}::bigint[], ${anchors.map(({ entry_id }) => entry_id)}::uuid[]
        ) WITH ORDINALITY AS w (seq, entry_id, place)
        LEFT JOIN LATERAL (
          SELECT * FROM audit_entries WHERE org_id = ${orgId} AND id = w.entry_id LIMIT 1
        ) e ON true
        LEFT JOIN LATERAL (
          SELECT id FROM audit_entries WHERE org_id = ${orgId} AND seq = w.seq LIMIT 1
        ) s ON true
        ORDER BY w.place`

    return {
      /** The recorded anchors after this one, by their number and id: keyset paging. */
      recorded: (orgId: OrgId, after: { readonly seq: bigint; readonly id: string } | null, limit: number) =>
        Transaction.use(() => Effect.orDie(recorded(orgId, after, limit))).pipe(
          Effect.map((rows) =>
            rows.map((row) => ({
              id: row.id,
              anchor: {
                seq: row.seq,
                entry_id: row.entry_id,
                entry_hash: row.entry_hash,
                entry_created_at: timeOf(row.entry_created_at),
                anchored_at: timeOf(row.anchored_at),
                signature: row.signature,
                key_id: row.key_id
              },
              found: foundOf(row)
            }))
          )
        ),
      /** What the chain holds of these, in their order. */
      standing: (orgId: OrgId, anchors: ReadonlyArray<Pick<AnchoredEntry, "seq" | "entry_id">>) =>
        anchors.length === 0
          ? Effect.succeed([])
          : Transaction.use(() => Effect.orDie(standing(orgId, anchors))).pipe(
              Effect.map((rows) => rows.map((row) => ({ found: foundOf(row), idAtSeq: row.id_at_seq })))
            )
    }
  })
}) {
  static readonly layer = Layer.effect(AnchoredRepo, AnchoredRepo.make)
}
