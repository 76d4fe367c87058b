-- For lists in the order of people's names, and for a search in lower case: computed once, not with every read. The
-- alphabet of people, as in the directory.
ALTER TABLE offboardings
  ADD COLUMN sort_name text COLLATE "und-x-icu" NOT NULL
    GENERATED ALWAYS AS (lower(employee_name COLLATE "und-x-icu")) STORED,
  -- One value to a line.
  ADD COLUMN search_text text COLLATE "C" NOT NULL GENERATED ALWAYS AS (
    lower((employee_name || E'\n' || coalesce(employee_email, '') || E'\n' || employee_role) COLLATE "und-x-icu")
  ) STORED;
CREATE INDEX offboardings_name ON offboardings (org_id, sort_name, id);
CREATE INDEX offboardings_exit ON offboardings (org_id, exit_date, id);
