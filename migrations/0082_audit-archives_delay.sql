-- A retention that was made shorter removes nothing more for 30 days: what was kept before, null for ever, and since when
-- it no longer is. No moment: what is chosen holds.
ALTER TABLE audit_retention ADD COLUMN audit_retention_months_before integer
  CHECK (audit_retention_months_before BETWEEN 3 AND 120);
ALTER TABLE audit_retention ADD COLUMN audit_retention_shortened_at timestamptz;
