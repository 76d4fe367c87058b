-- Whose access could not be removed is looked for among all cases.
CREATE INDEX revocation_apps_failed ON revocation_apps (org_id, offboarding_id)
  WHERE outcome = 'failed' AND removal_confirmed_at IS NULL;
