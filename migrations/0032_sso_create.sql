-- The organisation's own identity provider (SAML 2.0). Its certificates are public.
CREATE TABLE sso_configurations (
  org_id       uuid        PRIMARY KEY REFERENCES organisations (id) ON DELETE CASCADE,
  entry_point  text        NOT NULL,
  idp_issuer   text        NOT NULL,
  certificates text[]      NOT NULL CHECK (cardinality(certificates) BETWEEN 1 AND 5),
  logout_url   text,
  enforce_sso  boolean     NOT NULL,
  domains      text[]      NOT NULL,
  created_at   timestamptz NOT NULL,
  updated_at   timestamptz NOT NULL
);

CALL protect_tenant_table('sso_configurations');

-- Members who go on signing in with a password although the organisation enforces single sign-on.
CREATE TABLE sso_bypasses (
  org_id  uuid NOT NULL,
  user_id uuid NOT NULL,
  PRIMARY KEY (org_id, user_id),
  FOREIGN KEY (org_id, user_id) REFERENCES memberships (org_id, user_id) ON DELETE CASCADE
);

CALL protect_tenant_table('sso_bypasses');

-- Questions that a provider may still answer, each once. Tokens of the browser are kept as digests.
CREATE TABLE sso_requests (
  org_id         uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  id             text        NOT NULL,
  relay_digest   text        NOT NULL,
  browser_digest text,
  return_to      text        NOT NULL,
  expires_at     timestamptz NOT NULL,
  PRIMARY KEY (org_id, id)
);

CREATE INDEX sso_requests_expiry ON sso_requests (org_id, expires_at);
CALL protect_tenant_table('sso_requests');

-- Assertions that were taken, until nobody would take them any more.
CREATE TABLE sso_assertions (
  org_id     uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  digest     text        NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (org_id, digest)
);

CREATE INDEX sso_assertions_expiry ON sso_assertions (org_id, expires_at);
CALL protect_tenant_table('sso_assertions');

-- Whom the provider named when it opened the session, sealed: single logout repeats it.
CREATE TABLE sso_sessions (
  org_id         uuid NOT NULL,
  session_id     uuid NOT NULL,
  sealed_subject text NOT NULL,
  PRIMARY KEY (org_id, session_id),
  FOREIGN KEY (org_id, session_id) REFERENCES sessions (org_id, id) ON DELETE CASCADE
);

CALL protect_tenant_table('sso_sessions');
