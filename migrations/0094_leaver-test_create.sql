-- Every leaver of a period tested, as one ZIP: built like an export of the organisation.
CREATE TABLE leaver_tests (
  org_id          uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  id              uuid        NOT NULL,
  status          text        NOT NULL DEFAULT 'queued'
    CHECK (status IN ('queued', 'running', 'ready', 'failed', 'expired', 'withdrawn')),
  parameters      jsonb       NOT NULL,
  requested_by    uuid        REFERENCES users (id) ON DELETE SET NULL,
  created_at      timestamptz NOT NULL,
  progress        jsonb,
  -- Failed tries; the next waits until next_attempt_at.
  attempts        integer     NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL,
  -- Times that a worker took it: each builds a file of its own (leaver_test_storage_key). The ready test's is the last.
  claims          integer     NOT NULL DEFAULT 0,
  leased_until    timestamptz,
  lease_id        uuid,
  -- What it found: figures, and nobody's name.
  result          jsonb,
  -- Whom the ZIP names: offboardings, directory records and users. When one of them is erased, it is withdrawn.
  subjects        uuid[]      NOT NULL DEFAULT '{}',
  size_bytes      bigint,
  sha256          text,
  error           text,
  completed_at    timestamptz,
  expires_at      timestamptz,
  PRIMARY KEY (org_id, id)
);
-- One at a time: two requests at once meet here.
CREATE UNIQUE INDEX leaver_tests_open ON leaver_tests (org_id) WHERE status IN ('queued', 'running');
CREATE INDEX leaver_tests_newest ON leaver_tests (org_id, created_at DESC, id DESC);
CREATE INDEX leaver_tests_claim ON leaver_tests (next_attempt_at) WHERE status IN ('queued', 'running');
CREATE INDEX leaver_tests_expiry ON leaver_tests (expires_at) WHERE status = 'ready';
CREATE INDEX leaver_tests_requester ON leaver_tests (requested_by) WHERE requested_by IS NOT NULL;
CALL protect_tenant_table('leaver_tests');

-- Files that nobody needs any more; the expiry job deletes them, again and again until the storage has done it.
CREATE TABLE leaver_test_leftovers (
  storage_key text PRIMARY KEY
);
GRANT INSERT ON leaver_test_leftovers TO svc_app;
GRANT SELECT, INSERT, DELETE ON leaver_test_leftovers TO svc_system;

CREATE FUNCTION leaver_test_storage_key(of_org uuid, test_id uuid, claim integer) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT format('leaver-tests/%s/%s-%s.zip', of_org, test_id, claim)
$$;

CREATE FUNCTION leave_leaver_test_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO leaver_test_leftovers (storage_key)
  SELECT leaver_test_storage_key(OLD.org_id, OLD.id, claim) FROM generate_series(1, OLD.claims) AS claim
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END;
$$;
CREATE TRIGGER leaver_tests_leftovers
  AFTER DELETE ON leaver_tests
  FOR EACH ROW EXECUTE FUNCTION leave_leaver_test_files();

-- Links by which somebody without an account reads one test.
CREATE TABLE leaver_test_links (
  org_id         uuid        NOT NULL,
  id             uuid        NOT NULL,
  leaver_test_id uuid        NOT NULL,
  label          text        NOT NULL,
  -- Keyed hash; whoever reads the table has no link.
  token_digest   text        NOT NULL,
  created_by     uuid        REFERENCES users (id) ON DELETE SET NULL,
  created_at     timestamptz NOT NULL,
  expires_at     timestamptz NOT NULL,
  revoked_at     timestamptz,
  views          integer     NOT NULL DEFAULT 0,
  last_viewed_at timestamptz,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, leaver_test_id) REFERENCES leaver_tests (org_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX leaver_test_links_token ON leaver_test_links (token_digest);
CREATE INDEX leaver_test_links_test ON leaver_test_links (org_id, leaver_test_id, created_at DESC);
CREATE INDEX leaver_test_links_creator ON leaver_test_links (created_by) WHERE created_by IS NOT NULL;
CALL protect_tenant_table('leaver_test_links');
