-- Lists of tasks that an organisation made itself.
CREATE TABLE checklist_templates (
  org_id          uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  id              uuid        NOT NULL,
  name            text        NOT NULL,
  description     text        NOT NULL,
  -- What a new case has to have for the template to be chosen by itself; null for whatever it has.
  role            text,
  -- The role as it is compared: without case, white space folded.
  role_folded     text,
  separation_type text,
  worker_type     text        CHECK (worker_type IN ('employee', 'contractor', 'intern', 'temporary')),
  is_active       boolean     NOT NULL,
  items           jsonb       NOT NULL,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  PRIMARY KEY (org_id, id)
);
-- Those that may fit a new case.
CREATE INDEX checklist_templates_fitting ON checklist_templates (org_id, role_folded)
  WHERE is_active AND (role_folded IS NOT NULL OR separation_type IS NOT NULL OR worker_type IS NOT NULL);
CALL protect_tenant_table('checklist_templates');
