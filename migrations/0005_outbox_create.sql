-- What happened, recorded in the transaction of the change; handed out once to webhooks, notifications and mail.
CREATE TABLE outbox_events (
  org_id      uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  id          bigint GENERATED ALWAYS AS IDENTITY,
  event       jsonb       NOT NULL,
  recorded_at timestamptz NOT NULL,
  -- Set when a hand-out failed: the row waits without holding up the others.
  not_before  timestamptz,
  PRIMARY KEY (org_id, id)
);

-- Dispatched rows are deleted, so what stands here is what is still to do.
CREATE INDEX outbox_events_order ON outbox_events (id);
CALL protect_tenant_table('outbox_events');
