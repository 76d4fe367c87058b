-- The tasks that the completion gate asks for. Creating and ticking them comes with the checklist routes.
CREATE TABLE checklist_items (
  org_id         uuid        NOT NULL,
  id             uuid        NOT NULL,
  offboarding_id uuid        NOT NULL,
  task           text        NOT NULL,
  assigned_to    text        NOT NULL DEFAULT 'HR',
  completed_at   timestamptz,
  not_needed_at  timestamptz,
  created_at     timestamptz NOT NULL,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, offboarding_id) REFERENCES offboardings (org_id, id) ON DELETE CASCADE
);

CREATE INDEX checklist_items_offboarding ON checklist_items (org_id, offboarding_id);
CALL protect_tenant_table('checklist_items');
