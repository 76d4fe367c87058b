import { trailerPattern } from "@svc/contract/audit/trailer"
import { retentionAction } from "@svc/contract/audit/chain"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { Transaction } from "#platform/database/db"
import type { ChainEnd, WrittenEntries } from "./chain-follow.ts"
import type { StoredEntry } from "./chain-walk.ts"

/** Consecutive entries; without `pieces` where one of them has no form that could be hashed. */
export interface Page {
  readonly first: bigint
  readonly last: bigint
  readonly entries: number
  readonly pieces: ReadonlyArray<WrittenEntries> | null
}

/** Part of a page. */
interface PieceRow {
  readonly first: bigint
  readonly last: bigint
  readonly entries: number
  readonly written: number
  readonly bytes: Uint8Array | null
}

/** Entries of a piece, which is to fit into the 64 KB that the driver reads into; a longer one gets room of its own. */
const entriesPerPiece = 50

const pageOf = (rows: ReadonlyArray<PieceRow>): Option.Option<Page> => {
  const [head, tail] = [rows[0], rows.at(-1)]
  if (head === undefined || tail === undefined) return Option.none()
  const pieces = rows.flatMap(({ bytes, entries, written }) => (bytes === null || written !== entries ? [] : [bytes]))
  return Option.some({
    first: head.first,
    last: tail.last,
    entries: rows.reduce((sum, { entries }) => sum + entries, 0),
    pieces: pieces.length === rows.length ? pieces : null
  })
}

