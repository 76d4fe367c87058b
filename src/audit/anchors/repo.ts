import { CalendarDate } from "@svc/contract/kernel/dates"
import { OrgId, Uuid } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { SystemSql, Transaction } from "#platform/database/db"
import { ofOrganisation } from "#platform/database/fragments"
import { all, Instant, maybe } from "#platform/database/statements"

const AnchorRow = Schema.Struct({
  org_id: OrgId,
  id: Uuid,
  seq: Schema.BigInt,
  entry_id: Uuid,
  entry_hash: Schema.String,
  entry_created_at: Instant,
  anchored_at: Instant,
  source: Schema.Literals(["hourly", "nightly", "archive", "migration"]),
  signature: Schema.NullOr(Schema.String),
  key_id: Schema.NullOr(Schema.String)
})
export type AnchorRow = typeof AnchorRow.Type

const Head = Schema.Struct({
  seq: Schema.BigInt,
  /** Null when the head names no entry of the chain. */
  entry_id: Schema.NullOr(Uuid),
  entry_hash: Schema.String,
  entry_created_at: Schema.NullOr(Instant)
})

export type Head = typeof Head.Type

const OrgHead = Schema.Struct({ org_id: OrgId, ...Head.fields })

const verdict = Schema.Literals(["holds", "contradicts", "purged"])

/** An anchor by what ties it to an entry. */
const Named = Schema.Struct({
  seq: Schema.Int,
  entry_id: Schema.String,
  entry_hash: Schema.String,
  entry_created_at: Instant
})

