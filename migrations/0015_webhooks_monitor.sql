-- Events of the current or the last pause: not sent, only counted.
ALTER TABLE webhook_endpoints ADD COLUMN skipped_while_paused integer NOT NULL DEFAULT 0;

-- The last attempt, of what it left failed or dead. Not last_attempt_at itself: in an index it would make every claim
-- write all indexes of the row anew (no HOT update); this one stays null while a new delivery is claimed and sent.
ALTER TABLE webhook_deliveries ADD COLUMN failed_at timestamptz
  GENERATED ALWAYS AS (CASE WHEN status IN ('failed', 'dead') THEN last_attempt_at END) STORED;

CREATE INDEX webhook_deliveries_failures ON webhook_deliveries (org_id, endpoint_id, failed_at) WHERE failed_at IS NOT NULL;
