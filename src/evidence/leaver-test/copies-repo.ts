import type { PersonalCopies } from "#records/personal-copies"

/**
 * Tests whose ZIP names the person, also as an approver; their figures, which name no one, stay. Before the leavings,
 * which some are found by.
 */
export const leaverTestCopies: PersonalCopies = {
  keeps: { leaver_tests: "file" },
  erase: (sql, { addresses, employeeId, now, offboardingIds, orgId, personKeyIds }) => [
    sql`
      WITH person AS (
        SELECT ARRAY(
          SELECT ${employeeId}::uuid UNION ALL SELECT unnest(${offboardingIds}::uuid[])
          UNION ALL SELECT u.id FROM users u WHERE lower(u.email) = ANY(${addresses}::text[])
          UNION ALL SELECT l.id FROM hris_leavings l
          WHERE l.org_id = ${orgId} AND (l.employee_id = ${employeeId} OR l.person_key_id = ANY(${personKeyIds}::uuid[]))
        ) AS ids
      ), withdrawn AS (
        UPDATE leaver_tests t SET status = CASE t.status WHEN 'ready' THEN 'withdrawn' ELSE 'queued' END,
          lease_id = NULL, leased_until = NULL,
          next_attempt_at = CASE t.status WHEN 'ready' THEN t.next_attempt_at ELSE ${now}::timestamptz END
        FROM person p
        WHERE t.org_id = ${orgId} AND (t.status = 'running' OR t.status = 'ready' AND t.subjects && p.ids)
        RETURNING t.org_id, t.id, t.claims, t.status
      )
      INSERT INTO leaver_test_leftovers (storage_key)
      SELECT leaver_test_storage_key(w.org_id, w.id, claim)
      FROM withdrawn w CROSS JOIN LATERAL generate_series(1, w.claims) AS claim WHERE w.status = 'withdrawn'
      ON CONFLICT DO NOTHING`
  ]
}
