-- For members who see some departments, or their direct reports, only; as with the offboardings' column.
ALTER TABLE org_employees ADD COLUMN lower_manager_email text
  GENERATED ALWAYS AS (lower(manager_email COLLATE "C")) STORED;
CREATE INDEX org_employees_manager ON org_employees (org_id, lower_manager_email, sort_name, id)
  WHERE lower_manager_email IS NOT NULL;
CREATE INDEX org_employees_department ON org_employees (org_id, department, sort_name, id);
