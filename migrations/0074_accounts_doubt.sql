-- The session that switched the second factor on: where nothing else proves who is there, its codes prove nothing to it.
ALTER TABLE second_factors ADD COLUMN enabled_in uuid;

-- Whence somebody has signed in to an account: browsers by the token of their cookie, addresses by their block; both as
-- keyed digests. Guesses from elsewhere are slowed down first.
CREATE TABLE known_sign_ins (
  user_id  uuid        NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind     text        NOT NULL CHECK (kind IN ('device', 'address')),
  digest   text        NOT NULL,
  last_at  timestamptz NOT NULL,
  PRIMARY KEY (user_id, kind, digest)
);

CREATE INDEX known_sign_ins_age ON known_sign_ins (last_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON known_sign_ins TO svc_system;
