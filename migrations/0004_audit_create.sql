-- A person's key seals their personal values inside audit entries; destroying it erases them (entries-3).
CREATE TABLE audit_person_keys (
  org_id        uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  id            uuid        NOT NULL,
  -- Keyed hash of the person's lower-case address: one person, one key, without the address itself.
  email_digest  text,
  wrapped_key   text,
  created_at    timestamptz NOT NULL,
  destroyed_at  timestamptz,
  PRIMARY KEY (org_id, id)
);

CREATE UNIQUE INDEX audit_person_keys_email ON audit_person_keys (org_id, email_digest) WHERE destroyed_at IS NULL;
CALL protect_tenant_table('audit_person_keys');

CREATE TABLE audit_heads (
  org_id     uuid PRIMARY KEY REFERENCES organisations (id) ON DELETE CASCADE,
  seq        bigint NOT NULL,
  prev_hash  text   NOT NULL,
  entry_hash text   NOT NULL
);

CALL protect_tenant_table('audit_heads');

-- What a search may look at: the text without its sealed values, whose letters are chance. chr(1) keeps their
-- neighbours apart.
CREATE FUNCTION audit_plain_text(stored text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT replace(regexp_replace(stored, '\[\[aps:v1:[^]]*\]\]', chr(1), 'g'), '[[aps:open]]', '[')
$$;

CREATE TABLE audit_entries (
  org_id          uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  seq             bigint      NOT NULL,
  id              uuid        NOT NULL,
  created_at      timestamptz NOT NULL,
  actor_id        uuid,
  action          text        NOT NULL,
  target          text        NOT NULL,
  details         text        NOT NULL,
  content_hash    text        NOT NULL,
  prev_hash       text        NOT NULL,
  entry_hash      text        NOT NULL,
  -- For finding entries only; not part of the hash.
  offboarding_id  uuid,
  org_employee_id uuid,
  search_text     text        NOT NULL GENERATED ALWAYS AS (
    lower((audit_plain_text(target) || chr(1) || audit_plain_text(details)) COLLATE "und-x-icu")
  ) STORED,
  PRIMARY KEY (org_id, seq),
  UNIQUE (org_id, id),
  -- The second wall against a fork of the chain, should the head's lock ever fail.
  UNIQUE (org_id, prev_hash)
);

CREATE INDEX audit_entries_created ON audit_entries (org_id, created_at DESC, seq DESC);
CREATE INDEX audit_entries_action ON audit_entries (org_id, action, created_at DESC, seq DESC);
CREATE INDEX audit_entries_actor ON audit_entries (org_id, actor_id, created_at DESC, seq DESC) WHERE actor_id IS NOT NULL;
CREATE INDEX audit_entries_offboarding ON audit_entries (org_id, offboarding_id, created_at DESC, seq DESC) WHERE offboarding_id IS NOT NULL;
CREATE INDEX audit_entries_employee ON audit_entries (org_id, org_employee_id, created_at DESC, seq DESC) WHERE org_employee_id IS NOT NULL;
CALL protect_tenant_table('audit_entries');
REVOKE UPDATE, DELETE ON audit_entries FROM svc_app, svc_system;

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit entries are append-only';
END;
$$;

CREATE TRIGGER audit_entries_append_only
  BEFORE UPDATE OR DELETE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();

CREATE TRIGGER audit_entries_no_truncate
  BEFORE TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- Every organisation is born with its chain's head, so that the first append finds a row to lock.
CREATE FUNCTION start_audit_chain() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_heads (org_id, seq, prev_hash, entry_hash)
  VALUES (NEW.id, 0, repeat('0', 64), repeat('0', 64));
  RETURN NEW;
END;
$$;

CREATE TRIGGER organisations_start_audit_chain
  AFTER INSERT ON organisations
  FOR EACH ROW EXECUTE FUNCTION start_audit_chain();
