-- A key of the file storage leads back to its document.
CREATE INDEX compliance_documents_file ON compliance_documents (file_url, org_id) WHERE file_is_stored;
ALTER TABLE compliance_documents
  ADD CONSTRAINT compliance_documents_stored CHECK (NOT file_is_stored OR file_url IS NOT NULL);

-- Keys under which a file may lie that no document needs: announced before a file is stored, and left behind by every
-- document that goes, however it goes. Once it is due, the job deletes what no document has, until the storage has done it.
CREATE TABLE document_leftovers (
  storage_key text        NOT NULL,
  due_at      timestamptz NOT NULL,
  PRIMARY KEY (storage_key, due_at)
);
CREATE INDEX document_leftovers_due ON document_leftovers (due_at);
GRANT INSERT ON document_leftovers TO svc_app;
GRANT SELECT, INSERT, DELETE ON document_leftovers TO svc_system;

CREATE FUNCTION leave_document_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO document_leftovers (storage_key, due_at) VALUES (OLD.file_url, '-infinity') ON CONFLICT DO NOTHING;
  RETURN NULL;
END;
$$;
CREATE TRIGGER compliance_documents_gone
  AFTER DELETE ON compliance_documents
  FOR EACH ROW WHEN (OLD.file_is_stored) EXECUTE FUNCTION leave_document_file();
CREATE TRIGGER compliance_documents_emptied
  AFTER UPDATE OF file_url ON compliance_documents
  FOR EACH ROW WHEN (OLD.file_is_stored AND OLD.file_url IS DISTINCT FROM NEW.file_url)
  EXECUTE FUNCTION leave_document_file();
