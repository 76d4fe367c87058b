import type { AuditAction } from "@svc/contract/audit/actions"
import { AuditLogFilters } from "@svc/contract/audit-log/schema"
import { RecordScope } from "@svc/contract/kernel/access"
import { UserId } from "@svc/contract/kernel/ids"
import { Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { casesIn, employeesIn } from "#records/record-scope"
import { EntrySet } from "./entry-set.ts"

const { search: _, ...exactFilters } = AuditLogFilters

/** Which entries of the log are meant: what the filters leave, of what the onlooker is shown. */
export const EntryChoice = Schema.Struct({
  filters: Schema.Struct(exactFilters),
  /** With a search, what `EntrySearch.find` answers for it. */
  found: Schema.optionalKey(Schema.instanceOf(EntrySet)),
  /** The reader of the log: a member with restricted records sees only some entries. */
  onlooker: Schema.Struct({ records: RecordScope, userId: Schema.NullOr(UserId) })
})
export type EntryChoice = typeof EntryChoice.Type
type Encoded = typeof EntryChoice.Encoded

/** Entries about a request or a review, which stand for a departure before there is an offboarding. */
const actionsOnPerson: ReadonlyArray<AuditAction> = [
  "hris_review_accepted",
  "hris_review_dismissed",
  "hris_review_opened",
  "initiation_approved",
  "initiation_delegated",
  "initiation_edited",
  "initiation_rejected",
  "initiation_step_approved",
  "initiation_submitted",
  "initiation_withdrawn"
]

/** The conditions on `audit_entries e`, all of which hold for the entries meant; none where the whole log is. */
export const entryConditions = (sql: SqlClient.SqlClient) => {
  const isOneOf = (found: EntrySet) => {
    const told = found.tellable()
    switch (told._tag) {
      case "Numbers":
        return sql`e.seq = ANY(${told.numbers}::bigint[])`
      case "Bits": {
        const end = told.first + told.bits.length * 8
        // A bit beyond the last one is an error.
        return sql`CASE WHEN e.seq >= ${told.first}::bigint AND e.seq < ${end}::bigint
          THEN get_bit(${told.bits}::bytea, (e.seq - ${told.first}::bigint)::int) = 1 ELSE false END`
      }
    }
  }

  /**
   * A member reads no entry about their own departure (access-42). No column of an entry names a request or a review:
   * their target names the person by their key.
   */
  const notOwn = (own: Encoded["onlooker"]["records"]["own"]) =>
    own === undefined || (own.offboardings.length === 0 && own.keys.length === 0)
      ? []
      : [
          sql`(e.offboarding_id IS NULL OR e.offboarding_id <> ALL(${own.offboardings}::uuid[]))`,
          sql`NOT (e.action = ANY(${actionsOnPerson}::text[]) AND EXISTS (
            SELECT FROM unnest(${own.keys}::uuid[]) AS own(key) WHERE strpos(e.target, '[[aps:v1:' || own.key || ':') > 0))`
        ]

  /**
   * A member with restricted records sees the entries about those records, and their own acts: an entry about no record
   * may still name a person (audit-18).
   */
  const seenBy = (orgId: string, { records, userId }: Encoded["onlooker"]) => [
    ...notOwn(records.own),
    ...(records._tag === "All"
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
        ])
  ]

  const conditions = ({ filters, found }: Encoded) => [
    ...(filters.action === undefined ? [] : [sql`e.action = ${filters.action}`]),
    ...(filters.actorId === undefined ? [] : [sql`e.actor_id = ${filters.actorId}::uuid`]),
    ...(filters.offboardingId === undefined ? [] : [sql`e.offboarding_id = ${filters.offboardingId}::uuid`]),
    ...(filters.orgEmployeeId === undefined ? [] : [sql`e.org_employee_id = ${filters.orgEmployeeId}::uuid`]),
    ...(filters.from === undefined ? [] : [sql`e.created_at >= ${filters.from}::date::timestamp AT TIME ZONE 'UTC'`]),
    ...(filters.to === undefined ? [] : [sql`e.created_at < (${filters.to}::date + 1)::timestamp AT TIME ZONE 'UTC'`]),
    ...(found === undefined ? [] : [isOneOf(found)])
  ]

  return (orgId: string, choice: Encoded): ReadonlyArray<Statement.Fragment> => [
    ...seenBy(orgId, choice.onlooker),
    ...conditions(choice)
  ]
}
