import { trailerPattern } from "@svc/contract/audit/trailer"
import { retentionAction } from "@svc/contract/audit/chain"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Context, Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { Transaction } from "#platform/database/db"
import { layerOf } from "#platform/services/layer-of"
import type { ChainEnd, StoredEntry } from "./chain-walk.ts"
import { writtenHashes } from "./written-hashes-repo.ts"

/** Entries that the database checked. */
export interface LookedAt {
  /** How many there were. */
  readonly entries: number
  /** Their end, if each continues the one before it with both hashes right; else null. */
  readonly end: ChainEnd | null
  /** Whether one may say that it is about something else than its columns do. */
  readonly mayBeMisplaced: boolean
}

interface LookedAtRow {
  readonly entries: number
  readonly intact: number
  readonly misplaced: number
  readonly seq: bigint | null
  readonly entry_hash: string | null
}

/** A number that no entry has more than. */
const lastNumber = 2n ** 63n - 1n

/** A stored chain, for verification. */
export class VerificationRepo extends Context.Service<
  VerificationRepo,
  {
    /** None if the organization does not exist; null if its chain has lost its head. */
    head(orgId: OrgId): Effect.Effect<Option.Option<ChainEnd | null>, never, Transaction>
    /** The newest entry that records a purge, with the earliest time of it and of later ones. */
    newestPurge(
      orgId: OrgId
    ): Effect.Effect<Option.Option<Pick<StoredEntry, "details" | "created_at">>, never, Transaction>
    /**
     * The numbers after the end up to the limit, and whatever precedes them if it is the `beginning`: whether the
     * entries continue from it. The database recomputes both hashes of each.
     */
    follow(
      orgId: OrgId,
      from: ChainEnd & { readonly isBeginning: boolean },
      numbers: number
    ): Effect.Effect<LookedAt, never, Transaction>
    /** The entries after this number, oldest first, column by column; more than `limit` only where numbers repeat. */
    entries(
      orgId: OrgId,
      after: bigint | null,
      limit: number
    ): Effect.Effect<ReadonlyArray<StoredEntry>, never, Transaction>
    /** The hash that an entry of this number has. */
    hashAt(orgId: OrgId, seq: bigint): Effect.Effect<Option.Option<string>, never, Transaction>
    /** For `inSnapshot`, as long as this transaction runs. */
    readonly exportSnapshot: Effect.Effect<string, never, Transaction>
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

  /** The same, as the transaction sees it that exported the snapshot. */
  static readonly inSnapshot = (snapshot: string) =>
    Effect.provideService(
      SqlClient.BeginTransaction,
      `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET TRANSACTION SNAPSHOT '${snapshot.replaceAll(/[^0-9A-F-]/g, "")}'`
    )

  static readonly layer = layerOf(VerificationRepo, function* () {
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

    const hashes = writtenHashes(sql)

    /** What the columns say an entry is about, in the form of the end of its details. */
    const subject = "coalesce(' | case ' || e.offboarding_id, '') || coalesce(' | employee ' || e.org_employee_id, '')"
    // Whether an entry could be misplaced: its subject does not end its details, or another is named before it.
    const names = (text: string) => `(${text} LIKE '% | case %' OR ${text} LIKE '% | employee %')`
    const mayBeMisplaced = sql.literal(`CASE e.subject WHEN '' THEN ${names("e.details")}
        ELSE e.details NOT LIKE '%' || e.subject OR ${names("left(e.details, -length(e.subject))")} END`)
    // What is quickly said comes first: the pattern is for those alone whose end is another.
    const isMisplaced = sql`(
        right(e.details, length(${sql.literal(subject)})) <> ${sql.literal(subject)}
        OR substr(e.details, length(e.details) - length(${sql.literal(subject)}) - 43, 8) = ' | case '
        OR substr(e.details, length(e.details) - length(${sql.literal(subject)}) - 47, 12) = ' | employee '
      ) AND e.details ~ ${trailerPattern}`

    // Misplaced entries are found on the way: normally there are none, and the log need not be read again for them. The
    // ordered sub-select avoids computing twice what is used twice.
    const follow = (
      orgId: OrgId,
      { entry_hash, isBeginning, seq }: ChainEnd & { readonly isBeginning: boolean },
      numbers: number
    ) => {
      const through = seq + BigInt(numbers) < lastNumber ? seq + BigInt(numbers) : lastNumber
      const there = (table: "e" | "l") => {
        const number = sql.literal(`${table}.seq`)
        return sql`${sql.literal(table)}.org_id = ${orgId} AND ${number} <= ${through}::bigint
            ${isBeginning ? sql`` : sql`AND ${number} > ${seq}::bigint`}`
      }
      return sql<LookedAtRow>`
          SELECT looked.entries, looked.intact, looked.misplaced, latest.seq, latest.entry_hash
          FROM (
            SELECT count(*)::int AS entries, count(*) FILTER (WHERE w.misplaced)::int AS misplaced,
              count(*) FILTER (WHERE w.hashed AND w.seq = w.before + 1 AND w.prev_hash = w.hash_before)::int AS intact
            FROM (
              SELECT h.seq, h.prev_hash, h.hashed, h.misplaced, lag(h.seq, 1, ${seq}::bigint) OVER o AS before,
                lag(h.entry_hash, 1, ${entry_hash}::text) OVER o AS hash_before
              FROM (
                SELECT e.seq, e.prev_hash, e.entry_hash, ${mayBeMisplaced} AS misplaced,
                  e.content_hash = ${hashes.content(orgId)} AND e.entry_hash = ${hashes.entry(orgId)} AS hashed
                FROM (
                  SELECT e.*, ${sql.literal(subject)} AS subject
                  FROM audit_entries e WHERE ${there("e")} ORDER BY e.seq
                ) e
              ) h
              WINDOW o AS (ORDER BY h.seq)
            ) w
          ) looked
          LEFT JOIN LATERAL (
            SELECT l.seq, l.entry_hash FROM audit_entries l WHERE ${there("l")} ORDER BY l.seq DESC LIMIT 1
          ) latest ON true`
    }

    // Every column is the stored one under its own name, so that ORDER BY cannot mean an alias of another type.
    const entries = (orgId: OrgId, after: bigint | null, limit: number) => sql<StoredEntry>`
        SELECT e.seq, e.id, e.actor_id, e.action, e.target, e.details, e.content_hash, e.prev_hash, e.entry_hash,
          CASE WHEN isfinite(e.created_at) AND ${wholeMilliseconds} THEN e.created_at END AS created_at
        FROM audit_entries e
        WHERE e.org_id = ${orgId} ${after === null ? sql`` : sql`AND e.seq > ${after}::bigint`}
        ORDER BY e.seq FETCH FIRST (${limit}::int) ROWS WITH TIES`

    const hashAt = (orgId: OrgId, seq: bigint) => sql<Pick<StoredEntry, "entry_hash">>`
        SELECT e.entry_hash FROM audit_entries e WHERE e.org_id = ${orgId} AND e.seq = ${seq}::bigint LIMIT 1`

    const exportSnapshot = sql<{ readonly snapshot: string }>`SELECT pg_export_snapshot() AS snapshot`

    // With the unique index there are none, and the database need not sort every id to prove it.
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

    const misplaced = (orgId: OrgId, through: bigint, limit: number) => sql<Pick<StoredEntry, "seq" | "id">>`
        SELECT e.seq, e.id FROM audit_entries e
        WHERE e.org_id = ${orgId} AND e.seq <= ${through}::bigint AND ${isMisplaced} ORDER BY e.seq LIMIT ${limit}`

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
      follow: (orgId, from, numbers) =>
        Transaction.use(() => Effect.orDie(follow(orgId, from, numbers))).pipe(
          Effect.map(([row]) => {
            if (row === undefined || row.seq === null || row.entry_hash === null) {
              return { entries: row?.entries ?? 0, end: null, mayBeMisplaced: false }
            }
            const { entries, entry_hash, intact, misplaced, seq } = row
            return { entries, end: intact === entries ? { seq, entry_hash } : null, mayBeMisplaced: misplaced > 0 }
          })
        ),
      entries: (orgId, after, limit) => Transaction.use(() => Effect.orDie(entries(orgId, after, limit))),
      hashAt: (orgId, seq) =>
        Transaction.use(() => Effect.orDie(hashAt(orgId, seq))).pipe(
          Effect.map(([row]) => Option.fromUndefinedOr(row?.entry_hash))
        ),
      exportSnapshot: Transaction.use(() => Effect.orDie(exportSnapshot)).pipe(
        Effect.map(([row]) => row?.snapshot ?? "")
      ),
      misplaced: (orgId, through, limit) => Transaction.use(() => Effect.orDie(misplaced(orgId, through, limit))),
      repeatedIds: (orgId) => Transaction.use(() => Effect.orDie(repeatedIds(orgId)))
    })
  })
}
