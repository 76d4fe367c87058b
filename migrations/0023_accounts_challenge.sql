-- Counts the changes of a password: what was begun before one (a sign-in that waits for its code) is dead after it.
ALTER TABLE users ADD COLUMN IF NOT EXISTS credentials_version integer NOT NULL DEFAULT 1;

-- The secret that a user shares with their authenticator app: set up, and in use where users.totp_enabled says so.
-- The time step of the last code that was accepted: none up to it is accepted again.
CREATE TABLE second_factors (
  user_id    uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  secret     text        NOT NULL,
  last_step  bigint      NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL
);

-- Those that were not used yet, as keyed digests.
CREATE TABLE recovery_codes (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  digest  text NOT NULL,
  PRIMARY KEY (user_id, digest)
);

GRANT SELECT, INSERT, UPDATE, DELETE ON second_factors, recovery_codes TO svc_system;

-- Sign-ins whose password was right and whose code is still to come; they go with the membership.
CREATE TABLE second_factor_challenges (
  org_id              uuid        NOT NULL,
  id                  uuid        NOT NULL,
  user_id             uuid        NOT NULL,
  credentials_version integer     NOT NULL,
  tries               integer     NOT NULL DEFAULT 0,
  expires_at          timestamptz NOT NULL,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, user_id) REFERENCES memberships (org_id, user_id) ON DELETE CASCADE
);

CREATE INDEX second_factor_challenges_user ON second_factor_challenges (user_id);
CALL protect_tenant_table('second_factor_challenges');
