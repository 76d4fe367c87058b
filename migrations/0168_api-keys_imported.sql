-- A key that the operator brought along from before the rename (`old_live_`): no member of the organization created it.
ALTER TABLE api_keys ADD COLUMN imported boolean NOT NULL DEFAULT false;
