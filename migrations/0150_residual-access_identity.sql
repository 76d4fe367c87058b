-- Whom a look was about: the identity of the case (0131), and the account at the app, JSON with its id and name, sealed under
-- the person's key. Null: not known, or looked up by address before it was recorded.
ALTER TABLE residual_access_checks
  ADD COLUMN identity integer NOT NULL DEFAULT 1,
  ADD COLUMN sealed_account text,
  DROP CONSTRAINT residual_access_checks_standing_check,
  -- Wider than before, so every row that is there holds it. other_account: the address is another account's by now.
  ADD CONSTRAINT residual_access_checks_standing_check
    CHECK (standing IN ('active', 'inactive', 'absent', 'unknown', 'other_account')) NOT VALID;
ALTER TABLE residual_access_findings
  ADD COLUMN identity integer NOT NULL DEFAULT 1,
  ADD COLUMN sealed_account text;

-- allowed index-without-concurrently: open findings and such checks are few
-- A finding of a former identity stays open while the present one has its own.
DROP INDEX residual_access_findings_open;
CREATE UNIQUE INDEX residual_access_findings_open
  ON residual_access_findings (org_id, offboarding_id, service_name, identity) WHERE resolved_at IS NULL;
CREATE INDEX residual_access_checks_other ON residual_access_checks (org_id) WHERE standing = 'other_account';
