-- Where a chain's head stood at a moment, signed. An anchor is written once and outlives the entry that it names.
CREATE TABLE audit_anchors (
  org_id           uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  id               uuid        NOT NULL,
  -- The number of the entry in the chain; not part of the signed message.
  seq              bigint      NOT NULL,
  entry_id         uuid        NOT NULL,
  entry_hash       text        NOT NULL,
  entry_created_at timestamptz NOT NULL,
  anchored_at      timestamptz NOT NULL,
  source           text        NOT NULL CHECK (source IN ('hourly', 'nightly', 'archive', 'migration')),
  -- Base64 Ed25519 and the key that made it; both null when signing was not configured.
  signature        text,
  key_id           text,
  PRIMARY KEY (org_id, id),
  CHECK ((signature IS NULL) = (key_id IS NULL))
);
CREATE INDEX audit_anchors_newest ON audit_anchors (org_id, anchored_at DESC, seq DESC, id DESC);
CREATE INDEX audit_anchors_seq ON audit_anchors (org_id, seq);
CALL protect_tenant_table('audit_anchors');
REVOKE UPDATE ON audit_anchors FROM svc_app, svc_system;
REVOKE DELETE ON audit_anchors FROM svc_app;

CREATE FUNCTION refuse_anchor_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- They go with their organisation.
  IF TG_OP = 'DELETE' AND NOT EXISTS (
    SELECT FROM organisations WHERE id = OLD.org_id AND deletion_started_at IS NULL
  ) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'audit anchors are written once';
END;
$$;
CREATE TRIGGER audit_anchors_written_once
  BEFORE UPDATE OR DELETE ON audit_anchors
  FOR EACH ROW EXECUTE FUNCTION refuse_anchor_change();
CREATE TRIGGER audit_anchors_no_truncate
  BEFORE TRUNCATE ON audit_anchors
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_anchor_change();
