-- What an e-signature provider gave back when the document was signed, stored beside the original.
ALTER TABLE compliance_documents
  ADD COLUMN signed_file_key text,
  ADD COLUMN signed_file_sha256 text,
  ADD COLUMN certificate_file_key text,
  ADD COLUMN certificate_file_sha256 text,
  ADD CONSTRAINT compliance_documents_signed_file CHECK ((signed_file_key IS NULL) = (signed_file_sha256 IS NULL)),
  ADD CONSTRAINT compliance_documents_certificate CHECK ((certificate_file_key IS NULL) = (certificate_file_sha256 IS NULL));

-- Their keys lead back to the document, as that of the original does.
CREATE INDEX compliance_documents_signed ON compliance_documents (signed_file_key, org_id) WHERE signed_file_key IS NOT NULL;
CREATE INDEX compliance_documents_certificate ON compliance_documents (certificate_file_key, org_id)
  WHERE certificate_file_key IS NOT NULL;

CREATE FUNCTION leave_signed_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO document_leftovers (storage_key, due_at)
  SELECT old_key, '-infinity' FROM unnest(ARRAY[OLD.signed_file_key, OLD.certificate_file_key]) AS old_key
  WHERE old_key IS NOT NULL
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END;
$$;
CREATE TRIGGER compliance_documents_signed_gone
  AFTER DELETE ON compliance_documents
  FOR EACH ROW WHEN (OLD.signed_file_key IS NOT NULL OR OLD.certificate_file_key IS NOT NULL)
  EXECUTE FUNCTION leave_signed_files();
CREATE TRIGGER compliance_documents_signed_emptied
  AFTER UPDATE OF signed_file_key, certificate_file_key ON compliance_documents
  FOR EACH ROW WHEN (OLD.signed_file_key IS DISTINCT FROM NEW.signed_file_key
    OR OLD.certificate_file_key IS DISTINCT FROM NEW.certificate_file_key)
  EXECUTE FUNCTION leave_signed_files();
