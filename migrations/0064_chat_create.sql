-- What team chats are told. Names are read when a message is sent, so none is stored.
CREATE TABLE chat_messages (
  org_id          uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  id              uuid        NOT NULL,
  service         text        NOT NULL CHECK (service IN ('slack', 'teams')),
  -- What it tells of the case or the initiation, without names.
  fact            jsonb       NOT NULL,
  offboarding_id  uuid,
  initiation_id   uuid,
  status          text        NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'sent', 'dead')),
  attempts        integer     NOT NULL DEFAULT 0,
  last_error      text,
  next_attempt_at timestamptz NOT NULL,
  leased_until    timestamptz,
  created_at      timestamptz NOT NULL,
  ended_at        timestamptz,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, offboarding_id) REFERENCES offboardings (org_id, id) ON DELETE CASCADE,
  FOREIGN KEY (org_id, initiation_id) REFERENCES offboarding_initiations (org_id, id) ON DELETE CASCADE,
  CHECK (num_nonnulls(offboarding_id, initiation_id) = 1),
  CHECK ((ended_at IS NULL) = (status = 'pending'))
);
CREATE INDEX chat_messages_due ON chat_messages (next_attempt_at) WHERE status = 'pending';
CREATE INDEX chat_messages_channel ON chat_messages (org_id, service, created_at, id) WHERE status = 'pending';
CREATE INDEX chat_messages_ended ON chat_messages (ended_at) WHERE ended_at IS NOT NULL;
-- Whether something was sent to the channel a moment ago.
CREATE INDEX chat_messages_lately ON chat_messages (org_id, service, ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX chat_messages_case ON chat_messages (org_id, offboarding_id) WHERE offboarding_id IS NOT NULL;
CREATE INDEX chat_messages_initiation ON chat_messages (org_id, initiation_id) WHERE initiation_id IS NOT NULL;
CALL protect_tenant_table('chat_messages');
