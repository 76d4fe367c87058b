-- Apps whose latest run failed in a way that passes: when each is tried again, and after which run. A row ends with a
-- success, a confirmation by hand, a new run of the app, the deselection of the app and the cancellation of the case.
CREATE TABLE revocation_retries (
  org_id          uuid        NOT NULL,
  offboarding_id  uuid        NOT NULL,
  service_name    text        NOT NULL,
  -- The run that failed last.
  run_id          uuid        NOT NULL,
  -- Retries made so far.
  attempts        integer     NOT NULL,
  -- Null once it is given up.
  next_attempt_at timestamptz,
  last_error      text        NOT NULL,
  given_up_at     timestamptz,
  PRIMARY KEY (org_id, offboarding_id, service_name),
  CHECK ((next_attempt_at IS NULL) = (given_up_at IS NOT NULL)),
  FOREIGN KEY (org_id, offboarding_id, service_name)
    REFERENCES revocation_apps (org_id, offboarding_id, service_name) ON DELETE CASCADE,
  FOREIGN KEY (org_id, run_id) REFERENCES revocation_runs (org_id, id) ON DELETE CASCADE
);

CREATE INDEX revocation_retries_due ON revocation_retries (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX revocation_retries_run ON revocation_retries (org_id, run_id);
CALL protect_tenant_table('revocation_retries');

-- Which of the retries a run is; null where it is none.
ALTER TABLE revocation_runs ADD COLUMN retry integer;
-- Whether the failure passes without anybody's doing.
ALTER TABLE revocation_results ADD COLUMN transient boolean NOT NULL DEFAULT false;
