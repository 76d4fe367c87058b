import type { PersonalCopies } from "#records/personal-copies"

/** Every export holds the person. One that is being built began before this: its worker loses it, and it is built again. */
export const exportCopies: PersonalCopies = {
  keeps: { organisation_exports: "file" },
  erase: (sql, { now, orgId }) => [
    sql`
      WITH withdrawn AS (
        UPDATE organisation_exports SET status = CASE status WHEN 'ready' THEN 'expired' ELSE 'queued' END,
          leased_by = NULL, leased_until = NULL,
          next_attempt_at = CASE status WHEN 'ready' THEN next_attempt_at ELSE ${now}::timestamptz END
        WHERE org_id = ${orgId} AND status IN ('ready', 'running')
        RETURNING org_id, id, claims, status
      )
      INSERT INTO export_leftovers (storage_key)
      SELECT export_storage_key(w.org_id, w.id, claim)
      FROM withdrawn w CROSS JOIN LATERAL generate_series(1, w.claims) AS claim WHERE w.status = 'expired'
      ON CONFLICT DO NOTHING`
  ]
}
