-- The identity and identifiers a run was authorized for (JSON, sealed under the person's key). Null: before they were recorded.
ALTER TABLE revocation_runs ADD COLUMN identity integer NOT NULL DEFAULT 1, ADD COLUMN sealed_identifiers text;
-- The account that the vendor was asked to cut: JSON with its id and name, sealed under the person's key. Null where none was found.
ALTER TABLE revocation_results ADD COLUMN sealed_account text;
-- The same of the latest outcome, and whether something was done here for another identity of the case.
ALTER TABLE revocation_apps
  ADD COLUMN sealed_account text,
  ADD COLUMN done_for_another boolean NOT NULL DEFAULT false;
