-- Tables whose rows stand in partitions by time, which are made ahead and dropped when the time of all their rows is up. Every
-- one has a partition `<name>_other` for what no other takes, so that no row is ever refused.
CREATE TABLE platform_partitioned_tables (
  name  text        PRIMARY KEY,
  -- How long one partition lasts. They begin at whole steps from 2001-01-01, a Monday, in UTC.
  step  interval    NOT NULL,
  -- From this moment on rows stand where a release before 0117 would remove those of others with them.
  since timestamptz NOT NULL
);

GRANT SELECT ON platform_partitioned_tables TO svc_system;

-- Which partitions a table has; none of those within it are named by a time.
CREATE FUNCTION list_partitions(_name text) RETURNS TABLE (partition text, begins timestamptz, ends timestamptz)
LANGUAGE sql STABLE SET timezone = 'UTC' AS $$
  SELECT c.relname::text, at.begins, at.begins + t.step
  FROM platform_partitioned_tables t
  JOIN pg_inherits i ON i.inhparent = to_regclass(quote_ident(t.name))
  JOIN pg_class c ON c.oid = i.inhrelid AND c.relname ~ '_\d{8}$'
  CROSS JOIN LATERAL (SELECT to_date(right(c.relname, 8), 'YYYYMMDD')::timestamptz AS begins) at
  WHERE t.name = _name ORDER BY at.begins
$$;

-- Makes the partition of a moment; false where there is one. The service's roles own no table, so it runs as the tables' owner,
-- and makes nothing but what the list above says. Under the same row-level security as its table, for whoever names it.
CREATE FUNCTION make_partition(_name text, _at timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET timezone = 'UTC' SET lock_timeout = '1s' AS $$
DECLARE
  listed platform_partitioned_tables;
  begins timestamptz;
  made   text;
  key    text;
  named  text;
BEGIN
  -- The owner is bound by forced row-level security as well. A role alone cannot give a function this of its own.
  PERFORM set_config('svc.maintenance', 'on', true);
  SELECT * INTO STRICT listed FROM platform_partitioned_tables WHERE name = _name;
  begins := date_bin(listed.step, _at, '2001-01-01');
  made := _name || to_char(begins, '_YYYYMMDD');
  IF to_regclass(quote_ident(made)) IS NOT NULL THEN
    RETURN false;
  END IF;
  -- As ATTACH does in any case: two that make the same one follow each other, and nothing comes into the rest meanwhile.
  EXECUTE format('LOCK TABLE ONLY %I IN SHARE UPDATE EXCLUSIVE MODE', _name);
  EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', _name || '_other');
  IF to_regclass(quote_ident(made)) IS NOT NULL THEN
    RETURN false;
  END IF;
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING GENERATED INCLUDING CONSTRAINTS INCLUDING STORAGE)', made, _name);
  EXECUTE format('ALTER TABLE %I ADD PRIMARY KEY (org_id, id)', made);
  EXECUTE format('CALL protect_tenant_table(%L)', made);
  SELECT quote_ident(a.attname) INTO STRICT key
    FROM pg_partitioned_table p JOIN pg_attribute a ON a.attrelid = p.partrelid AND a.attnum = p.partattrs[0]
    WHERE p.partrelid = to_regclass(quote_ident(_name));
  SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) INTO named
    FROM pg_attribute
    WHERE attrelid = to_regclass(quote_ident(made)) AND attnum > 0 AND NOT attisdropped AND attgenerated = '';
  -- What came while this partition was missing.
  EXECUTE format(
    'WITH gone AS (DELETE FROM %1$I WHERE %2$s >= $1 AND %2$s < $2 RETURNING %3$s) INSERT INTO %4$I (%3$s) SELECT %3$s FROM gone',
    _name || '_other', key, named, made
  ) USING begins, begins + listed.step;
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', _name, made, begins, begins + listed.step);
  RETURN true;
END
$$;

-- Drops the oldest partition all of whose time is before this moment, and answers how many rows it had; null without one. One
-- in each transaction: nobody reads or writes the table from its lock to the end.
CREATE FUNCTION drop_partition_before(_name text, _before timestamptz) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET timezone = 'UTC' SET lock_timeout = '1s' AS $$
DECLARE
  gone    text;
  counted bigint;
BEGIN
  PERFORM set_config('svc.maintenance', 'on', true);
  SELECT partition INTO gone FROM list_partitions(_name) WHERE ends <= _before LIMIT 1;
  IF gone IS NULL THEN
    RETURN NULL;
  END IF;
  EXECUTE format('SELECT count(*) FROM %I', gone) INTO counted;
  EXECUTE format('DROP TABLE %I', gone);
  RETURN counted;
END
$$;

-- Once rows stand in partitions that a release before 0117 does not know of, it cannot be taken back to.
CREATE FUNCTION mark_partitions(_now timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER AS $$
  UPDATE platform_schema_floor SET migration_id = 117
  WHERE migration_id < 117 AND (
    EXISTS (SELECT FROM platform_partitioned_tables WHERE since <= _now)
    -- Restored from a backup, it has nothing from before.
    OR to_regclass('webhook_deliveries') IS NOT NULL AND to_regclass('webhook_deliveries_former') IS NULL
  )
$$;

DO $$
DECLARE
  named text;
BEGIN
  FOREACH named IN ARRAY ARRAY['list_partitions', 'make_partition', 'drop_partition_before', 'mark_partitions'] LOOP
    EXECUTE format('ALTER FUNCTION %I SET search_path = %I, pg_temp', named, current_schema());
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %I FROM PUBLIC', named);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %I TO svc_system', named);
  END LOOP;
END;
$$;
