-- What a search of the directory looks into, folded beforehand: under row-level security no index of text serves
-- `LIKE`, so every person of the organisation is looked at.
ALTER TABLE org_employees ADD COLUMN search_text text COLLATE "C" NOT NULL
  GENERATED ALWAYS AS (
    lower(full_name COLLATE "und-x-icu") || E'\n' || lower(email COLLATE "und-x-icu") || E'\n'
      || lower(coalesce(employee_id, '') COLLATE "und-x-icu")
  ) STORED;
CREATE INDEX org_employees_status ON org_employees (org_id, status, sort_name, id);
CREATE INDEX org_employees_worker_type ON org_employees (org_id, worker_type, sort_name, id);
