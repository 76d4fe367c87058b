import { AuditLogFilters } from "@svc/contract/audit-log/schema"
import { RecordScope } from "@svc/contract/kernel/access"
import { OrgId, UserId, Uuid } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Transaction } from "#platform/db"
import { casesIn, employeesIn } from "#platform/record-scope"

const Filters = Schema.Struct(AuditLogFilters)
type EncodedFilters = typeof Filters.Encoded

const Found = Schema.Struct({ total: Schema.Int, seqs: Schema.Array(Schema.BigInt) })

const Row = Schema.Struct({
  id: Uuid,
  action: Schema.String,
  target: Schema.String,
  details: Schema.String,
  created_at: Schema.DateTimeUtcFromDate,
  is_signed: Schema.Boolean,
  actor_id: Schema.NullOr(UserId),
  actor_name: Schema.NullOr(Schema.String)
})
export type LogRow = typeof Row.Type

/** Whom the log is shown to: somebody who sees some records only sees some entries only. */
const Onlooker = Schema.Struct({ records: RecordScope, userId: Schema.NullOr(UserId) })

export interface LogPage {
  readonly onlooker: typeof Onlooker.Type
  readonly filters: AuditLogFilters
  readonly limit: number
  readonly offset: number
}

/** Entries found and shown; appending and verifying have their own repos. */
export class ReadingRepo extends Context.Service<
  ReadingRepo,
  {
    /** How many entries match, and the numbers of those on the page, newest first. */
    find(orgId: OrgId, page: LogPage): Effect.Effect<typeof Found.Type, never, Transaction>
    /** The entries of these numbers with the names of their actors, newest first. */
    load(orgId: OrgId, seqs: ReadonlyArray<bigint>): Effect.Effect<ReadonlyArray<LogRow>, never, Transaction>
  }
>()("svc/audit-log/ReadingRepo") {
  static readonly layer = Layer.effect(
    ReadingRepo,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const search = (orgId: string, term: string) => {
        const pattern = `%${term.replaceAll(/[\\%_]/g, "\\$&")}%`
        const holds = (column: string) => sql`${sql.literal(column)} COLLATE "und-x-icu" ILIKE ${pattern}`
        return sql.or([
          sql`e.actor_id IN (
            SELECT u.id FROM users u WHERE ${holds("u.full_name")}
            AND EXISTS (SELECT FROM audit_entries a WHERE a.org_id = ${orgId} AND a.actor_id = u.id))`,
          sql`e.offboarding_id IN (
            SELECT o.id FROM offboardings o JOIN audit_person_keys k ON k.org_id = o.org_id AND k.id = o.person_key_id
            WHERE o.org_id = ${orgId} AND k.destroyed_at IS NULL
            AND ${sql.or([holds("o.employee_name"), holds("o.employee_email")])})`,
          sql`e.org_employee_id IN (
            SELECT p.id FROM org_employees p JOIN audit_person_keys k ON k.org_id = p.org_id AND k.id = p.person_key_id
            WHERE p.org_id = ${orgId} AND k.destroyed_at IS NULL
            AND ${sql.or([holds("p.full_name"), holds("p.email")])})`,
          // Lower case already, so it is compared byte by byte; the sub-select lowers the pattern once, not once a row.
          sql`e.search_text COLLATE "C" LIKE (SELECT lower(${pattern}::text COLLATE "und-x-icu"))`
        ])
      }

      /**
       * Whoever sees some records only is shown the entries about those, and what they did themselves: an entry about
       * nobody may still name somebody.
       */
      const seenBy = (orgId: string, { records, userId }: typeof Onlooker.Encoded) =>
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

      const conditions = (orgId: string, filters: EncodedFilters) => [
        ...(filters.action === undefined ? [] : [sql`e.action = ${filters.action}`]),
        ...(filters.actorId === undefined ? [] : [sql`e.actor_id = ${filters.actorId}::uuid`]),
        ...(filters.offboardingId === undefined ? [] : [sql`e.offboarding_id = ${filters.offboardingId}::uuid`]),
        ...(filters.orgEmployeeId === undefined ? [] : [sql`e.org_employee_id = ${filters.orgEmployeeId}::uuid`]),
        ...(filters.from === undefined
          ? []
          : [sql`e.created_at >= ${filters.from}::date::timestamp AT TIME ZONE 'UTC'`]),
        ...(filters.to === undefined
          ? []
          : [sql`e.created_at < (${filters.to}::date + 1)::timestamp AT TIME ZONE 'UTC'`]),
        ...(filters.search === undefined ? [] : [search(orgId, filters.search)])
      ]

      const newest = sql.literal("ORDER BY m.created_at DESC, m.seq DESC")

      const find = SqlSchema.findOne({
        Request: Schema.Struct({
          orgId: OrgId,
          filters: Filters,
          limit: Schema.Int,
          offset: Schema.Int,
          onlooker: Onlooker
        }),
        Result: Found,
        execute: ({ filters, limit, offset, onlooker, orgId }) => {
          const narrowed = [...seenBy(orgId, onlooker), ...conditions(orgId, filters)]
          const matching = sql`SELECT e.seq, e.created_at FROM audit_entries e
            WHERE ${sql.and([sql`e.org_id = ${orgId}`, ...narrowed])}`
          const page = (source: typeof matching) =>
            sql`ARRAY(SELECT m.seq FROM ${source} m ${newest} LIMIT ${limit} OFFSET ${offset}) AS seqs`
          // A search looks at every entry, so it does it once; the other filters have indexes in the order of the page.
          if (filters.search !== undefined) {
            return sql`WITH matching AS MATERIALIZED (${matching})
              SELECT (SELECT count(*)::int FROM matching) AS total, ${page(sql`matching`)}`
          }
          // Numbers follow on each other without gaps, so the whole log needs no counting.
          const total =
            narrowed.length === 0
              ? sql`SELECT COALESCE(max(e.seq) - min(e.seq) + 1, 0)::int FROM audit_entries e WHERE e.org_id = ${orgId}`
              : sql`SELECT count(*)::int FROM (${matching}) counted`
          return sql`SELECT (${total}) AS total, ${page(sql`(${matching})`)}`
        }
      })

      const load = SqlSchema.findAll({
        Request: Schema.Struct({ orgId: OrgId, seqs: Schema.Array(Schema.BigInt) }),
        Result: Row,
        execute: ({ orgId, seqs }) => sql`
          SELECT e.id, e.action, e.target, e.details, e.created_at, e.entry_hash <> '' AS is_signed, e.actor_id,
            CASE WHEN e.actor_id IS NOT NULL THEN COALESCE(u.full_name, 'Deleted user') END AS actor_name
          FROM audit_entries e LEFT JOIN users u ON u.id = e.actor_id
          WHERE e.org_id = ${orgId} AND e.seq = ANY(${seqs}::bigint[])
          ORDER BY e.created_at DESC, e.seq DESC`
      })

      return ReadingRepo.of({
        find: (orgId, page) => Transaction.use(() => Effect.orDie(find({ orgId, ...page }))),
        load: (orgId, seqs) =>
          seqs.length === 0 ? Effect.succeed([]) : Transaction.use(() => Effect.orDie(load({ orgId, seqs })))
      })
    })
  )
}
