-- A table in partitions may share its partitioned table with others: distributed PostgreSQL (Citus) takes one level of partitions
-- alone. `within` is that table, divided by a status and then by a time; rows of this status and of no partition's time are
-- in `<within>_other`. A database in use has the partitions of 0117 until what it had before those is gone (0190).
ALTER TABLE platform_partitioned_tables
  ADD COLUMN within      text,
  ADD COLUMN of_status   text,
  ADD COLUMN place       text,
  -- Of each partition, in addition to those of the table.
  ADD COLUMN own_indexes text[] NOT NULL DEFAULT '{}';

-- allowed writes-every-row: two rows
UPDATE platform_partitioned_tables SET within = 'webhook_deliveries', of_status = replace(name, 'webhook_deliveries_', ''),
  place = 'COALESCE(last_attempt_at, created_at)',
  own_indexes = CASE name WHEN 'webhook_deliveries_dead' THEN ARRAY['(org_id, endpoint_id, failed_at) WHERE failed_at IS NOT NULL'] ELSE '{}' END;

CREATE OR REPLACE FUNCTION list_partitions(_name text) RETURNS TABLE (partition text, begins timestamptz, ends timestamptz)
LANGUAGE sql STABLE SET timezone = 'UTC' AS $$
  SELECT c.relname::text, at.begins, at.begins + t.step
  FROM platform_partitioned_tables t
  JOIN pg_inherits i ON i.inhparent = coalesce(to_regclass(quote_ident(t.name)), to_regclass(quote_ident(t.within)))
  JOIN pg_class c ON c.oid = i.inhrelid AND c.relname ~ ('^' || t.name || '_\d{8}$')
  CROSS JOIN LATERAL (SELECT to_date(right(c.relname, 8), 'YYYYMMDD')::timestamptz AS begins) at
  WHERE t.name = _name ORDER BY at.begins
$$;

-- What a row of this partition is, in the words in which PostgreSQL asks it of one that is attached to the one level: it then
-- attaches the partition without a look at its rows.
CREATE FUNCTION place_of_partition(_name text, _begins timestamptz) RETURNS text
LANGUAGE sql STABLE SET timezone = 'UTC' AS $$
  SELECT format('status IS NOT NULL AND %1$s IS NOT NULL AND status = %2$L AND %1$s >= %3$L AND %1$s < %4$L',
    t.place, t.of_status, _begins, _begins + t.step)
  FROM platform_partitioned_tables t WHERE t.name = _name
$$;

-- As in 0114, for either form.
CREATE OR REPLACE FUNCTION make_partition(_name text, _at timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET timezone = 'UTC' SET lock_timeout = '1s' AS $$
DECLARE
  listed  platform_partitioned_tables;
  begins  timestamptz;
  made    text;
  of_all  text;
  rest    text;
  belongs text;
  bounds  text;
  named   text;
  own     text;
BEGIN
  -- The owner is bound by forced row-level security as well. A role alone cannot give a function this of its own.
  PERFORM set_config('svc.maintenance', 'on', true);
  SELECT * INTO STRICT listed FROM platform_partitioned_tables WHERE name = _name;
  begins := date_bin(listed.step, _at, '2001-01-01');
  made := _name || to_char(begins, '_YYYYMMDD');
  IF to_regclass(quote_ident(made)) IS NOT NULL THEN
    RETURN false;
  END IF;
  of_all := CASE WHEN to_regclass(quote_ident(_name)) IS NULL THEN listed.within ELSE _name END;
  rest := of_all || '_other';
  -- As ATTACH does in any case: two sessions that make the same one run one after the other, and no row enters the rest
  -- partition until then.
  EXECUTE format('LOCK TABLE ONLY %I IN SHARE UPDATE EXCLUSIVE MODE', of_all);
  EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', rest);
  IF to_regclass(quote_ident(made)) IS NOT NULL THEN
    RETURN false;
  END IF;
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING GENERATED INCLUDING CONSTRAINTS INCLUDING STORAGE)', made, of_all);
  EXECUTE format('ALTER TABLE %I ADD PRIMARY KEY (org_id, id)', made);
  EXECUTE format('CALL protect_tenant_table(%L)', made);
  IF of_all = listed.within THEN
    belongs := place_of_partition(_name, begins);
    bounds := format('FROM (%1$L, %2$L) TO (%1$L, %3$L)', listed.of_status, begins, begins + listed.step);
    FOREACH own IN ARRAY listed.own_indexes LOOP
      EXECUTE format('CREATE INDEX ON %I %s', made, own);
    END LOOP;
  ELSE
    SELECT format('%1$I >= %2$L AND %1$I < %3$L', a.attname, begins, begins + listed.step) INTO STRICT belongs
      FROM pg_partitioned_table p JOIN pg_attribute a ON a.attrelid = p.partrelid AND a.attnum = p.partattrs[0]
      WHERE p.partrelid = to_regclass(quote_ident(_name));
    bounds := format('FROM (%L) TO (%L)', begins, begins + listed.step);
    IF listed.within IS NOT NULL THEN
      EXECUTE format('ALTER TABLE %I ADD CONSTRAINT webhook_deliveries_place CHECK (%s)', made, place_of_partition(_name, begins));
    END IF;
  END IF;
  SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) INTO named
    FROM pg_attribute
    WHERE attrelid = to_regclass(quote_ident(made)) AND attnum > 0 AND NOT attisdropped AND attgenerated = '';
  -- What came while this partition was missing.
  EXECUTE format(
    'WITH gone AS (DELETE FROM %1$I WHERE %2$s RETURNING %3$s) INSERT INTO %4$I (%3$s) SELECT %3$s FROM gone',
    rest, belongs, named, made
  );
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES %s', of_all, made, bounds);
  RETURN true;
END
$$;

DO $$
DECLARE
  named text;
BEGIN
  FOREACH named IN ARRAY ARRAY['list_partitions', 'place_of_partition', 'make_partition'] LOOP
    EXECUTE format('ALTER FUNCTION %I SET search_path = %I, pg_temp', named, current_schema());
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %I FROM PUBLIC', named);
  END LOOP;
END;
$$;
GRANT EXECUTE ON FUNCTION list_partitions, make_partition TO svc_system;
