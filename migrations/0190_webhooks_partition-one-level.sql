-- allowed takes-away: the name goes to the table that takes its place, and every statement of the release before works on it
-- One level of partitions: what is to be sent, the days of what was delivered, the weeks of what was given up, and the rest.
-- Each stays the table that it is, and is attached by what 0189 found of its rows. No session reads or writes deliveries until the
-- end of that. Does nothing while there is a partition of everything from before 0117, which no such bounds have.
CREATE FUNCTION flatten_deliveries() RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET timezone = 'UTC' SET lock_timeout = '1s' AS $$
DECLARE
  leaves text[];
  leaf   text[];
  named  text;
BEGIN
  IF to_regclass('webhook_deliveries_current') IS NULL OR to_regclass('webhook_deliveries_former') IS NOT NULL THEN
    RETURN false;
  END IF;
  PERFORM set_config('svc.maintenance', 'on', true);
  LOCK TABLE webhook_deliveries IN ACCESS EXCLUSIVE MODE;
  SELECT array_agg(ARRAY[t.name, made.partition, format('FROM (%1$L, %2$L) TO (%1$L, %3$L)', t.of_status, made.begins, made.ends)])
    || ARRAY[['webhook_deliveries_current', 'webhook_deliveries_queue', 'FROM (''failed'', MINVALUE) TO (''pending'', MAXVALUE)']]
    INTO leaves
    FROM platform_partitioned_tables t CROSS JOIN LATERAL list_partitions(t.name) made WHERE t.within = 'webhook_deliveries';
  ALTER TABLE webhook_deliveries RENAME TO webhook_deliveries_nested;

  CREATE TABLE webhook_deliveries (
    LIKE webhook_deliveries_nested INCLUDING DEFAULTS INCLUDING GENERATED INCLUDING CONSTRAINTS INCLUDING STORAGE
  ) PARTITION BY RANGE (status, (COALESCE(last_attempt_at, created_at)));
  -- The bounds say it of all but the rest. Citus cannot divide a table whose partitions have a check both from it and of their own.
  ALTER TABLE webhook_deliveries DROP CONSTRAINT webhook_deliveries_status_check;
  ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_endpoint
    FOREIGN KEY (org_id, endpoint_id) REFERENCES webhook_endpoints (org_id, id) ON DELETE CASCADE;
  CREATE INDEX webhook_deliveries_log ON webhook_deliveries (org_id, endpoint_id, created_at DESC, id DESC);
  CREATE TABLE webhook_deliveries_other PARTITION OF webhook_deliveries (
    PRIMARY KEY (org_id, id), CHECK (status IN ('pending', 'failed', 'delivered', 'dead'))
  ) DEFAULT;
  -- The engine looks here, too: PostgreSQL cannot tell that it holds nothing of the queue.
  CREATE INDEX webhook_deliveries_other_due ON webhook_deliveries_other (org_id, endpoint_id, next_attempt_at, id)
    WHERE status IN ('pending', 'failed');
  FOREACH named IN ARRAY ARRAY['webhook_deliveries', 'webhook_deliveries_other'] LOOP
    EXECUTE format('CALL protect_tenant_table(%L)', named);
  END LOOP;

  FOREACH leaf SLICE 1 IN ARRAY leaves LOOP
    EXECUTE format('ALTER TABLE %I DETACH PARTITION %I', leaf[1], leaf[2]);
    EXECUTE format('ALTER TABLE webhook_deliveries ATTACH PARTITION %I FOR VALUES %s', leaf[2], leaf[3]);
    EXECUTE format('ALTER TABLE %I DROP CONSTRAINT webhook_deliveries_place', leaf[2]);
  END LOOP;

  -- Normally nothing.
  SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) INTO named
    FROM pg_attribute
    WHERE attrelid = 'webhook_deliveries'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '';
  EXECUTE format('INSERT INTO webhook_deliveries (%1$s) SELECT %1$s FROM webhook_deliveries_nested', named);
  DROP TABLE webhook_deliveries_nested;
  RETURN true;
END
$$;

-- As in 0119; what is left of the time before partitions goes, and with it what stood in the way of one level.
CREATE OR REPLACE FUNCTION empty_former_deliveries(_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET lock_timeout = '1s' AS $$
BEGIN
  IF to_regclass('webhook_deliveries_former') IS NULL OR NOT EXISTS (
    SELECT FROM platform_partitioned_tables WHERE name = 'webhook_deliveries_delivered' AND since <= _now
  ) THEN
    RETURN false;
  END IF;
  PERFORM set_config('svc.maintenance', 'on', true);
  IF EXISTS (SELECT FROM webhook_deliveries_former) THEN
    RETURN false;
  END IF;
  LOCK TABLE webhook_deliveries IN ACCESS EXCLUSIVE MODE;
  IF EXISTS (SELECT FROM webhook_deliveries_former) THEN
    RETURN false;
  END IF;
  -- What a clock that goes back gives an earlier time has its place, too.
  DROP TABLE webhook_deliveries_former;
  PERFORM flatten_deliveries();
  RETURN true;
END
$$;

DO $$
DECLARE
  named text;
BEGIN
  FOREACH named IN ARRAY ARRAY['flatten_deliveries', 'empty_former_deliveries'] LOOP
    EXECUTE format('ALTER FUNCTION %I SET search_path = %I, pg_temp', named, current_schema());
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %I FROM PUBLIC', named);
  END LOOP;
END;
$$;
GRANT EXECUTE ON FUNCTION empty_former_deliveries TO svc_system;

SELECT flatten_deliveries();
