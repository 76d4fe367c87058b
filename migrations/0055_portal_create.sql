-- The link by which a departing employee sees their own page; only a keyed hash of its token is kept.
CREATE TABLE portal_links (
  org_id         uuid        NOT NULL,
  offboarding_id uuid        NOT NULL,
  token_digest   text        NOT NULL UNIQUE,
  created_by     uuid,
  created_at     timestamptz NOT NULL,
  expires_at     timestamptz NOT NULL,
  PRIMARY KEY (org_id, offboarding_id),
  FOREIGN KEY (org_id, offboarding_id) REFERENCES offboardings (org_id, id) ON DELETE CASCADE
);
CALL protect_tenant_table('portal_links');
