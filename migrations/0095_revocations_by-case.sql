-- What a case's runs did for each app is read of thousands of cases at once.
CREATE INDEX revocation_runs_case ON revocation_runs (org_id, offboarding_id);
