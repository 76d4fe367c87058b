-- What a search of the directory looks into, folded beforehand: under row-level security no index of text serves
-- `LIKE`, so every person of the organisation is looked at.
ALTER TABLE org_employees ADD COLUMN search_text text COLLATE "C" NOT NULL
  GENERATED ALWAYS AS (
    lower(full_name COLLATE "und-x-icu") || E'\n' || lower(email COLLATE "und-x-icu") || E'\n'
      || lower(coalesce(employee_id, '') COLLATE "und-x-icu")
  ) STORED;
CREATE INDEX org_employees_status ON org_employees (org_id, status, sort_name, id);
CREATE INDEX org_employees_worker_type ON org_employees (org_id, worker_type, sort_name, id);
-- Who asks whether a person's key has any other use.
CREATE INDEX org_employees_person ON org_employees (org_id, person_key_id);

-- A change that leaves everybody's status as it is leaves the totals alone: thousands of changes in one transaction
-- would each have to pass all versions of the total before it.
CREATE OR REPLACE FUNCTION count_org_employees() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO org_employee_counts (org_id, status, count)
    SELECT org_id, status, count(*) FROM new_rows GROUP BY org_id, status ORDER BY org_id, status
    ON CONFLICT (org_id, status) DO UPDATE SET count = org_employee_counts.count + EXCLUDED.count;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO org_employee_counts (org_id, status, count)
    SELECT org_id, status, sum(change) FROM (
      SELECT org_id, status, 1 AS change FROM new_rows UNION ALL SELECT org_id, status, -1 FROM old_rows
    ) moved
    GROUP BY org_id, status HAVING sum(change) <> 0 ORDER BY org_id, status
    ON CONFLICT (org_id, status) DO UPDATE SET count = org_employee_counts.count + EXCLUDED.count;
  ELSE
    UPDATE org_employee_counts c SET count = c.count - gone.count
    FROM (SELECT org_id, status, count(*) AS count FROM old_rows GROUP BY org_id, status) gone
    WHERE c.org_id = gone.org_id AND c.status = gone.status;
  END IF;
  RETURN NULL;
END;
$$;
