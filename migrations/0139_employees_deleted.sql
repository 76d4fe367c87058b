-- That a record of the directory was deleted. It outlives the audit entry and names no one.
CREATE TABLE deleted_employees (
  org_id        uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  employee_id   uuid        NOT NULL,
  -- To see whether the same person has a record again.
  person_key_id uuid        NOT NULL,
  joined_at     timestamptz NOT NULL,
  deleted_at    timestamptz NOT NULL,
  PRIMARY KEY (org_id, employee_id)
);
CALL protect_tenant_table('deleted_employees');
