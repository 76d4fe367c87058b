-- allowed takes-away: the name stays with the table that takes its place, and every statement of the release before works on it
-- What is to be sent stands by itself, so that the engine looks through that alone and a vacuum has little to do. What has ended
-- goes from there into the partition of the day (of the week, where it was given up) of its last attempt, is not written any
-- more, and is dropped with it. All in one statement, since nobody reads or writes deliveries until its end.
DO $$
DECLARE
  since timestamptz := (SELECT t.since FROM platform_partitioned_tables t WHERE t.name = 'webhook_deliveries_delivered');
  named text;
BEGIN
  ALTER TABLE webhook_deliveries RENAME TO webhook_deliveries_former;

  CREATE TABLE webhook_deliveries (
    LIKE webhook_deliveries_former INCLUDING DEFAULTS INCLUDING GENERATED INCLUDING CONSTRAINTS INCLUDING STORAGE
  ) PARTITION BY RANGE (created_at);
  ALTER TABLE webhook_deliveries DROP CONSTRAINT IF EXISTS webhook_deliveries_before;
  ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_endpoint
    FOREIGN KEY (org_id, endpoint_id) REFERENCES webhook_endpoints (org_id, id) ON DELETE CASCADE;

  CREATE TABLE webhook_deliveries_current (
    LIKE webhook_deliveries INCLUDING DEFAULTS INCLUDING GENERATED INCLUDING CONSTRAINTS INCLUDING STORAGE
  ) PARTITION BY LIST (status);

  CREATE TABLE webhook_deliveries_queue PARTITION OF webhook_deliveries_current (PRIMARY KEY (org_id, id))
    FOR VALUES IN ('pending', 'failed')
    WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
  CREATE INDEX webhook_deliveries_queue_log ON webhook_deliveries_queue (org_id, endpoint_id, created_at DESC, id DESC);
  CREATE INDEX webhook_deliveries_queue_due ON webhook_deliveries_queue (org_id, endpoint_id, next_attempt_at, id)
    WHERE status IN ('pending', 'failed');
  CREATE INDEX webhook_deliveries_queue_failures ON webhook_deliveries_queue (org_id, endpoint_id, failed_at)
    WHERE failed_at IS NOT NULL;

  CREATE TABLE webhook_deliveries_delivered PARTITION OF webhook_deliveries_current
    FOR VALUES IN ('delivered') PARTITION BY RANGE (last_attempt_at);
  CREATE INDEX webhook_deliveries_delivered_log ON webhook_deliveries_delivered (org_id, endpoint_id, created_at DESC, id DESC);
  CREATE TABLE webhook_deliveries_delivered_other PARTITION OF webhook_deliveries_delivered (PRIMARY KEY (org_id, id)) DEFAULT;

  CREATE TABLE webhook_deliveries_dead PARTITION OF webhook_deliveries_current
    FOR VALUES IN ('dead') PARTITION BY RANGE (last_attempt_at);
  CREATE INDEX webhook_deliveries_dead_log ON webhook_deliveries_dead (org_id, endpoint_id, created_at DESC, id DESC);
  CREATE INDEX webhook_deliveries_dead_failures ON webhook_deliveries_dead (org_id, endpoint_id, failed_at)
    WHERE failed_at IS NOT NULL;
  CREATE TABLE webhook_deliveries_dead_other PARTITION OF webhook_deliveries_dead (PRIMARY KEY (org_id, id)) DEFAULT;

  -- Whoever names a partition sees what its table would show.
  FOREACH named IN ARRAY ARRAY['', '_current', '_queue', '_delivered', '_delivered_other', '_dead', '_dead_other'] LOOP
    EXECUTE format('CALL protect_tenant_table(%L)', 'webhook_deliveries' || named);
  END LOOP;

  IF since = '-infinity' AND NOT EXISTS (SELECT FROM webhook_deliveries_former) THEN
    ALTER TABLE webhook_deliveries ATTACH PARTITION webhook_deliveries_current FOR VALUES FROM (MINVALUE) TO (MAXVALUE);
    DROP TABLE webhook_deliveries_former;
  ELSE
    -- A first delivery may have come since 0115 found none.
    IF since = '-infinity' THEN
      since := date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' + interval '31 days';
      EXECUTE 'UPDATE platform_partitioned_tables SET since = $1' USING since;
    END IF;
    EXECUTE format('ALTER TABLE webhook_deliveries ATTACH PARTITION webhook_deliveries_former FOR VALUES FROM (MINVALUE) TO (%L)', since);
    EXECUTE format('ALTER TABLE webhook_deliveries ATTACH PARTITION webhook_deliveries_current FOR VALUES FROM (%L) TO (MAXVALUE)', since);
    ALTER TABLE webhook_deliveries_former DROP CONSTRAINT IF EXISTS webhook_deliveries_before;
  END IF;
END;
$$;
