-- What an API key was answered to a POST with the header Idempotency-Key, for 24 hours. The digests are SHA-256 in hex: of the key,
-- and of method, path and body. Until the answer is there the call is running, and belongs to whom has the lease.
CREATE TABLE api_key_answers (
  org_id         uuid        NOT NULL,
  api_key_id     uuid        NOT NULL,
  key_digest     text        NOT NULL,
  request_digest text        NOT NULL,
  lease_id       uuid        NOT NULL,
  leased_until   timestamptz NOT NULL,
  -- JSON with status and body; null while the call is running.
  sealed_answer  text,
  created_at     timestamptz NOT NULL,
  PRIMARY KEY (org_id, api_key_id, key_digest),
  FOREIGN KEY (org_id, api_key_id) REFERENCES api_keys (org_id, id) ON DELETE CASCADE
);

CREATE INDEX api_key_answers_age ON api_key_answers (org_id, created_at);
CALL protect_tenant_table('api_key_answers');
