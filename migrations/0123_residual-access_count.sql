-- How many findings of each app are open and resolved, without counting rows.
CREATE TABLE residual_access_counts (
  org_id       uuid    NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  service_name text    NOT NULL,
  open         boolean NOT NULL,
  count        bigint  NOT NULL,
  PRIMARY KEY (org_id, service_name, open)
);
CALL protect_tenant_table('residual_access_counts');

CREATE FUNCTION count_residual_access_findings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO residual_access_counts (org_id, service_name, open, count)
  SELECT org_id, service_name, open, sum(delta) FROM (
    SELECT org_id, service_name, resolved_at IS NULL AS open, 1 AS delta FROM new_rows
    UNION ALL
    SELECT org_id, service_name, resolved_at IS NULL AS open, -1 FROM old_rows
  ) changes
  GROUP BY org_id, service_name, open
  HAVING sum(delta) <> 0
  -- One order for everybody, so that two transactions never wait for each other.
  ORDER BY org_id, service_name, open
  ON CONFLICT (org_id, service_name, open) DO UPDATE SET count = residual_access_counts.count + EXCLUDED.count;
  RETURN NULL;
END;
$$;

CREATE FUNCTION count_residual_access_findings_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO residual_access_counts (org_id, service_name, open, count)
  SELECT org_id, service_name, open, count(*) FROM (SELECT org_id, service_name, resolved_at IS NULL AS open FROM new_rows) added
  GROUP BY org_id, service_name, open
  ORDER BY org_id, service_name, open
  ON CONFLICT (org_id, service_name, open) DO UPDATE SET count = residual_access_counts.count + EXCLUDED.count;
  RETURN NULL;
END;
$$;

-- Of an organisation that goes as a whole there is no count left to change.
CREATE FUNCTION count_residual_access_findings_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE residual_access_counts c SET count = c.count - gone.count
  FROM (
    SELECT org_id, service_name, open, count(*) AS count FROM (SELECT org_id, service_name, resolved_at IS NULL AS open FROM old_rows) each
    GROUP BY org_id, service_name, open
  ) gone
  WHERE c.org_id = gone.org_id AND c.service_name = gone.service_name AND c.open = gone.open;
  RETURN NULL;
END;
$$;

-- From here on nobody writes until the rows that are there are counted as well, which reads them once.
CREATE TRIGGER residual_access_findings_count_insert AFTER INSERT ON residual_access_findings
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_residual_access_findings_inserted();
CREATE TRIGGER residual_access_findings_count_update AFTER UPDATE ON residual_access_findings
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_residual_access_findings();
CREATE TRIGGER residual_access_findings_count_delete AFTER DELETE ON residual_access_findings
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_residual_access_findings_deleted();

INSERT INTO residual_access_counts (org_id, service_name, open, count)
SELECT org_id, service_name, open, count(*) FROM (SELECT org_id, service_name, resolved_at IS NULL AS open FROM residual_access_findings) each GROUP BY org_id, service_name, open;
