-- Who has to agree before an offboarding begins, one step after the other.
CREATE TABLE approval_chains (
  org_id     uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  id         uuid        NOT NULL,
  name       text        NOT NULL,
  -- [{ approver_id | approver_role, name? }]: a member, or whoever holds a built-in role or one of the organisation's own.
  steps      jsonb       NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (org_id, id)
);
CALL protect_tenant_table('approval_chains');

-- Without a row: approval is required, and there is no default chain.
CREATE TABLE initiation_settings (
  org_id                      uuid    NOT NULL PRIMARY KEY REFERENCES organisations (id) ON DELETE CASCADE,
  require_initiation_approval boolean NOT NULL,
  default_chain_id            uuid,
  FOREIGN KEY (org_id, default_chain_id) REFERENCES approval_chains (org_id, id)
);
CALL protect_tenant_table('initiation_settings');
