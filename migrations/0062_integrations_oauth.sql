-- Connections by OAuth that somebody began and has not come back from. Each is good once, for the session that began it.
CREATE TABLE integration_oauth_attempts (
  org_id       uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  id           uuid        NOT NULL,
  -- Keyed hash of the `state` that the vendor sends back.
  state_digest text        NOT NULL,
  service_name text        NOT NULL,
  user_id      uuid        NOT NULL,
  session_id   uuid        NOT NULL,
  -- The verifier of PKCE.
  sealed_verifier text     NOT NULL,
  -- The organisation at the vendor, where the person named one.
  vendor_org   text,
  expires_at   timestamptz NOT NULL,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, user_id) REFERENCES memberships (org_id, user_id) ON DELETE CASCADE
);

CREATE UNIQUE INDEX integration_oauth_attempts_state ON integration_oauth_attempts (org_id, state_digest);
CREATE INDEX integration_oauth_attempts_user ON integration_oauth_attempts (org_id, user_id);
CALL protect_tenant_table('integration_oauth_attempts');
