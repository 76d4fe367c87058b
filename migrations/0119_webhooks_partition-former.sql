-- When the last row of the time before partitions is gone, so is what its indexes take. Nothing comes into it any more then; it stays,
-- for a clock may go back. Runs as the tables' owner, as what makes and drops partitions does.
CREATE FUNCTION empty_former_deliveries(_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET lock_timeout = '1s' AS $$
BEGIN
  IF to_regclass('webhook_deliveries_former') IS NULL OR NOT EXISTS (
    SELECT FROM platform_partitioned_tables WHERE name = 'webhook_deliveries_delivered' AND since <= _now
  ) THEN
    RETURN false;
  END IF;
  PERFORM set_config('svc.maintenance', 'on', true);
  -- A page for each index is what an empty table takes.
  IF pg_total_relation_size('webhook_deliveries_former') < 1000000 OR EXISTS (SELECT FROM webhook_deliveries_former) THEN
    RETURN false;
  END IF;
  LOCK TABLE webhook_deliveries_former IN ACCESS EXCLUSIVE MODE;
  IF EXISTS (SELECT FROM webhook_deliveries_former) THEN
    RETURN false;
  END IF;
  TRUNCATE webhook_deliveries_former;
  RETURN true;
END
$$;

DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION empty_former_deliveries SET search_path = %I, pg_temp', current_schema());
END;
$$;
REVOKE EXECUTE ON FUNCTION empty_former_deliveries FROM PUBLIC;
GRANT EXECUTE ON FUNCTION empty_former_deliveries TO svc_system;

-- The first days; the job makes those behind.
DO $$
BEGIN
  FOR ahead IN 0..7 LOOP
    PERFORM make_partition(name, now() + ahead * interval '1 day') FROM platform_partitioned_tables;
  END LOOP;
END;
$$;

SELECT mark_partitions(now());
