-- Reads every row, beside those who write.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_constraint WHERE conname = 'webhook_deliveries_before' AND conrelid = 'webhook_deliveries'::regclass) THEN
    ALTER TABLE webhook_deliveries VALIDATE CONSTRAINT webhook_deliveries_before;
  END IF;
END;
$$;
