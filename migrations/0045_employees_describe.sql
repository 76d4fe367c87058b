-- What the directory knows of a person besides their place in the organisation.
ALTER TABLE org_employees
  -- The number by which the HR system or the identity provider knows them.
  ADD COLUMN employee_id text,
  ADD COLUMN worker_type text NOT NULL DEFAULT 'employee'
    CHECK (worker_type IN ('employee', 'contractor', 'intern', 'temporary')),
  ADD COLUMN contract_end_date date,
  ADD COLUMN source_control_username text,
  ADD COLUMN phone text;
CREATE UNIQUE INDEX org_employees_number ON org_employees (org_id, employee_id) WHERE employee_id IS NOT NULL;
