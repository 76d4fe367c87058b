CREATE TABLE integrations (
  org_id            uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  id                uuid        NOT NULL,
  service_name      text        NOT NULL,
  -- The connector that speaks to it: a vendor's name, or scim / webhook for a generic target.
  protocol          text        NOT NULL,
  can_revoke        boolean     NOT NULL,
  connection_status boolean     NOT NULL,
  -- Settings in clear; secrets apart, sealed.
  config            jsonb       NOT NULL DEFAULT '{}',
  sealed_secrets    jsonb       NOT NULL DEFAULT '{}',
  last_sync         timestamptz,
  created_at        timestamptz NOT NULL,
  updated_at        timestamptz NOT NULL,
  PRIMARY KEY (org_id, id)
);

CREATE UNIQUE INDEX integrations_service_name ON integrations (org_id, lower(service_name));
CALL protect_tenant_table('integrations');
