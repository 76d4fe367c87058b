CREATE TABLE org_employees (
  org_id        uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  id            uuid        NOT NULL,
  full_name     text        NOT NULL,
  email         text        NOT NULL,
  role          text        NOT NULL DEFAULT '',
  department    text        NOT NULL DEFAULT '',
  manager_email text,
  timezone      text,
  status        text        NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'inactive')),
  person_key_id uuid        NOT NULL,
  created_at    timestamptz NOT NULL,
  updated_at    timestamptz NOT NULL,
  -- The alphabet of people, not of code points: "Émile" before "Frank". A column, so that an index alone finds a page.
  sort_name     text COLLATE "und-x-icu" NOT NULL GENERATED ALWAYS AS (lower(full_name COLLATE "und-x-icu")) STORED,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, person_key_id) REFERENCES audit_person_keys (org_id, id)
);

CREATE UNIQUE INDEX org_employees_email ON org_employees (org_id, lower(email));
CREATE INDEX org_employees_name ON org_employees (org_id, sort_name, id);
CALL protect_tenant_table('org_employees');

-- Exact totals without counting rows (list pages at a million people).
CREATE TABLE org_employee_counts (
  org_id uuid   NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  status text   NOT NULL,
  count  bigint NOT NULL,
  PRIMARY KEY (org_id, status)
);

CALL protect_tenant_table('org_employee_counts');

CREATE FUNCTION count_org_employees() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO org_employee_counts (org_id, status, count)
    SELECT org_id, status, count(*) FROM new_rows GROUP BY org_id, status ORDER BY org_id, status
    ON CONFLICT (org_id, status) DO UPDATE SET count = org_employee_counts.count + EXCLUDED.count;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    UPDATE org_employee_counts c SET count = c.count - gone.count
    FROM (SELECT org_id, status, count(*) AS count FROM old_rows GROUP BY org_id, status) gone
    WHERE c.org_id = gone.org_id AND c.status = gone.status;
  END IF;
  RETURN NULL;
END;
$$;

CREATE TRIGGER org_employees_count_insert AFTER INSERT ON org_employees
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_org_employees();
CREATE TRIGGER org_employees_count_update AFTER UPDATE ON org_employees
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_org_employees();
CREATE TRIGGER org_employees_count_delete AFTER DELETE ON org_employees
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_org_employees();
