CREATE TABLE notifications (
  org_id     uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  id         uuid        NOT NULL,
  user_id    uuid        NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  type       text        NOT NULL,
  title      text        NOT NULL,
  body       text        NOT NULL,
  data       jsonb       NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  read_at    timestamptz,
  PRIMARY KEY (org_id, id)
);

CREATE INDEX notifications_user ON notifications (org_id, user_id, created_at DESC);
CALL protect_tenant_table('notifications');

CREATE TABLE mail_outbox (
  org_id          uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  id              uuid        NOT NULL,
  recipient       text        NOT NULL,
  subject         text        NOT NULL,
  text            text        NOT NULL,
  html            text,
  status          text        NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'sent', 'dead')),
  attempts        integer     NOT NULL DEFAULT 0,
  last_error      text,
  next_attempt_at timestamptz,
  leased_until    timestamptz,
  created_at      timestamptz NOT NULL,
  sent_at         timestamptz,
  PRIMARY KEY (org_id, id)
);

CREATE INDEX mail_outbox_due ON mail_outbox (next_attempt_at) WHERE status = 'pending';
CALL protect_tenant_table('mail_outbox');
