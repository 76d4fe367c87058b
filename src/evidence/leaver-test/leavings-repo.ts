import type { OrgId } from "@svc/contract/kernel/ids"
import type { SqlClient, Statement } from "effect/sql"

/** An offboarding for an earlier leaving may end at most this many days before a leaving. */
export const daysOfEarlier = 90

/** What the fragments are about; days of the calendar, the period's both inclusive. */
export interface LeavingsAsked {
  readonly orgId: OrgId
  readonly from: string
  readonly to: string
  readonly today: string
  readonly zone: string
  /** `employee_id`, `last_day`: who left in the period by the records of the directory. */
  readonly told: Statement.Fragment
  /** `employee_id`, `last_exit`: the cases of each record. */
  readonly casesByPerson: Statement.Fragment
}

/**
 * Queries over the leavings that sources reported (`hris_leavings`). A person is identified by their record, else by
 * their key. A leaving without a day is between two reads of its source; before the first read it has no start.
 */
export const leavingsOf = (
  sql: SqlClient.SqlClient,
  { casesByPerson, from, orgId, to, today, told, zone }: LeavingsAsked
) => {
  const dayOf = (column: string) => sql`(${sql.literal(column)} AT TIME ZONE ${zone}::text)::date`
  const people = sql`
    SELECT l.*, coalesce(e.id, k.id) AS record_id, coalesce(e.id, k.id, l.person_key_id) AS person_id,
      coalesce(e.full_name, k.full_name) AS record_name, coalesce(e.email, k.email) AS record_email,
      CASE WHEN l.day_told THEN l.left_on WHEN l.read_before IS NULL THEN '-infinity'::date ELSE ${dayOf("l.read_before")} END
        AS since
    FROM hris_leavings l
    LEFT JOIN org_employees e ON e.org_id = l.org_id AND e.id = l.employee_id
    LEFT JOIN org_employees k ON k.org_id = l.org_id AND k.person_key_id = l.person_key_id
    WHERE l.org_id = ${orgId}`
  const casesByKey = sql`
    SELECT o.person_key_id, max(o.exit_date) AS last_exit FROM offboardings o
    WHERE o.org_id = ${orgId} AND o.status <> 'cancelled' GROUP BY o.person_key_id`
  const withCases = sql`
    (${people}) p
    LEFT JOIN (${casesByPerson}) c ON c.employee_id = p.record_id
    LEFT JOIN (${casesByKey}) kc ON kc.person_key_id = p.person_key_id`
  const withoutCase = sql`
    (greatest(c.last_exit, kc.last_exit) IS NULL OR greatest(c.last_exit, kc.last_exit) <= p.since - ${daysOfEarlier}::int)`
  const notTold = sql`NOT EXISTS (SELECT FROM (${told}) h WHERE h.employee_id = p.record_id)`
  const samePerson = sql`
    o.org_id = p.org_id AND o.id <> p.id AND o.withdrawn_at IS NULL
      AND (o.person_key_id = p.person_key_id OR o.employee_id = p.employee_id)`
  const dayKnownOtherwise = sql`
    (EXISTS (
      SELECT FROM hris_leavings o
      WHERE ${samePerson} AND o.day_told AND o.left_on <= p.left_on + ${daysOfEarlier}::int
    ) OR EXISTS (
      SELECT FROM hris_leavers x
      WHERE x.org_id = p.org_id AND x.employee_id = p.record_id AND x.last_day <= p.left_on + ${daysOfEarlier}::int
    ))`
  const inPeriod = sql`(p.left_on BETWEEN ${from}::date AND ${to}::date AND p.left_on < ${today}::date)`
  const named = sql`
    DISTINCT ON (p.person_id) p.person_id, p.record_id, p.id AS leaving_id, p.left_on::text AS last_working_day, p.record_name,
      p.record_email, p.sealed_name, p.sealed_email, p.person_key_id AS sealed_key_id,
      (SELECT a.wrapped_key FROM audit_person_keys a WHERE a.org_id = p.org_id AND a.id = p.person_key_id) AS wrapped_key`

  return {
    /** `last_day`, `leaver_id`, `employee_id`, `leaving_id`: leavers of the period without a record or case. */
    leavers: sql`
      SELECT DISTINCT ON (p.person_id) p.left_on AS last_day, coalesce(p.record_id, p.id) AS leaver_id,
        p.record_id AS employee_id, p.id AS leaving_id
      FROM ${withCases}
      WHERE p.withdrawn_at IS NULL AND (p.day_told OR p.read_before IS NOT NULL) AND ${inPeriod} AND ${withoutCase}
        AND ${notTold} AND (p.day_told OR NOT ${dayKnownOtherwise})
      ORDER BY p.person_id, p.left_on, p.id`,
    /** People who left on a day that no source names, and that may be in the period. */
    withoutDay: sql`
      SELECT ${named} FROM ${withCases}
      WHERE p.withdrawn_at IS NULL AND NOT p.day_told AND ${dayOf("p.first_seen_at")} >= ${from}::date
        AND p.since <= ${to}::date AND NOT (p.read_before IS NOT NULL AND ${inPeriod}) AND ${withoutCase} AND ${notTold}
        AND NOT ${dayKnownOtherwise}
      ORDER BY p.person_id, p.left_on, p.id`,
    /** Of whom a source took back, after the day, that they left in the period, and who have no offboarding of any kind. */
    withdrawn: sql`
      SELECT ${named} FROM (${people}) p
      WHERE p.withdrawn_at IS NOT NULL AND ${inPeriod} AND ${notTold}
        AND NOT EXISTS (
          SELECT FROM offboardings o
          WHERE o.org_id = p.org_id AND (o.person_key_id = p.person_key_id OR o.org_employee_id = p.record_id)
            AND o.exit_date > p.left_on - ${daysOfEarlier}::int)
        AND NOT EXISTS (
          SELECT FROM hris_leavings o
          WHERE ${samePerson} AND o.left_on BETWEEN p.left_on - ${daysOfEarlier}::int AND p.left_on + ${daysOfEarlier}::int)
      ORDER BY p.person_id, p.left_on, p.id`
  }
}
