-- What an organisation is shown of all the others: kept for an hour, so that every node shows the same.
CREATE TABLE platform_figures (
  org_id      uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  computed_at timestamptz NOT NULL,
  figures     jsonb       NOT NULL,
  PRIMARY KEY (org_id)
);

CALL protect_tenant_table('platform_figures');

-- What a report needs of years of deadlines stands in the index.
CREATE INDEX checklist_items_sla ON checklist_items (org_id, sla_deadline)
  INCLUDE (id, offboarding_id, assigned_to, completed_at, not_needed_at)
  WHERE sla_deadline IS NOT NULL;
