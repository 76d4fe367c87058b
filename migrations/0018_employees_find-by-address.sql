-- For the same reason as the offboardings' column: lower() in an index is of no use under row-level security.
ALTER TABLE org_employees ADD COLUMN lower_email text NOT NULL GENERATED ALWAYS AS (lower(email)) STORED;

DROP INDEX org_employees_email;
CREATE UNIQUE INDEX org_employees_email ON org_employees (org_id, lower_email);
