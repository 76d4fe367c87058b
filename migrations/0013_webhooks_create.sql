CREATE TABLE webhook_endpoints (
  org_id            uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  id                uuid        NOT NULL,
  url               text        NOT NULL,
  events            text[]      NOT NULL,
  all_events        boolean     NOT NULL DEFAULT false,
  active            boolean     NOT NULL DEFAULT true,
  sealed_secret     text        NOT NULL,
  consecutive_dead  integer     NOT NULL DEFAULT 0,
  last_delivered_at timestamptz,
  disabled_at       timestamptz,
  disabled_reason   text,
  created_at        timestamptz NOT NULL,
  PRIMARY KEY (org_id, id)
);

CALL protect_tenant_table('webhook_endpoints');

CREATE TABLE webhook_deliveries (
  org_id           uuid        NOT NULL,
  id               uuid        NOT NULL,
  endpoint_id      uuid        NOT NULL,
  event            text        NOT NULL,
  -- `type`, `title`, `body` and `data`; the body on the wire adds `event` and the `timestamp` of the attempt.
  -- json, not jsonb: what is signed, sent and shown is this very text.
  content          json        NOT NULL,
  status           text        NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'failed', 'delivered', 'dead')),
  attempts         integer     NOT NULL DEFAULT 0,
  last_status_code integer,
  last_error       text,
  next_attempt_at  timestamptz,
  leased_until     timestamptz,
  created_at       timestamptz NOT NULL,
  last_attempt_at  timestamptz,
  delivered_at     timestamptz,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, endpoint_id) REFERENCES webhook_endpoints (org_id, id) ON DELETE CASCADE
-- Every row is updated at least twice, and the claim walks the head of an index whose dead entries only a vacuum removes.
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);

CREATE INDEX webhook_deliveries_log ON webhook_deliveries (org_id, endpoint_id, created_at DESC, id DESC);
-- With the id, so that the oldest rows stay the oldest when a lease moves them within the table.
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (org_id, endpoint_id, next_attempt_at, id) WHERE status IN ('pending', 'failed');
CREATE INDEX webhook_deliveries_purge ON webhook_deliveries (status, created_at) WHERE status IN ('delivered', 'dead');
CALL protect_tenant_table('webhook_deliveries');
