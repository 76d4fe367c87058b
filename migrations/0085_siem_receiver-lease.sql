-- As for webhooks: one node owns a target's queue for a while.
ALTER TABLE siem_targets ADD COLUMN lease_id uuid, ADD COLUMN leased_until timestamptz;
