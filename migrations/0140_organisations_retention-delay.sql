-- allowed constraint-without-not-valid: one row per organization, read in milliseconds
-- A first or shorter retention of offboardings takes effect 30 days after it was set. Until then the former value applies;
-- null keeps them for ever. No moment: the value that is set applies.
ALTER TABLE organisations ADD COLUMN offboarding_retention_months_before integer
  CHECK (offboarding_retention_months_before BETWEEN 6 AND 120);
ALTER TABLE organisations ADD COLUMN offboarding_retention_applies_from timestamptz;
