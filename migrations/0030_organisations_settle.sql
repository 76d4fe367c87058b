-- A trial has an end; before this its status had to be changed by hand.
ALTER TABLE organisations ADD COLUMN trial_ends_at timestamptz;
UPDATE organisations SET trial_ends_at = created_at + interval '14 days' WHERE plan = 'trial';

-- For how long closed cases are kept; null is for ever.
ALTER TABLE organisations ADD COLUMN offboarding_retention_months integer
  CHECK (offboarding_retention_months BETWEEN 6 AND 120);

-- From this moment on the organisation is being deleted: nobody can call it off, and its rows go step by step.
ALTER TABLE organisations ADD COLUMN deletion_started_at timestamptz;
CREATE INDEX organisations_deletion ON organisations (deletion_scheduled_at) WHERE deletion_scheduled_at IS NOT NULL;

-- The one place that knows what a trial that is over means. Inlined into the statement that calls it.
CREATE FUNCTION effective_plan_status(plan text, plan_status text, trial_ends_at timestamptz, at timestamptz)
RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN plan = 'trial' AND plan_status <> 'canceled' AND trial_ends_at <= at THEN 'trial_expired' ELSE plan_status END
$$;

-- For whoever has reckoned with these two settings outside the transaction: they stay as they are until it ends. Were
-- they changed meanwhile, it is refused as if by a constraint, so that it need not wait for an answer.
CREATE FUNCTION hold_revocation_settings(org uuid, zone text, auto_revoke boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM organisations WHERE id = org AND timezone = zone AND auto_revoke_at_exit = auto_revoke FOR SHARE;
  IF NOT FOUND THEN
    RAISE unique_violation USING
      CONSTRAINT = 'organisations_revocation_settings', MESSAGE = 'the settings of the organisation have changed';
  END IF;
END;
$$;

-- The log stays append-only while there is an organisation; it goes with it.
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (
    SELECT FROM organisations WHERE id = OLD.org_id AND deletion_started_at IS NULL
  ) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'audit entries are append-only';
END;
$$;
GRANT DELETE ON audit_entries TO svc_system;
