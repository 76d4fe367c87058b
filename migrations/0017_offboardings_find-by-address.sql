-- Under row-level security an index on lower(…) finds nothing: lower() is not leakproof, so PostgreSQL would not call it
-- before it knows whose row it reads, and looks through the whole table instead. A column can be compared at once.
ALTER TABLE offboardings
  ADD COLUMN lower_employee_email text GENERATED ALWAYS AS (lower(employee_email)) STORED;

DROP INDEX offboardings_open_email;
CREATE UNIQUE INDEX offboardings_open_email ON offboardings (org_id, lower_employee_email)
  WHERE lower_employee_email IS NOT NULL AND status NOT IN ('completed', 'cancelled');
