-- The one token of an organisation. It goes with the connection, whichever way that ends.
CREATE TABLE scim_tokens (
  org_id         uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  integration_id uuid        NOT NULL,
  -- SHA-256 of 256 random bits, in hex: nothing to guess, so nothing to key or salt.
  token_digest   text        NOT NULL UNIQUE,
  mode           text        NOT NULL CHECK (mode IN ('literal', 'compat')),
  created_at     timestamptz NOT NULL,
  PRIMARY KEY (org_id),
  FOREIGN KEY (org_id, integration_id) REFERENCES integrations (org_id, id) ON DELETE CASCADE
);

CALL protect_tenant_table('scim_tokens');

-- The last requests of the provider, for whoever sets it up.
CREATE TABLE scim_requests (
  org_id uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  id     bigint      GENERATED ALWAYS AS IDENTITY,
  at     timestamptz NOT NULL,
  method text        NOT NULL,
  path   text        NOT NULL,
  status integer     NOT NULL,
  rule   text,
  PRIMARY KEY (org_id, id)
);

CALL protect_tenant_table('scim_requests');

-- The order of the users' pages: who comes in meanwhile comes last.
CREATE INDEX org_employees_added ON org_employees (org_id, created_at, id);
