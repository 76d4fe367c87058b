-- Every leaving that a source of people reported, also of people who never joined the directory and of records deleted since.
CREATE TABLE hris_leavings (
  org_id          uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  id              uuid        NOT NULL,
  -- As it is connected: bamboohr, azure-ad, and so on.
  source          text        NOT NULL,
  -- Keyed digest of the person's id there: the same leaving is recognized although the person was erased.
  external_digest text        NOT NULL,
  person_key_id   uuid        NOT NULL,
  -- No foreign key: the leaving outlives the record.
  employee_id     uuid,
  sealed_name     text,
  sealed_email    text,
  -- The last working day; where the source names none, the day on which it first reported the leaving.
  left_on         date        NOT NULL,
  day_told        boolean     NOT NULL,
  -- The source's last full read before it first reported the leaving; null: there was none.
  read_before     timestamptz,
  first_seen_at   timestamptz NOT NULL,
  last_seen_at    timestamptz NOT NULL,
  -- The source took the leaving back after its day.
  withdrawn_at    timestamptz,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, person_key_id) REFERENCES audit_person_keys (org_id, id)
);
CREATE INDEX hris_leavings_person ON hris_leavings (org_id, source, external_digest);
CREATE INDEX hris_leavings_key ON hris_leavings (org_id, person_key_id);
CREATE INDEX hris_leavings_record ON hris_leavings (org_id, employee_id) WHERE employee_id IS NOT NULL;
CREATE INDEX hris_leavings_day ON hris_leavings (org_id, left_on);
-- For the deletion of what is kept no longer, over all organizations.
CREATE INDEX hris_leavings_oldest ON hris_leavings (left_on);
CALL protect_tenant_table('hris_leavings');

-- What was ever read of each source, also of one that was replaced by another.
CREATE TABLE hris_sources (
  org_id        uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  source        text        NOT NULL,
  origin        text        NOT NULL CHECK (origin IN ('hris', 'azure-ad')),
  -- It names the last day of people who left before it was first read.
  tells_days    boolean     NOT NULL,
  first_read_at timestamptz,
  last_read_at  timestamptz,
  -- It reported more leavings than are kept.
  left_out_at   timestamptz,
  PRIMARY KEY (org_id, source)
);
CALL protect_tenant_table('hris_sources');

-- The first read was no later than the last one.
INSERT INTO hris_sources (org_id, source, origin, tells_days, first_read_at, last_read_at)
SELECT org_id, protocol, service_name, service_name = 'hris', last_sync, last_sync
FROM integrations WHERE service_name IN ('hris', 'azure-ad') AND last_sync IS NOT NULL;
