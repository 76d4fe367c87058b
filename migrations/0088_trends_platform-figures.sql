-- What an organisation is shown of all the others: kept for an hour, so that every node shows the same.
CREATE TABLE platform_figures (
  org_id      uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  computed_at timestamptz NOT NULL,
  figures     jsonb       NOT NULL,
  PRIMARY KEY (org_id)
);

CALL protect_tenant_table('platform_figures');

-- What a report needs of years of rows stands in the index: completions, and deadlines whether kept or not.
-- The reports' own index of that name lacks the separation type; this one serves both.
DROP INDEX IF EXISTS offboardings_completed;
CREATE INDEX offboardings_completed ON offboardings (org_id, completed_at)
  INCLUDE (created_at, employee_department, separation_type, lower_manager_email)
  WHERE status = 'completed';
CREATE INDEX checklist_items_sla ON checklist_items (org_id, sla_deadline)
  INCLUDE (id, offboarding_id, assigned_to, completed_at, not_needed_at)
  WHERE sla_deadline IS NOT NULL;