/** A chain as stored, for whoever checks it. */
export class VerificationRepo extends Context.Service<
  VerificationRepo,
  {
    /** None when there is no such organisation; null when its chain has lost its head. */
    head(orgId: OrgId): Effect.Effect<Option.Option<ChainEnd | null>, never, Transaction>
    /** The newest entry that tells of a purge, with the earliest time of it and of those behind it. */
    newestPurge(
      orgId: OrgId
    ): Effect.Effect<Option.Option<Pick<StoredEntry, "details" | "created_at">>, never, Transaction>
    /** The entries after this number, oldest first; none after the last, more than `limit` only where numbers repeat. */
    page(orgId: OrgId, after: bigint | null, limit: number): Effect.Effect<Option.Option<Page>, never, Transaction>
    /** The entries from this number to that, column by column. */
    entries(orgId: OrgId, from: bigint, to: bigint): Effect.Effect<ReadonlyArray<StoredEntry>, never, Transaction>
    /** Entries up to this number whose details say that they are about something else than the columns do. */
    misplaced(
      orgId: OrgId,
      through: bigint,
      limit: number
    ): Effect.Effect<ReadonlyArray<Pick<StoredEntry, "seq" | "id">>, never, Transaction>
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

      const wholeMilliseconds = sql.literal("e.created_at::timestamptz(3) = e.created_at")

      const newestPurge = (orgId: OrgId) => sql<Pick<StoredEntry, "details" | "created_at">>`
        SELECT e.details, CASE WHEN isfinite(since.earliest) THEN since.earliest END AS created_at
        FROM (
          SELECT seq, details FROM audit_entries
          WHERE org_id = ${orgId} AND action = ${retentionAction} ORDER BY seq DESC LIMIT 1
        ) e CROSS JOIN LATERAL (
          SELECT min(later.created_at + interval '0') AS earliest FROM audit_entries later
          WHERE later.org_id = ${orgId} AND later.seq >= e.seq
        ) since`

      // The lines of `contentLines`. A time of which to_char keeps something back (the era, what is less than a
      // millisecond) or that it writes as JavaScript does not gets an empty line, which nobody has hashed.
      const content = sql.literal(`
        E'svc-audit-content/v1\\norg_id=' || e.org_id || E'\\nid=' || e.id || E'\\ncreated_at=' ||
        CASE WHEN e.created_at::timestamptz(3) = e.created_at
            AND e.created_at >= '1970-01-01T00:00:00Z' AND e.created_at < '9999-01-01T00:00:00Z'
          THEN to_char(e.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') ELSE '' END ||
        E'\\nactor_id=' || coalesce(e.actor_id::text, '') || E'\\naction=' || e.action ||
        E'\\ntarget=' || to_json(e.target)::text || E'\\ndetails=' || to_json(e.details)::text || E'\\n'`)

      const piece = sql.literal(`p.seq / ${entriesPerPiece}`)
      // Not decoded by a schema, and few rows: two million entries come this way, and what this process does for
      // each of them, others wait for. The lengths say where an entry ends, whatever somebody wrote into it.
      const page = (orgId: OrgId, after: bigint | null, limit: number) => sql<PieceRow>`
        SELECT min(p.seq) AS first, max(p.seq) AS last, count(*)::int AS entries, count(p.written)::int AS written,
          string_agg(p.written, ''::bytea ORDER BY p.seq) AS bytes
        FROM (
          SELECT w.seq, int4send(octet_length(w.content)) || int4send(octet_length(w.link)) ||
            convert_to(w.content || w.link, 'UTF8') AS written
          FROM (
            SELECT e.seq, ${content} AS content,
              e.seq || ' ' || e.content_hash || ' ' || e.prev_hash || ' ' || e.entry_hash AS link
            FROM audit_entries e
            WHERE e.org_id = ${orgId} ${after === null ? sql`` : sql`AND e.seq > ${after}::bigint`}
            ORDER BY e.seq FETCH FIRST (${limit}::int) ROWS WITH TIES
          ) w
        ) p
        GROUP BY ${piece} ORDER BY ${piece}`

      // Every column is the stored one under its own name, so that ORDER BY cannot mean an alias of another type.
      const entries = (orgId: OrgId, from: bigint, to: bigint) => sql<StoredEntry>`
        SELECT e.seq, e.id, e.actor_id, e.action, e.target, e.details, e.content_hash, e.prev_hash, e.entry_hash,
          CASE WHEN isfinite(e.created_at) AND ${wholeMilliseconds} THEN e.created_at END AS created_at
        FROM audit_entries e
        WHERE e.org_id = ${orgId} AND e.seq BETWEEN ${from}::bigint AND ${to}::bigint
        ORDER BY e.seq`

      // Where the unique index stands there are none, and the database need not sort every id to say so.
      const repeatedIds = (orgId: OrgId) => sql<Pick<StoredEntry, "seq" | "id">>`
        SELECT e.seq, e.id FROM audit_entries e
        WHERE e.org_id = ${orgId} AND e.id IN (
          SELECT d.id FROM audit_entries d WHERE d.org_id = ${orgId} GROUP BY d.id HAVING count(*) > 1
        ) AND NOT EXISTS (
          SELECT FROM pg_index i WHERE i.indrelid = 'audit_entries'::regclass
            AND i.indisunique AND i.indisvalid AND i.indpred IS NULL
            AND pg_get_indexdef(i.indexrelid) LIKE '% USING btree (org_id, id)'
        )
        ORDER BY e.seq`

      // No part of the pages: it looks at the end of the details only, and finds nothing as a rule.
      const misplaced = (orgId: OrgId, through: bigint, limit: number) => sql<Pick<StoredEntry, "seq" | "id">>`
        SELECT e.seq, e.id FROM audit_entries e
        CROSS JOIN LATERAL (
          SELECT coalesce(' | case ' || e.offboarding_id, '') || coalesce(' | employee ' || e.org_employee_id, '') AS ids
        ) AS columns
        WHERE e.org_id = ${orgId} AND e.seq <= ${through}::bigint AND (
          right(e.details, length(ids)) <> ids
          OR substr(e.details, length(e.details) - length(ids) - 43, 8) = ' | case '
          OR substr(e.details, length(e.details) - length(ids) - 47, 12) = ' | employee '
        ) AND e.details ~ ${trailerPattern}
        ORDER BY e.seq LIMIT ${limit}`

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
        newestPurge: (orgId) =>
          Transaction.use(() => Effect.orDie(newestPurge(orgId))).pipe(
            Effect.map(([row]) => Option.fromUndefinedOr(row))
          ),
        page: (orgId, after, limit) =>
          Transaction.use(() => Effect.orDie(page(orgId, after, limit))).pipe(Effect.map(pageOf)),
        entries: (orgId, from, to) => Transaction.use(() => Effect.orDie(entries(orgId, from, to))),
        misplaced: (orgId, through, limit) => Transaction.use(() => Effect.orDie(misplaced(orgId, through, limit))),
        repeatedIds: (orgId) => Transaction.use(() => Effect.orDie(repeatedIds(orgId)))
      })
    })
  )
}
