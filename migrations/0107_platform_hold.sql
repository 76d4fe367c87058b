-- A database that came back from a backup or from archived WAL: what it has queued may have been sent already, so that no
-- job runs before the operator says go. Written by the tables' owner; the service reads it, and the release ends it.
CREATE TABLE platform_holds (
  id            uuid        PRIMARY KEY,
  -- Why: from a backup, or by recovery to a point in time.
  origin        text        NOT NULL CHECK (origin IN ('backup', 'recovery')),
  -- The backup's; null after a recovery.
  backup_id     text,
  -- The moment that the data is of.
  data_of       timestamptz NOT NULL,
  begun_at      timestamptz NOT NULL,
  -- Null until all of it is restored, erased again and verified: the service does not start before.
  ready_at      timestamptz,
  -- Null while jobs wait.
  released_at   timestamptz,
  -- What became of the messages that were queued.
  queued        text        CHECK (queued IN ('sent', 'discarded')),
  CHECK ((released_at IS NULL) = (queued IS NULL))
);
CREATE UNIQUE INDEX platform_holds_open ON platform_holds ((true)) WHERE released_at IS NULL;
GRANT SELECT, UPDATE ON platform_holds TO svc_system;
