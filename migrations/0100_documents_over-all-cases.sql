-- What a search of all documents looks into, folded beforehand, as that of cases: under row-level security no index of
-- text serves `LIKE`, so every document of the organisation is looked at. One value to a line.
ALTER TABLE compliance_documents ADD COLUMN search_text text COLLATE "C" NOT NULL
  GENERATED ALWAYS AS (lower((name || E'\n' || doc_type) COLLATE "und-x-icu")) STORED;

-- All of an organisation, newest first; those of a status and of a state at the provider, which are few among many; those
-- that end, the first to end first.
CREATE INDEX compliance_documents_newest ON compliance_documents (org_id, created_at DESC, id DESC);
CREATE INDEX compliance_documents_status ON compliance_documents (org_id, status, created_at DESC, id DESC);
CREATE INDEX compliance_documents_signature ON compliance_documents (org_id, esignature_status, created_at DESC, id DESC)
  WHERE esignature_status IS NOT NULL;
CREATE INDEX compliance_documents_expiry ON compliance_documents (org_id, expires_on, id) WHERE expires_on IS NOT NULL;
