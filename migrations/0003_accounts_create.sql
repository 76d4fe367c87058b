-- A user may belong to several organisations, so the account itself has no org_id.
CREATE TABLE users (
  id                uuid PRIMARY KEY,
  email             text        NOT NULL,
  full_name         text        NOT NULL,
  password_hash     text,
  email_verified_at timestamptz,
  totp_enabled      boolean     NOT NULL DEFAULT false,
  theme             text        NOT NULL DEFAULT 'system',
  language          text        NOT NULL DEFAULT 'en',
  is_platform_admin boolean     NOT NULL DEFAULT false,
  created_at        timestamptz NOT NULL
);

CREATE UNIQUE INDEX users_email ON users (lower(email));

GRANT SELECT ON users TO svc_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON users TO svc_system;

CREATE TABLE memberships (
  org_id     uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  user_id    uuid        NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role       text        NOT NULL CHECK (role IN ('superadmin', 'admin', 'hr', 'manager')),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (org_id, user_id)
);

CREATE INDEX memberships_user ON memberships (user_id);
CALL protect_tenant_table('memberships');

CREATE TABLE sessions (
  org_id           uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  id               uuid        NOT NULL,
  user_id          uuid        NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at       timestamptz NOT NULL,
  expires_at       timestamptz NOT NULL,
  revoked_at       timestamptz,
  stepped_up_until timestamptz,
  PRIMARY KEY (org_id, id)
);

CREATE UNIQUE INDEX sessions_id ON sessions (id);
CREATE INDEX sessions_user ON sessions (user_id);
CALL protect_tenant_table('sessions');
