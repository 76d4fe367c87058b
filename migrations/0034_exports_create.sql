CREATE TABLE organisation_exports (
  org_id          uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  id              uuid        NOT NULL,
  status          text        NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'running', 'ready', 'failed', 'expired')),
  requested_by    uuid        REFERENCES users (id) ON DELETE SET NULL,
  created_at      timestamptz NOT NULL,
  -- Failed tries; the next waits until next_attempt_at.
  attempts        integer     NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL,
  -- Times that a worker took it: each builds a file of its own (export_storage_key), so that one who was cut off and
  -- comes back disturbs no other. The ready export's is the last.
  claims          integer     NOT NULL DEFAULT 0,
  leased_until    timestamptz,
  leased_by       uuid,
  size_bytes      bigint,
  sha256          text,
  counts          jsonb,
  error           text,
  completed_at    timestamptz,
  expires_at      timestamptz,
  PRIMARY KEY (org_id, id)
);
-- One at a time: two requests at once meet here.
CREATE UNIQUE INDEX organisation_exports_open ON organisation_exports (org_id) WHERE status IN ('queued', 'running');
CREATE INDEX organisation_exports_newest ON organisation_exports (org_id, created_at DESC, id DESC);
CREATE INDEX organisation_exports_claim ON organisation_exports (next_attempt_at) WHERE status IN ('queued', 'running');
CREATE INDEX organisation_exports_expiry ON organisation_exports (expires_at) WHERE status = 'ready';
CREATE INDEX organisation_exports_requester ON organisation_exports (requested_by, created_at);
CALL protect_tenant_table('organisation_exports');

-- Files that nobody needs any more: of expired exports, of builds that were cut off, of organisations that are gone. The
-- expiry job deletes them, again and again until the storage has done it.
CREATE TABLE export_leftovers (
  storage_key text PRIMARY KEY
);
GRANT INSERT ON export_leftovers TO svc_app;
GRANT SELECT, INSERT, DELETE ON export_leftovers TO svc_system;

CREATE FUNCTION export_storage_key(of_org uuid, export_id uuid, claim integer) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT format('org-exports/%s/%s-%s.zip', of_org, export_id, claim)
$$;

CREATE FUNCTION leave_export_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO export_leftovers (storage_key)
  SELECT export_storage_key(OLD.org_id, OLD.id, claim) FROM generate_series(1, OLD.claims) AS claim
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END;
$$;
CREATE TRIGGER organisation_exports_leftovers
  AFTER DELETE ON organisation_exports
  FOR EACH ROW EXECUTE FUNCTION leave_export_files();
