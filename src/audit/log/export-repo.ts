import type { OrgId } from "@svc/contract/kernel/ids"
import { Context, Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Transaction } from "#platform/database/db"
import { layerOf } from "#platform/services/layer-of"
import { EntryChoice, entryConditions } from "./entry-filters-repo.ts"

/** A stored entry with the name of its actor. */
export interface StoredRow {
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
  /** As the account is called now. */
  readonly actor_name: string | null
  readonly actor_email: string | null
}

interface LinksBetween {
  /** Links up to this number are omitted. */
  readonly after: number
  readonly through: number
  /** Numbers that are omitted. */
  readonly except: ReadonlyArray<number>
}

/** Entries read for files. */
export class ExportRepo extends Context.Service<
  ExportRepo,
  {
    /** The numbers of the matching entries, oldest first, up to the limit. */
    find(
      orgId: OrgId,
      choice: EntryChoice,
      most: number | null
    ): Effect.Effect<ReadonlyArray<number>, never, Transaction>
    /** The entries of these numbers, which are in order, in their order. */
    load(orgId: OrgId, seqs: ReadonlyArray<number>): Effect.Effect<ReadonlyArray<StoredRow>, never, Transaction>
    /** A part of an array of `SkeletonLink` as JSON, without brackets; empty without links. */
    links(orgId: OrgId, between: LinksBetween): Effect.Effect<string, never, Transaction>
    organisationName(orgId: OrgId): Effect.Effect<string, never, Transaction>
  }
>()("svc/audit-log/ExportRepo") {
  /** Everything in one transaction sees the log as it was at its first statement, and can change nothing. */
  static readonly inOneSnapshot = Effect.provideService(
    SqlClient.BeginTransaction,
    "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
  )

  static readonly layer = layerOf(ExportRepo, function* () {
    const sql = yield* SqlClient.SqlClient
    const conditionsOf = entryConditions(sql)
    const encode = Schema.encodeEffect(EntryChoice)

    const find = Effect.fnUntraced(function* (orgId: OrgId, choice: EntryChoice, most: number | null) {
      const conditions = conditionsOf(orgId, yield* encode(choice))
      const [row] = yield* sql<{ readonly seqs: ReadonlyArray<number> }>`
          SELECT ARRAY(
            SELECT e.seq::float8 FROM audit_entries e WHERE ${sql.and([sql`e.org_id = ${orgId}`, ...conditions])}
            ORDER BY e.seq ${most === null ? sql`` : sql`LIMIT ${most}`}
          ) AS seqs`
      return row?.seqs ?? []
    })

    // Not decoded by a schema: fifty thousand rows come this way, and the table's column types are as good.
    const load = (orgId: OrgId, seqs: ReadonlyArray<number>) => {
      const first = seqs[0] ?? 0
      const last = seqs.at(-1) ?? 0
      const numbers =
        last - first + 1 === seqs.length
          ? sql`e.seq BETWEEN ${first}::bigint AND ${last}::bigint`
          : sql`e.seq = ANY(${seqs}::bigint[])`
      return sql<StoredRow>`
          SELECT e.seq, e.id, e.created_at, e.actor_id, e.action, e.target, e.details, e.content_hash, e.prev_hash,
            e.entry_hash, CASE WHEN e.actor_id IS NOT NULL THEN COALESCE(u.full_name, 'Deleted user') END AS actor_name,
            u.email AS actor_email
          FROM audit_entries e LEFT JOIN users u ON u.id = e.actor_id
          WHERE e.org_id = ${orgId} AND ${numbers} ORDER BY e.seq`
    }

    const links = (orgId: OrgId, { after, except, through }: LinksBetween) => sql<{ readonly json: string }>`
        SELECT COALESCE(string_agg(
          '{"seq":' || e.seq || ',"content_hash":"' || e.content_hash || '","entry_hash":"' || e.entry_hash || '"}',
          E',\\n' ORDER BY e.seq), '') AS json
        FROM audit_entries e
        WHERE e.org_id = ${orgId} AND e.seq > ${after}::bigint AND e.seq <= ${through}::bigint
          ${except.length === 0 ? sql`` : sql`AND e.seq <> ALL(${except}::bigint[])`}`

    const name = SqlSchema.findOne({
      Request: Schema.String,
      Result: Schema.Struct({ name: Schema.String }),
      execute: (orgId) => sql`SELECT name FROM organisations WHERE id = ${orgId}`
    })

    return ExportRepo.of({
      find: (orgId, choice, most) => Transaction.use(() => Effect.orDie(find(orgId, choice, most))),
      load: (orgId, seqs) => Transaction.use(() => Effect.orDie(load(orgId, seqs))),
      links: (orgId, between) =>
        Transaction.use(() => Effect.map(Effect.orDie(links(orgId, between)), ([row]) => row?.json ?? "")),
      organisationName: (orgId) => Transaction.use(() => Effect.map(Effect.orDie(name(orgId)), ({ name }) => name))
    })
  })
}
