-- The private link by which a member subscribes to the last days of the offboardings that they may see; only a keyed hash
-- of its token is kept. It ends with the membership.
CREATE TABLE calendar_feeds (
  org_id       uuid        NOT NULL,
  user_id      uuid        NOT NULL,
  token_digest text        NOT NULL UNIQUE,
  created_at   timestamptz NOT NULL,
  last_read_at timestamptz,
  PRIMARY KEY (org_id, user_id),
  FOREIGN KEY (org_id, user_id) REFERENCES memberships (org_id, user_id) ON DELETE CASCADE
);
CALL protect_tenant_table('calendar_feeds');
