-- What 0190 attaches again says what its rows are, so that they need not be read then; said here without a look at them, which
-- 0189 takes while others write.
DO $$
DECLARE
  leaf record;
BEGIN
  FOR leaf IN
    SELECT made.partition, place_of_partition(t.name, made.begins) AS place
    FROM platform_partitioned_tables t CROSS JOIN LATERAL list_partitions(t.name) made
    UNION ALL
    SELECT 'webhook_deliveries_queue',
      $queue$status IS NOT NULL AND COALESCE(last_attempt_at, created_at) IS NOT NULL AND status >= 'failed' AND status <= 'pending'$queue$
  LOOP
    IF NOT EXISTS (SELECT FROM pg_constraint WHERE conname = 'webhook_deliveries_place' AND conrelid = leaf.partition::regclass) THEN
      EXECUTE format('ALTER TABLE %I ADD CONSTRAINT webhook_deliveries_place CHECK (%s) NOT VALID', leaf.partition, leaf.place);
    END IF;
  END LOOP;
END;
$$;