/** Anchors as recorded, and what the chain says of them. */
export class AnchorsRepo extends Context.Service<AnchorsRepo>()("svc/audit-anchors/AnchorsRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql

    const head = maybe({
      Request: OrgId,
      Result: Head,
      execute: (orgId) => sql`
        SELECT h.seq, h.entry_hash, e.id AS entry_id, e.created_at AS entry_created_at
        FROM audit_heads h
        LEFT JOIN audit_entries e ON e.org_id = h.org_id AND e.seq = h.seq AND e.entry_hash = h.entry_hash
        WHERE h.org_id = ${orgId} AND h.seq > 0`
    })

    const heads = all({
      Request: Schema.Array(OrgId),
      Result: OrgHead,
      execute: (orgIds) => sql`
        SELECT h.org_id, h.seq, h.entry_hash, e.id AS entry_id, e.created_at AS entry_created_at
        FROM audit_heads h
        LEFT JOIN audit_entries e ON e.org_id = h.org_id AND e.seq = h.seq AND e.entry_hash = h.entry_hash
        WHERE h.org_id = ANY(${orgIds}::uuid[]) AND h.seq > 0`
    })

    const encodeRows = Schema.encodeEffect(Schema.NonEmptyArray(AnchorRow))
    const insert = Effect.fnUntraced(function* (
      anchors: readonly [AnchorRow, ...Array<AnchorRow>],
      witnesses: ReadonlyArray<"storage" | "https">,
      { send }: Transaction["Service"]
    ) {
      const rows = yield* Effect.orDie(encodeRows(anchors))
      yield* send(sql`
        WITH anchor AS (
          INSERT INTO audit_anchors ${sql.insert(rows)} RETURNING org_id, id
        )
        INSERT INTO audit_anchor_witnessings (org_id, anchor_id, witness)
        SELECT anchor.org_id, anchor.id, witness FROM anchor, unnest(${witnesses}::text[]) AS witness`)
    })

    const newest = all({
      Request: Schema.Struct({ orgId: OrgId, limit: Schema.Int, since: Schema.NullOr(CalendarDate) }),
      Result: AnchorRow,
      execute: ({ limit, orgId, since }) => sql`
        SELECT a.org_id, a.id, a.seq, a.entry_id, a.entry_hash, a.entry_created_at, a.anchored_at, a.source,
          a.signature, a.key_id
        FROM audit_anchors a
        WHERE a.org_id = ${orgId}
          ${since === null ? sql`` : sql`AND a.anchored_at >= ${since}::date::timestamp AT TIME ZONE 'UTC'`}
        ORDER BY a.anchored_at DESC, a.seq DESC, a.id DESC LIMIT ${limit}`
    })

    // The text of `identity`. This service records whole milliseconds, so an anchor with more digits is unknown.
    const unknown = all({
      Request: Schema.Struct({ orgId: OrgId, limit: Schema.Int, known: Schema.Array(Schema.String) }),
      Result: AnchorRow,
      execute: ({ known, limit, orgId }) => sql`
        SELECT a.org_id, a.id, a.seq, a.entry_id, a.entry_hash, a.entry_created_at, a.anchored_at, a.source,
          a.signature, a.key_id
        FROM (
          SELECT * FROM audit_anchors WHERE org_id = ${orgId}
          ORDER BY anchored_at DESC, seq DESC, id DESC LIMIT ${limit}
        ) a
        WHERE concat_ws(' ', a.id, a.seq, a.entry_id, a.entry_hash,
          trim_scale(extract(epoch FROM a.anchored_at) * 1000)::text) NOT IN (SELECT unnest(${known}::text[]))`
    })

    // Where no entry is left, none was purged: retention leaves its own.
    const oldest = (orgId: string) =>
      sql`(SELECT COALESCE(min(seq), 0) AS seq FROM audit_entries WHERE org_id = ${orgId}) AS oldest`
    const judged = sql.literal(
      "CASE WHEN e.id IS NOT NULL THEN 'holds' WHEN a.seq < oldest.seq THEN 'purged' ELSE 'contradicts' END"
    )
    const entryOf = (orgId: string) => sql`
      LEFT JOIN audit_entries e ON e.org_id = ${orgId} AND e.seq = a.seq AND e.id = a.entry_id
        AND e.entry_hash = a.entry_hash AND e.created_at = a.entry_created_at`

    const judge = all({
      Request: Schema.Struct({ orgId: OrgId, anchors: Schema.Array(Named) }),
      Result: Schema.Struct({ verdict }),
      execute: ({ anchors, orgId }) => sql`
        SELECT ${judged} AS verdict
        FROM unnest(
          ${anchors.map(({ seq }) => seq)}::bigint[],
          ${anchors.map(({ entry_id }) => entry_id)}::uuid[],
          ${anchors.map(({ entry_hash }) => entry_hash)}::text[],
          ${anchors.map(({ entry_created_at }) => entry_created_at)}::timestamptz[]
        ) WITH ORDINALITY AS a (seq, entry_id, entry_hash, entry_created_at, place)
        ${entryOf(orgId)} CROSS JOIN ${oldest(orgId)}
        ORDER BY a.place`
    })

    const toAnchor = SqlSchema.findAll({
      Request: Schema.Struct({ orgId: Schema.UndefinedOr(OrgId), moved: Schema.Boolean }),
      Result: Schema.Struct({ org_id: OrgId }),
      execute: ({ moved, orgId }) => system`
        SELECT h.org_id FROM audit_heads h
        JOIN organisations o ON o.id = h.org_id AND o.deletion_started_at IS NULL
        LEFT JOIN LATERAL (
          SELECT a.entry_hash FROM audit_anchors a WHERE a.org_id = h.org_id
          ORDER BY a.anchored_at DESC, a.seq DESC, a.id DESC LIMIT 1
        ) newest ON ${moved}::boolean
        WHERE h.seq > 0 AND newest.entry_hash IS DISTINCT FROM h.entry_hash
          AND ${ofOrganisation(system, orgId, "h.org_id")}
        ORDER BY h.org_id`
    })

    return {
      /** The head as this transaction sees it; none for an empty chain. */
      head,
      /** The heads of those of these organizations that have a chain. */
      heads,
      /** Records the anchors and that these witnesses do not have them yet; travels with the COMMIT. */
      insert: (anchors: readonly [AnchorRow, ...Array<AnchorRow>], witnesses: ReadonlyArray<"storage" | "https">) =>
        Transaction.use((transaction) => insert(anchors, witnesses, transaction)),
      /** The newest ones up to the limit, without these `identity`s. */
      unknown: (orgId: OrgId, query: { readonly limit: number; readonly known: ReadonlyArray<string> }) =>
        unknown({ orgId, ...query }),
      /** Newest first; `since`: anchored on that day of UTC or later. */
      newest: (orgId: OrgId, { limit, since }: { readonly limit: number; readonly since?: CalendarDate }) =>
        newest({ orgId, limit, since: since ?? null }),
      /** What the chain says of anchors from elsewhere, in their order. */
      judge: (orgId: OrgId, anchors: ReadonlyArray<typeof Named.Type>) =>
        anchors.length === 0
          ? Effect.succeed([])
          : judge({ orgId, anchors }).pipe(Effect.map((rows) => rows.map((row) => row.verdict))),
      /** Organizations with a chain; `moved`: only those whose head differs from that of the newest anchor. */
      toAnchor: ({ orgId, which }: { readonly orgId: OrgId | undefined; readonly which: "moved" | "all" }) =>
        Effect.orDie(toAnchor({ orgId, moved: which === "moved" })).pipe(
          Effect.map((rows) => rows.map(({ org_id }) => org_id))
        )
    }
  })
}) {
  static readonly layer = Layer.effect(AnchorsRepo, AnchorsRepo.make)
}
