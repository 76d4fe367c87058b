-- When a case was closed by cancelling, as `completed_at` says of the others: closed ones are kept for a time.
ALTER TABLE offboardings ADD COLUMN cancelled_at timestamptz;
UPDATE offboardings SET cancelled_at = updated_at WHERE status = 'cancelled';
CREATE INDEX offboardings_closed ON offboardings (org_id, (coalesce(completed_at, cancelled_at)))
  WHERE status IN ('completed', 'cancelled');
-- Who asks whether a person's key has any other use.
CREATE INDEX offboardings_person ON offboardings (org_id, person_key_id);

-- Notices of a case, which retention deletes by name.
CREATE INDEX notifications_offboarding ON notifications (org_id, (data ->> 'offboardingId'));

-- Contract ends for which a case was made, so that one that was cancelled is not made again for the same end.
CREATE TABLE contract_expiries (
  org_id            uuid        NOT NULL,
  employee_id       uuid        NOT NULL,
  contract_end_date date        NOT NULL,
  created_at        timestamptz NOT NULL,
  PRIMARY KEY (org_id, employee_id, contract_end_date),
  FOREIGN KEY (org_id, employee_id) REFERENCES org_employees (org_id, id) ON DELETE CASCADE
);
CALL protect_tenant_table('contract_expiries');
CREATE INDEX org_employees_contract_end ON org_employees (org_id, contract_end_date)
  WHERE status = 'active' AND contract_end_date IS NOT NULL;

-- Files of deleted cases. A job deletes them, again and again until the storage has done it.
CREATE TABLE offboarding_leftovers (
  storage_key text PRIMARY KEY
);
GRANT INSERT ON offboarding_leftovers TO svc_app;
GRANT SELECT, INSERT, DELETE ON offboarding_leftovers TO svc_system;
