-- Every change of a case to another address, for the evidence: which person the runs before and after it were about.
CREATE TABLE offboarding_address_changes (
  org_id         uuid        NOT NULL,
  offboarding_id uuid        NOT NULL,
  -- The identity from this change on.
  identity       integer     NOT NULL CHECK (identity > 1),
  sealed_before  text        NOT NULL,
  sealed_after   text        NOT NULL,
  changed_at     timestamptz NOT NULL,
  changed_by     uuid REFERENCES users (id) ON DELETE SET NULL,
  PRIMARY KEY (org_id, offboarding_id, identity),
  FOREIGN KEY (org_id, offboarding_id) REFERENCES offboardings (org_id, id) ON DELETE CASCADE
);
CREATE INDEX offboarding_address_changes_changed_by ON offboarding_address_changes (changed_by) WHERE changed_by IS NOT NULL;
CALL protect_tenant_table('offboarding_address_changes');
