-- What the files of an organisation take together is asked at every upload, and answered from here alone.
CREATE INDEX compliance_documents_size ON compliance_documents (org_id) INCLUDE (byte_size) WHERE file_is_stored;
