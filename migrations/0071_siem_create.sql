-- Where an organisation's audit log is streamed to (siem-1).
CREATE TABLE siem_targets (
  org_id               uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  id                   uuid        NOT NULL,
  name                 text        NOT NULL,
  type                 text        NOT NULL CHECK (type IN ('splunk_hec', 'datadog', 'elasticsearch', 'sumo_logic', 'new_relic', 'generic')),
  -- As it is shown; where the address itself is the credential its host alone, and the whole of it is sealed.
  endpoint_url         text        NOT NULL,
  sealed_url           text,
  sealed_token         text,
  token_scheme         text        NOT NULL DEFAULT 'Splunk',
  payload_format       text        NOT NULL DEFAULT 'json' CHECK (payload_format IN ('json', 'cef')),
  events               text[]      NOT NULL,
  all_events           boolean     NOT NULL DEFAULT false,
  chain_fields         boolean     NOT NULL DEFAULT false,
  active               boolean     NOT NULL DEFAULT true,
  -- Entries up to this one are not its: they were written before it was made, or while it was paused.
  after_seq            bigint      NOT NULL,
  delivery_count       bigint      NOT NULL DEFAULT 0,
  given_up_count       bigint      NOT NULL DEFAULT 0,
  last_delivery_at     timestamptz,
  last_delivery_status text CHECK (last_delivery_status IN ('delivered', 'failed', 'dead')),
  last_status_code     integer,
  last_error           text,
  created_at           timestamptz NOT NULL,
  PRIMARY KEY (org_id, id)
);

CALL protect_tenant_table('siem_targets');

-- Up to where an organisation's chain has been handed to its targets; made with the first of them. The chain itself is
-- the list of what is to be sent, so whoever writes an entry writes nothing besides.
CREATE TABLE siem_streams (
  org_id        uuid   PRIMARY KEY REFERENCES organisations (id) ON DELETE CASCADE,
  forwarded_seq bigint NOT NULL
);

CALL protect_tenant_table('siem_streams');

-- One event to one target. What is sent is made from the entry when it is sent, so an erased person's values are in no
-- delivery that waits.
CREATE TABLE siem_deliveries (
  org_id           uuid        NOT NULL,
  id               uuid        NOT NULL,
  target_id        uuid        NOT NULL,
  -- The entry that it tells of, and the name under which it does.
  audit_seq        bigint      NOT NULL,
  event            text        NOT NULL,
  -- Queued by a batch export.
  replayed         boolean     NOT NULL DEFAULT false,
  status           text        NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'failed')),
  attempts         integer     NOT NULL DEFAULT 0,
  last_status_code integer,
  last_error       text,
  next_attempt_at  timestamptz NOT NULL,
  leased_until     timestamptz,
  created_at       timestamptz NOT NULL,
  last_attempt_at  timestamptz,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, target_id) REFERENCES siem_targets (org_id, id) ON DELETE CASCADE
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);

-- With the id, so that the oldest rows stay the oldest when a lease moves them within the table. Partial, though it holds
-- every row: it must not be taken for finding a delivery by its key, which the planner would as soon do while it thinks
-- that the table is empty; so whoever counts a target's rows names the states as well.
CREATE INDEX siem_deliveries_due ON siem_deliveries (org_id, target_id, next_attempt_at, id) WHERE status IN ('pending', 'failed');
CALL protect_tenant_table('siem_deliveries');
