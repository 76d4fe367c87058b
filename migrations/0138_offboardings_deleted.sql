-- That an offboarding was deleted, and when its last day was. It outlives the audit entry and names no one.
CREATE TABLE deleted_offboardings (
  org_id         uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  offboarding_id uuid        NOT NULL,
  last_day       date        NOT NULL,
  -- The route: app, bulk, retention.
  deleted_by     text        NOT NULL,
  deleted_at     timestamptz NOT NULL,
  PRIMARY KEY (org_id, offboarding_id)
);
CALL protect_tenant_table('deleted_offboardings');
