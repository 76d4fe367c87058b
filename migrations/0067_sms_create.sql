-- Text messages to departing people, on their way or settled. Number and text are sealed, and emptied once settled.
CREATE TABLE sms_messages (
  org_id          uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  id              uuid        NOT NULL,
  org_employee_id uuid        NOT NULL,
  offboarding_id  uuid,
  kind            text        NOT NULL CHECK (kind IN ('portal_link', 'asset_overdue', 'exit_interview')),
  -- `unknown`: the call was cut off or not answered, so it may have been sent; it is not sent again.
  status          text        NOT NULL DEFAULT 'queued'
    CHECK (status IN ('queued', 'sent', 'delivered', 'undelivered', 'failed', 'unknown')),
  sealed_phone    text,
  -- A keyed hash, by which those who opted out are known.
  phone_digest    text        NOT NULL,
  sealed_content  text,
  attempts        integer     NOT NULL DEFAULT 0,
  due_at          timestamptz,
  leased_until    timestamptz,
  leased_by       uuid,
  -- Written before the call: tells one that was cut off from one never made.
  started_at      timestamptz,
  external_id     text,
  error_code      integer,
  last_error      text,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, org_employee_id) REFERENCES org_employees (org_id, id) ON DELETE CASCADE,
  FOREIGN KEY (org_id, offboarding_id) REFERENCES offboardings (org_id, id) ON DELETE CASCADE
);
CREATE INDEX sms_messages_due ON sms_messages (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX sms_messages_external ON sms_messages (org_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX sms_messages_person ON sms_messages (org_id, org_employee_id);
CREATE INDEX sms_messages_case ON sms_messages (org_id, offboarding_id) WHERE offboarding_id IS NOT NULL;
CALL protect_tenant_table('sms_messages');

-- Who answered STOP: their number is never texted again. It outlives the person's record, and tells no number.
CREATE TABLE sms_opt_outs (
  org_id       uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  phone_digest text        NOT NULL,
  created_at   timestamptz NOT NULL,
  PRIMARY KEY (org_id, phone_digest)
);
CALL protect_tenant_table('sms_opt_outs');
