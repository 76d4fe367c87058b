-- Changed with every password: what was issued on the strength of the old one (challenges of the second factor) names
-- the version that it was issued for.
ALTER TABLE users ADD COLUMN IF NOT EXISTS credentials_version integer NOT NULL DEFAULT 1;

-- What waits for a mailed link to be opened. Neither belongs to an organisation; tokens are kept as digests only.
CREATE TABLE pending_registrations (
  id            uuid        PRIMARY KEY,
  email         text        NOT NULL,
  full_name     text        NOT NULL,
  org_name      text        NOT NULL,
  password_hash text        NOT NULL,
  token_digest  text        NOT NULL,
  created_at    timestamptz NOT NULL,
  expires_at    timestamptz NOT NULL
);

CREATE UNIQUE INDEX pending_registrations_email ON pending_registrations (lower(email));
CREATE UNIQUE INDEX pending_registrations_token ON pending_registrations (token_digest);
GRANT SELECT, INSERT, UPDATE, DELETE ON pending_registrations TO svc_system;

CREATE TABLE password_resets (
  user_id      uuid        PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  token_digest text        NOT NULL,
  created_at   timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL
);

CREATE UNIQUE INDEX password_resets_token ON password_resets (token_digest);
GRANT SELECT, INSERT, UPDATE, DELETE ON password_resets TO svc_system;
