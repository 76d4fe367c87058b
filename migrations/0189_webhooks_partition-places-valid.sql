-- Reads every row, while writers go on.
DO $$
DECLARE
  leaf regclass;
BEGIN
  FOR leaf IN SELECT conrelid FROM pg_constraint WHERE conname = 'webhook_deliveries_place' AND NOT convalidated LOOP
    EXECUTE format('ALTER TABLE %s VALIDATE CONSTRAINT webhook_deliveries_place', leaf);
  END LOOP;
END;
$$;
