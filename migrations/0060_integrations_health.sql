-- When the vendor last refused the stored credential; a call that works, or a reconnect, clears it.
ALTER TABLE integrations ADD COLUMN credential_refused_at timestamptz;
