-- When access ends and when employment ends, where that is not the last working day.
ALTER TABLE offboardings
  -- Null: the end of the last working day in the case's zone.
  ADD COLUMN access_ends_at    timestamptz,
  -- Null: the last working day.
  ADD COLUMN employment_ends_on date;
