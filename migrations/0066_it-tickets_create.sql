-- Tickets in the organisations' own ticket systems, each for one task, and the queue of the calls that they need.
CREATE TABLE it_tickets (
  org_id            uuid        NOT NULL,
  id                uuid        NOT NULL,
  offboarding_id    uuid        NOT NULL,
  checklist_item_id uuid        NOT NULL,
  provider          text        NOT NULL CHECK (provider IN ('jira', 'servicenow', 'freshservice', 'zendesk')),
  status            text        NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'open', 'resolved', 'failed')),
  external_id       text,
  external_key      text,
  url               text,
  attempts          integer     NOT NULL DEFAULT 0,
  -- Written before the call that makes the ticket: from then on it is looked for before it is made again.
  sent_at           timestamptz,
  -- Of a queued ticket its next try, of an open one the next look at it.
  due_at            timestamptz,
  leased_until      timestamptz,
  leased_by         uuid,
  last_error        text,
  created_by        uuid,
  created_at        timestamptz NOT NULL,
  checked_at        timestamptz,
  resolved_at       timestamptz,
  PRIMARY KEY (org_id, id),
  UNIQUE (org_id, checklist_item_id),
  FOREIGN KEY (org_id, offboarding_id) REFERENCES offboardings (org_id, id) ON DELETE CASCADE,
  FOREIGN KEY (org_id, checklist_item_id) REFERENCES checklist_items (org_id, id) ON DELETE CASCADE
);
CREATE INDEX it_tickets_due ON it_tickets (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX it_tickets_case ON it_tickets (org_id, offboarding_id);
-- A callback without the connection's id is looked up by the ticket that it names.
CREATE INDEX it_tickets_external_id ON it_tickets (provider, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX it_tickets_external_key ON it_tickets (provider, external_key) WHERE external_key IS NOT NULL;
CALL protect_tenant_table('it_tickets');
