CREATE TABLE offboardings (
  org_id                    uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  id                        uuid        NOT NULL,
  employee_name             text        NOT NULL,
  employee_email            text,
  employee_personal_email   text,
  employee_role             text        NOT NULL DEFAULT '',
  employee_department       text        NOT NULL DEFAULT '',
  exit_date                 date        NOT NULL,
  status                    text        NOT NULL CHECK (status IN ('pending', 'notice_period', 'it_revocation', 'asset_recovery', 'completed', 'cancelled')),
  separation_type           text        NOT NULL,
  manager_email             text,
  timezone                  text,
  jurisdiction              text,
  source                    text        NOT NULL,
  initiated_by              uuid,
  org_employee_id           uuid,
  person_key_id             uuid        NOT NULL,
  no_apps_confirmed_at      timestamptz,
  no_apps_confirmed_by      uuid,
  asset_return_confirmed_at timestamptz,
  asset_return_confirmed_by uuid,
  -- The reason of a cancellation, sealed with the person's key.
  sealed_cancel_reason      text,
  completed_at              timestamptz,
  created_at                timestamptz NOT NULL,
  updated_at                timestamptz NOT NULL,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, person_key_id) REFERENCES audit_person_keys (org_id, id),
  FOREIGN KEY (org_id, org_employee_id) REFERENCES org_employees (org_id, id)
);

-- One open offboarding per organisation and address (cases-12): two creates at once meet here.
CREATE UNIQUE INDEX offboardings_open_email ON offboardings (org_id, lower(employee_email))
  WHERE employee_email IS NOT NULL AND status NOT IN ('completed', 'cancelled');
CREATE INDEX offboardings_newest ON offboardings (org_id, created_at DESC, id DESC);
CREATE INDEX offboardings_status ON offboardings (org_id, status, created_at DESC, id DESC);
CREATE INDEX offboardings_department ON offboardings (org_id, employee_department, created_at DESC, id DESC);
CREATE INDEX offboardings_status_department ON offboardings (org_id, status, employee_department, created_at DESC, id DESC);
CALL protect_tenant_table('offboardings');

-- Exact totals per filter without counting rows.
CREATE TABLE offboarding_counts (
  org_id     uuid   NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  status     text   NOT NULL,
  department text   NOT NULL,
  count      bigint NOT NULL,
  PRIMARY KEY (org_id, status, department)
);

CALL protect_tenant_table('offboarding_counts');

CREATE FUNCTION count_offboardings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO offboarding_counts (org_id, status, department, count)
  SELECT org_id, status, employee_department, sum(delta) FROM (
    SELECT org_id, status, employee_department, 1 AS delta FROM new_rows
    UNION ALL
    SELECT org_id, status, employee_department, -1 FROM old_rows
  ) changes
  GROUP BY org_id, status, employee_department
  HAVING sum(delta) <> 0
  -- One order for everybody, so that two transactions never wait for each other.
  ORDER BY org_id, status, employee_department
  ON CONFLICT (org_id, status, department) DO UPDATE SET count = offboarding_counts.count + EXCLUDED.count;
  RETURN NULL;
END;
$$;

CREATE FUNCTION count_offboardings_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO offboarding_counts (org_id, status, department, count)
  SELECT org_id, status, employee_department, count(*) FROM new_rows
  GROUP BY org_id, status, employee_department
  ORDER BY org_id, status, employee_department
  ON CONFLICT (org_id, status, department) DO UPDATE SET count = offboarding_counts.count + EXCLUDED.count;
  RETURN NULL;
END;
$$;

CREATE FUNCTION count_offboardings_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE offboarding_counts c SET count = c.count - gone.count
  FROM (
    SELECT org_id, status, employee_department, count(*) AS count FROM old_rows
    GROUP BY org_id, status, employee_department
  ) gone
  WHERE c.org_id = gone.org_id AND c.status = gone.status AND c.department = gone.employee_department;
  RETURN NULL;
END;
$$;

CREATE TRIGGER offboardings_count_insert AFTER INSERT ON offboardings
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_offboardings_inserted();
CREATE TRIGGER offboardings_count_update AFTER UPDATE ON offboardings
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_offboardings();
CREATE TRIGGER offboardings_count_delete AFTER DELETE ON offboardings
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_offboardings_deleted();
