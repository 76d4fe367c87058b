-- Who was erased: ids only, never a word about the person. The same stands in the file storage, so that an erasure is
-- done again when an older backup of the database is restored.
CREATE TABLE erasures (
  org_id            uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  -- Of the directory; the record may be gone by now.
  employee_id       uuid        NOT NULL,
  person_key_ids    uuid[]      NOT NULL,
  offboarding_ids   uuid[]      NOT NULL,
  erased_at         timestamptz NOT NULL,
  -- Null until the file storage has it.
  ledger_written_at timestamptz,
  PRIMARY KEY (org_id, employee_id)
);
CREATE INDEX erasures_unwritten ON erasures (erased_at) WHERE ledger_written_at IS NULL;
CALL protect_tenant_table('erasures');
