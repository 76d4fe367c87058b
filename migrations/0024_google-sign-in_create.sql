-- Whose Google account it is. Like the account itself it belongs to no organisation. `sub` is Google's name for the
-- account, which stays when its address changes; `email` is the address by which it was linked.
CREATE TABLE google_identities (
  user_id    uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  sub        text        NOT NULL UNIQUE,
  email      text        NOT NULL,
  created_at timestamptz NOT NULL
);

GRANT SELECT, INSERT, UPDATE, DELETE ON google_identities TO svc_system;

-- Sign-ins that came back from Google, so that none comes back twice. Kept until the sign-in would have expired anyway.
CREATE TABLE google_sign_ins_used (
  id         uuid PRIMARY KEY,
  expires_at timestamptz NOT NULL
);

CREATE INDEX google_sign_ins_used_expiry ON google_sign_ins_used (expires_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON google_sign_ins_used TO svc_system;
