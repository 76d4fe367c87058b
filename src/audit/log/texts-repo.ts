import { type OrgId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { Transaction } from "#platform/database/db"
import { containing, containingLowered } from "#platform/database/fragments"
import { send } from "#platform/database/statements"
import { entriesPerPart } from "./entry-set.ts"

/** The texts of up to 2,000 entries (`audit_log_texts`). */
export interface PackedPart {
  readonly part: number
  readonly texts: Uint8Array
}

/** The entries of people, and about cases and people of the directory, whose name or address holds the term. */
export const entriesNaming = (sql: SqlClient.SqlClient) => (orgId: OrgId, term: string) => {
  const pattern = containing(term)
  const folded = containingLowered(sql, term)
  const isIn = (table: "o" | "p") => sql`${sql.literal(`${table}.search_text`)} COLLATE "C" LIKE ${folded}`
  // Collation costs 30 times as much: only for texts that contain the term at all.
  const holds = (column: string) => sql`${sql.literal(column)} COLLATE "und-x-icu" ILIKE ${pattern}`
  // One index probe per actor, however long the log is and however many users other organizations have.
  const acted = (after: Statement.Fragment) => sql`
    SELECT a.actor_id FROM audit_entries a WHERE a.org_id = ${orgId} AND ${after} ORDER BY a.actor_id LIMIT 1`
  const entries = (which: Statement.Fragment) => sql`
    SELECT e.seq::float8 FROM audit_entries e WHERE e.org_id = ${orgId} AND ${which}`
  return sql<{ readonly seqs: ReadonlyArray<number> }>`
    SELECT ARRAY(
      ${entries(sql`e.actor_id IN (
        WITH RECURSIVE actor (id) AS (
          (${acted(sql`a.actor_id IS NOT NULL`)})
          UNION ALL SELECT (${acted(sql`a.actor_id > actor.id`)}) FROM actor WHERE actor.id IS NOT NULL
        )
        SELECT actor.id FROM actor WHERE ${holds("(SELECT u.full_name FROM users u WHERE u.id = actor.id)")})`)}
      UNION ALL ${entries(sql`e.offboarding_id IN (
        SELECT o.id FROM offboardings o JOIN audit_person_keys k ON k.org_id = o.org_id AND k.id = o.person_key_id
        WHERE o.org_id = ${orgId} AND k.destroyed_at IS NULL
        AND ${isIn("o")} AND ${sql.or([holds("o.employee_name"), holds("o.employee_email")])})`)}
      UNION ALL ${entries(sql`e.org_employee_id IN (
        SELECT p.id FROM org_employees p JOIN audit_person_keys k ON k.org_id = p.org_id AND k.id = p.person_key_id
        WHERE p.org_id = ${orgId} AND k.destroyed_at IS NULL
        AND ${isIn("p")} AND ${sql.or([holds("p.full_name"), holds("p.email")])})`)}
    ) AS seqs`
}

/** What a search looks at besides sealed values. */
export class TextsRepo extends Context.Service<TextsRepo>()("svc/audit-log/TextsRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const part = sql.literal(`div(e.seq, ${entriesPerPart})`)
    const place = sql.literal(`mod(e.seq, ${entriesPerPart})::int`)
    const pack = (orgId: OrgId, after: bigint, through: bigint) => sql`
      INSERT INTO audit_log_texts (org_id, part, texts)
      SELECT ${orgId}::uuid, ${part}, string_agg(
        convert_to(e.search_text, 'UTF8') ||
          set_byte(set_byte('\\xff8080'::bytea, 1, 128 + ${place} / 64), 2, 128 + ${place} % 64),
        ''::bytea ORDER BY e.seq)
      FROM audit_entries e
      WHERE e.org_id = ${orgId} AND e.seq > ${after}::bigint AND e.seq <= ${through}::bigint
      GROUP BY ${part}
      ON CONFLICT (org_id, part) DO UPDATE SET texts = audit_log_texts.texts || excluded.texts`

    // Not decoded by a schema: megabytes come this way.
    const parts = (orgId: OrgId, after: number, count: number) => sql<PackedPart>`
      SELECT part::float8 AS part, texts FROM audit_log_texts
      WHERE org_id = ${orgId} AND part > ${after}::bigint ORDER BY audit_log_texts.part LIMIT ${count}`

    const named = entriesNaming(sql)

    return {
      /** Packs the texts of the entries behind one number up to another. */
      pack: (orgId: OrgId, after: bigint, through: bigint) => send(pack(orgId, after, through)),
      empty: (orgId: OrgId) => send(sql`DELETE FROM audit_log_texts WHERE org_id = ${orgId}`),
      /** Forgets the parts that hold no entry from this one on. */
      forgetBefore: (orgId: OrgId, seq: bigint) =>
        send(
          sql`DELETE FROM audit_log_texts WHERE org_id = ${orgId} AND part < div(${seq}::bigint, ${entriesPerPart}::bigint)`
        ),
      /** As the database writes a term in lower case, which is how it has written the texts. */
      folded: (term: string) =>
        Transaction.use(() =>
          Effect.orDie(sql<{ readonly folded: string }>`SELECT lower(${term}::text COLLATE "und-x-icu") AS folded`)
        ).pipe(Effect.map(([row]) => row?.folded ?? term)),
      /** Parts after this one up to the limit, in order. */
      parts: (orgId: OrgId, after: number, count: number) =>
        Transaction.use(() => Effect.orDie(parts(orgId, after, count))),
      /** The entries of people, and about cases and people of the directory, whose name or address holds the term. */
      named: (orgId: OrgId, term: string) =>
        Transaction.use(() => Effect.orDie(named(orgId, term))).pipe(Effect.map(([row]) => row?.seqs ?? []))
    }
  })
}) {
  static readonly layer = Layer.effect(TextsRepo, TextsRepo.make)
}
