-- The app accepted the removal, and its read-back showed the account as active all the same.
ALTER TABLE revocation_results ADD COLUMN still_active boolean NOT NULL DEFAULT false;

-- A word that was contradicted when it was given is looked for among all removals.
CREATE INDEX revocation_results_still_active ON revocation_results (org_id, run_id) WHERE still_active;
