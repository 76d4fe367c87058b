CREATE TABLE audit_retention (
  org_id                       uuid    PRIMARY KEY REFERENCES organisations (id) ON DELETE CASCADE,
  -- Null until one is chosen: entries are kept for ever.
  audit_retention_months       integer CHECK (audit_retention_months BETWEEN 3 AND 120),
  -- Null until one is chosen: the default of the contract holds.
  audit_archive_retention_days integer CHECK (audit_archive_retention_days BETWEEN 365 AND 36500),
  -- The number of the last entry that an archive holds or held; it outlives the archive.
  archived_through             bigint  NOT NULL DEFAULT 0
);
CALL protect_tenant_table('audit_retention');

CREATE TABLE audit_archives (
  org_id         uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  id             uuid        NOT NULL,
  -- Whether somebody asked for it; the account may be gone.
  is_auto        boolean     NOT NULL,
  exported_by    uuid        REFERENCES users (id) ON DELETE SET NULL,
  object_name    text        NOT NULL,
  gcs_path       text        NOT NULL,
  file_digest    text        NOT NULL,
  sha256         text        NOT NULL,
  signing_key_id text,
  row_count      integer     NOT NULL CHECK (row_count > 0),
  from_seq       bigint      NOT NULL,
  to_seq         bigint      NOT NULL,
  from_ts        timestamptz NOT NULL,
  to_ts          timestamptz NOT NULL,
  created_at     timestamptz NOT NULL,
  retention_days integer,
  expires_at     timestamptz,
  PRIMARY KEY (org_id, id),
  -- No entry stands in two archives: the second wall, should the lock ever fail.
  UNIQUE (org_id, from_seq),
  UNIQUE (org_id, object_name)
);
CREATE INDEX audit_archives_newest ON audit_archives (org_id, to_seq DESC);
CREATE INDEX audit_archives_expiry ON audit_archives (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX audit_archives_exporter ON audit_archives (exported_by) WHERE exported_by IS NOT NULL;
CALL protect_tenant_table('audit_archives');

-- Files that are being written, or that nobody needs any more: of expired archives, and of runs that were cut off. Not
-- bound to the organisation, which may be gone before its file is.
CREATE TABLE audit_archive_leftovers (
  storage_key text    PRIMARY KEY,
  of_org      uuid    NOT NULL,
  -- Whoever writes the file can no longer make an archive of it.
  doomed      boolean NOT NULL
);
CREATE INDEX audit_archive_leftovers_org ON audit_archive_leftovers (of_org);
GRANT SELECT, INSERT, UPDATE, DELETE ON audit_archive_leftovers TO svc_system;
