-- The log of deliveries becomes partitions, in three steps that hold it for a moment each. What there is stays where it is, as the
-- partition of everything from before a moment that is a month ahead, so that the release before can be taken back to until
-- then; said here without a look at the rows, which 0116 takes while others write. A database without deliveries has nothing
-- to keep apart.
DO $$
DECLARE
  since timestamptz := date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' + interval '31 days';
BEGIN
  IF EXISTS (SELECT FROM webhook_deliveries) THEN
    EXECUTE format(
      'ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_before CHECK (created_at < %L) NOT VALID', since
    );
  ELSE
    since := '-infinity';
  END IF;
  INSERT INTO platform_partitioned_tables (name, step, since) VALUES
    ('webhook_deliveries_delivered', '1 day', since), ('webhook_deliveries_dead', '7 days', since);
END;
$$;
