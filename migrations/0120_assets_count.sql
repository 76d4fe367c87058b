-- Exact totals of assets, and the figures of the summary, without counting rows.
CREATE TABLE asset_counts (
  org_id   uuid    NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  category text    NOT NULL,
  status   text    NOT NULL,
  count    bigint  NOT NULL,
  PRIMARY KEY (org_id, category, status)
);
CALL protect_tenant_table('asset_counts');

CREATE FUNCTION count_assets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO asset_counts (org_id, category, status, count)
  SELECT org_id, category, status, sum(delta) FROM (
    SELECT org_id, category, status, 1 AS delta FROM new_rows
    UNION ALL
    SELECT org_id, category, status, -1 FROM old_rows
  ) changes
  GROUP BY org_id, category, status
  HAVING sum(delta) <> 0
  -- One order for everybody, so that two transactions never wait for each other.
  ORDER BY org_id, category, status
  ON CONFLICT (org_id, category, status) DO UPDATE SET count = asset_counts.count + EXCLUDED.count;
  RETURN NULL;
END;
$$;

CREATE FUNCTION count_assets_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO asset_counts (org_id, category, status, count)
  SELECT org_id, category, status, count(*) FROM (SELECT org_id, category, status FROM new_rows) added
  GROUP BY org_id, category, status
  ORDER BY org_id, category, status
  ON CONFLICT (org_id, category, status) DO UPDATE SET count = asset_counts.count + EXCLUDED.count;
  RETURN NULL;
END;
$$;

-- Of an organisation that goes as a whole there is no count left to change.
CREATE FUNCTION count_assets_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE asset_counts c SET count = c.count - gone.count
  FROM (
    SELECT org_id, category, status, count(*) AS count FROM (SELECT org_id, category, status FROM old_rows) each
    GROUP BY org_id, category, status
  ) gone
  WHERE c.org_id = gone.org_id AND c.category = gone.category AND c.status = gone.status;
  RETURN NULL;
END;
$$;

-- From here on nobody writes until the rows that are there are counted as well, which reads them once.
CREATE TRIGGER assets_count_insert AFTER INSERT ON assets
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_assets_inserted();
CREATE TRIGGER assets_count_update AFTER UPDATE ON assets
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_assets();
CREATE TRIGGER assets_count_delete AFTER DELETE ON assets
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_assets_deleted();

INSERT INTO asset_counts (org_id, category, status, count)
SELECT org_id, category, status, count(*) FROM (SELECT org_id, category, status FROM assets) each GROUP BY org_id, category, status;
