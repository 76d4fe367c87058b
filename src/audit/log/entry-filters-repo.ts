import { AuditLogFilters } from "@svc/contract/audit-log/schema"
import { RecordScope } from "@svc/contract/kernel/access"
import { PersonKeyId, UserId } from "@svc/contract/kernel/ids"
import { Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { casesIn, employeesIn } from "#access/record-scope"
import { usesOf } from "./sealed-repo.ts"

/** What a search found among sealed values: values that hold the term, and entries in which it is met partly in one. */
export const SealedMatches = Schema.Struct({
  /** The persons' keys, and the place of each value in the list of the person's (`audit_log_values`). */
  keys: Schema.Array(PersonKeyId),
  places: Schema.Array(Schema.Int),
  /** The numbers of the entries. */
  together: Schema.Array(Schema.BigInt)
})
export type SealedMatches = typeof SealedMatches.Type

/** Which entries of the log are meant: what the filters leave, of what the onlooker is shown. */
export const EntryChoice = Schema.Struct({
  filters: Schema.Struct(AuditLogFilters),
  /** With a search, what `SealedSearch.find` answers for it. */
  sealed: Schema.optionalKey(SealedMatches),
  /** Whom the log is shown to: somebody who sees some records only sees some entries only. */
  onlooker: Schema.Struct({ records: RecordScope, userId: Schema.NullOr(UserId) })
})
export type EntryChoice = typeof EntryChoice.Type
type Encoded = typeof EntryChoice.Encoded

/** The conditions on `audit_entries e`, all of which hold for the entries meant; none where the whole log is. */
export const entryConditions = (sql: SqlClient.SqlClient) => {
  const search = (orgId: string, term: string, sealed: Encoded["sealed"]) => {
    const pattern = `%${term.replaceAll(/[\\%_]/g, "\\$&")}%`
    const folded = sql`(SELECT lower(${pattern}::text COLLATE "und-x-icu"))`
    // Lower case already, so it is compared byte by byte; the sub-select lowers the pattern once, not once a row.
    const isIn = (table: "e" | "o" | "p") => sql`${sql.literal(`${table}.search_text`)} COLLATE "C" LIKE ${folded}`
    // By the alphabet it costs 30 times as much: only of those in which the term stands at all.
    const holds = (column: string) => sql`${sql.literal(column)} COLLATE "und-x-icu" ILIKE ${pattern}`
    // One step in the index for each of them, however long the log is and however many users other organisations have.
    const acted = (after: Statement.Fragment) => sql`
      SELECT a.actor_id FROM audit_entries a WHERE a.org_id = ${orgId} AND ${after} ORDER BY a.actor_id LIMIT 1`
    return sql.or([
      ...(sealed === undefined || sealed.keys.length === 0
        ? []
        : [sql`e.seq IN (${usesOf(sql, orgId, sealed.keys, sealed.places)})`]),
      ...(sealed === undefined || sealed.together.length === 0 ? [] : [sql`e.seq = ANY(${sealed.together}::bigint[])`]),
      sql`e.actor_id IN (
        WITH RECURSIVE actor (id) AS (
          (${acted(sql`a.actor_id IS NOT NULL`)})
          UNION ALL SELECT (${acted(sql`a.actor_id > actor.id`)}) FROM actor WHERE actor.id IS NOT NULL
        )
        SELECT actor.id FROM actor WHERE ${holds("(SELECT u.full_name FROM users u WHERE u.id = actor.id)")})`,
      sql`e.offboarding_id IN (
        SELECT o.id FROM offboardings o JOIN audit_person_keys k ON k.org_id = o.org_id AND k.id = o.person_key_id
        WHERE o.org_id = ${orgId} AND k.destroyed_at IS NULL
        AND ${isIn("o")} AND ${sql.or([holds("o.employee_name"), holds("o.employee_email")])})`,
      sql`e.org_employee_id IN (
        SELECT p.id FROM org_employees p JOIN audit_person_keys k ON k.org_id = p.org_id AND k.id = p.person_key_id
        WHERE p.org_id = ${orgId} AND k.destroyed_at IS NULL
        AND ${isIn("p")} AND ${sql.or([holds("p.full_name"), holds("p.email")])})`,
      isIn("e")
    ])
  }

  /**
   * Whoever sees some records only is shown the entries about those, and what they did themselves: an entry about
   * nobody may still name somebody (audit-18).
   */
  const seenBy = (orgId: string, { records, userId }: Encoded["onlooker"]) =>
    records._tag === "All"
      ? []
      : [
          // EXISTS, which is either hashed or looked up by the key; a join or IN can be planned as a loop in a loop.
          sql.or([
            sql`EXISTS (SELECT FROM offboardings o
              WHERE o.org_id = ${orgId} AND o.id = e.offboarding_id AND ${casesIn(sql, records, "o")})`,
            sql`EXISTS (SELECT FROM org_employees p
              WHERE p.org_id = ${orgId} AND p.id = e.org_employee_id AND ${employeesIn(sql, records, "p")})`,
            sql`e.actor_id = ${userId}::uuid`
          ])
        ]

  const conditions = (orgId: string, { filters, sealed }: Encoded) => [
    ...(filters.action === undefined ? [] : [sql`e.action = ${filters.action}`]),
    ...(filters.actorId === undefined ? [] : [sql`e.actor_id = ${filters.actorId}::uuid`]),
    ...(filters.offboardingId === undefined ? [] : [sql`e.offboarding_id = ${filters.offboardingId}::uuid`]),
    ...(filters.orgEmployeeId === undefined ? [] : [sql`e.org_employee_id = ${filters.orgEmployeeId}::uuid`]),
    ...(filters.from === undefined ? [] : [sql`e.created_at >= ${filters.from}::date::timestamp AT TIME ZONE 'UTC'`]),
    ...(filters.to === undefined ? [] : [sql`e.created_at < (${filters.to}::date + 1)::timestamp AT TIME ZONE 'UTC'`]),
    ...(filters.search === undefined ? [] : [search(orgId, filters.search, sealed)])
  ]

  return (orgId: string, choice: Encoded): ReadonlyArray<Statement.Fragment> => [
    ...seenBy(orgId, choice.onlooker),
    ...conditions(orgId, choice)
  ]
}
