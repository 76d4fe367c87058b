-- For members who see their direct reports only: a column, as an index on lower(…) is of no use under row-level security.
ALTER TABLE offboardings ADD COLUMN lower_manager_email text
  GENERATED ALWAYS AS (lower(manager_email COLLATE "C")) STORED;
CREATE INDEX offboardings_manager ON offboardings (org_id, lower_manager_email, created_at DESC, id DESC)
  WHERE lower_manager_email IS NOT NULL;
