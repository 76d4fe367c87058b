-- From whom an organisation takes the word that a member is to be signed out (Global Token Revocation). Nothing of it is
-- secret: keys are read at the key set, or are the certificates of the single sign-on where there is none.
CREATE TABLE global_token_revocation_settings (
  org_id          uuid        PRIMARY KEY REFERENCES organisations (id) ON DELETE CASCADE,
  issuer          text        NOT NULL,
  jwks_url        text,
  caller_id       text,
  revoke_api_keys boolean     NOT NULL,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL
);

CALL protect_tenant_table('global_token_revocation_settings');

-- Tokens that were taken, by a digest of issuer and jti, until nobody would take them any more.
CREATE TABLE global_token_revocation_tokens (
  org_id     uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  digest     text        NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (org_id, digest)
);

CREATE INDEX global_token_revocation_tokens_expiry ON global_token_revocation_tokens (org_id, expires_at);
CALL protect_tenant_table('global_token_revocation_tokens');
