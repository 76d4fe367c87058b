CREATE TABLE document_templates (
  org_id     uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  id         uuid        NOT NULL,
  name       text        NOT NULL,
  doc_type   text        NOT NULL DEFAULT 'Other',
  -- HTML with merge fields.
  body       text        NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (org_id, id)
);
CALL protect_tenant_table('document_templates');
CREATE UNIQUE INDEX document_templates_name ON document_templates (org_id, lower(name));

-- A template from which documents were generated stays (letters-2), also when one is generated at the same moment.
ALTER TABLE compliance_documents
  ADD CONSTRAINT compliance_documents_template FOREIGN KEY (org_id, template_id) REFERENCES document_templates (org_id, id);
