-- What of a leaver lives on although the account is off.
CREATE TABLE left_behind_items (
  org_id              uuid        NOT NULL,
  id                  uuid        NOT NULL,
  offboarding_id      uuid        NOT NULL,
  service_name        text        NOT NULL,
  kind                text        NOT NULL,
  external_id         text        NOT NULL CHECK (length(external_id) <= 1000),
  label               text        NOT NULL CHECK (length(label) <= 300),
  risk                text        NOT NULL CHECK (risk IN ('high', 'medium', 'low')),
  privileges          text[]      NOT NULL DEFAULT '{}',
  last_used_at        timestamptz,
  closing             text        NOT NULL CHECK (closing IN ('revoke', 'transfer', 'by_hand')),
  disposition         text        NOT NULL DEFAULT 'pending'
    CHECK (disposition IN ('pending', 'revoked', 'transferred', 'accepted')),
  evidence            text        NOT NULL DEFAULT 'not_observed'
    CHECK (evidence IN ('read_back', 'vendor_answer', 'confirmed_by_hand', 'not_observed')),
  stops_the_cut       text,
  first_seen_at       timestamptz NOT NULL,
  last_seen_at        timestamptz NOT NULL,
  new_owner_email     text,
  new_owner_name      text,
  owner_accepted_at   timestamptz,
  owner_accepted_by   uuid REFERENCES users (id) ON DELETE SET NULL,
  message             text,
  settled_at          timestamptz,
  settled_by          uuid REFERENCES users (id) ON DELETE SET NULL,
  sealed_reason       text,
  go_at               timestamptz,
  go_by               uuid REFERENCES users (id) ON DELETE SET NULL,
  sealed_go_reason    text,
  -- A call that ends or transfers it is under way, or was cut off: it is looked at before another is made.
  trying_by           uuid,
  trying_until        timestamptz,
  -- Without an answer that says so it is tried again not before.
  next_attempt_at     timestamptz,
  attempts            integer     NOT NULL DEFAULT 0,
  PRIMARY KEY (org_id, id),
  CHECK ((disposition = 'pending') = (settled_at IS NULL)),
  CHECK ((trying_by IS NULL) = (trying_until IS NULL)),
  CHECK ((go_at IS NULL) = (sealed_go_reason IS NULL)),
  FOREIGN KEY (org_id, offboarding_id) REFERENCES offboardings (org_id, id) ON DELETE CASCADE
);

-- The same thing at every look; an id may be longer than an index takes.
CREATE UNIQUE INDEX left_behind_items_seen
  ON left_behind_items (org_id, offboarding_id, service_name, kind, md5(external_id));
CREATE INDEX left_behind_items_list ON left_behind_items (org_id, disposition, first_seen_at DESC, id DESC);
CREATE INDEX left_behind_items_all ON left_behind_items (org_id, first_seen_at DESC, id DESC);
CREATE INDEX left_behind_items_kind ON left_behind_items (org_id, kind, disposition, first_seen_at DESC, id DESC);
CREATE INDEX left_behind_items_owner_accepted_by ON left_behind_items (owner_accepted_by) WHERE owner_accepted_by IS NOT NULL;
CREATE INDEX left_behind_items_settled_by ON left_behind_items (settled_by) WHERE settled_by IS NOT NULL;
CREATE INDEX left_behind_items_go_by ON left_behind_items (go_by) WHERE go_by IS NOT NULL;
CALL protect_tenant_table('left_behind_items');

-- What the latest look of each phase showed of each kind, and why where it showed nothing.
CREATE TABLE left_behind_sights (
  org_id         uuid        NOT NULL,
  offboarding_id uuid        NOT NULL,
  service_name   text        NOT NULL,
  kind           text        NOT NULL,
  phase          text        NOT NULL CHECK (phase IN ('begin', 'before_cut', 'after')),
  looked_at      timestamptz NOT NULL,
  -- Null for what was seen.
  why            text,
  PRIMARY KEY (org_id, offboarding_id, service_name, kind, phase),
  FOREIGN KEY (org_id, offboarding_id) REFERENCES offboardings (org_id, id) ON DELETE CASCADE
);
CALL protect_tenant_table('left_behind_sights');

-- When the apps of a case are looked at.
CREATE TABLE left_behind_looks (
  org_id          uuid        NOT NULL,
  offboarding_id  uuid        NOT NULL,
  -- Null while none is due, and while one is under way.
  next_attempt_at timestamptz,
  last_attempt_at timestamptz,
  attempts        integer     NOT NULL DEFAULT 0,
  last_error      text,
  lease_id        uuid,
  leased_until    timestamptz,
  PRIMARY KEY (org_id, offboarding_id),
  FOREIGN KEY (org_id, offboarding_id) REFERENCES offboardings (org_id, id) ON DELETE CASCADE
);
CREATE INDEX left_behind_looks_due ON left_behind_looks (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX left_behind_looks_leased ON left_behind_looks (leased_until) WHERE leased_until IS NOT NULL;
CALL protect_tenant_table('left_behind_looks');

-- Tasks that stand for what is left behind of a kind at an app, and complete themselves with it.
CREATE TABLE left_behind_tasks (
  org_id         uuid NOT NULL,
  offboarding_id uuid NOT NULL,
  service_name   text NOT NULL,
  kind           text NOT NULL,
  task_id        uuid NOT NULL,
  PRIMARY KEY (org_id, offboarding_id, service_name, kind),
  UNIQUE (org_id, task_id),
  FOREIGN KEY (org_id, task_id) REFERENCES checklist_items (org_id, id) ON DELETE CASCADE,
  FOREIGN KEY (org_id, offboarding_id) REFERENCES offboardings (org_id, id) ON DELETE CASCADE
);
CALL protect_tenant_table('left_behind_tasks');

-- Who takes over what is of a kind, where that is not the leaver's manager.
CREATE TABLE left_behind_successors (
  org_id uuid NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  kind   text NOT NULL,
  email  text NOT NULL,
  PRIMARY KEY (org_id, kind)
);
CALL protect_tenant_table('left_behind_successors');

-- Organisations that have it looked for.
CREATE TABLE left_behind_settings (
  org_id uuid    PRIMARY KEY REFERENCES organisations (id) ON DELETE CASCADE,
  is_on  boolean NOT NULL
);
CALL protect_tenant_table('left_behind_settings');

-- How many there are of each kind at each app, by what became of them, without counting rows.
CREATE TABLE left_behind_counts (
  org_id       uuid   NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  service_name text   NOT NULL,
  kind         text   NOT NULL,
  disposition  text   NOT NULL,
  count        bigint NOT NULL,
  PRIMARY KEY (org_id, service_name, kind, disposition)
);
CALL protect_tenant_table('left_behind_counts');

CREATE FUNCTION count_left_behind_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO left_behind_counts (org_id, service_name, kind, disposition, count)
  SELECT org_id, service_name, kind, disposition, sum(delta) FROM (
    SELECT org_id, service_name, kind, disposition, 1 AS delta FROM new_rows
    UNION ALL
    SELECT org_id, service_name, kind, disposition, -1 FROM old_rows
  ) changes
  GROUP BY org_id, service_name, kind, disposition
  HAVING sum(delta) <> 0
  -- One order for everybody, so that two transactions never wait for each other.
  ORDER BY org_id, service_name, kind, disposition
  ON CONFLICT (org_id, service_name, kind, disposition) DO UPDATE SET count = left_behind_counts.count + EXCLUDED.count;
  RETURN NULL;
END;
$$;

CREATE FUNCTION count_left_behind_items_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO left_behind_counts (org_id, service_name, kind, disposition, count)
  SELECT org_id, service_name, kind, disposition, count(*) FROM new_rows
  GROUP BY org_id, service_name, kind, disposition
  ORDER BY org_id, service_name, kind, disposition
  ON CONFLICT (org_id, service_name, kind, disposition) DO UPDATE SET count = left_behind_counts.count + EXCLUDED.count;
  RETURN NULL;
END;
$$;

-- Of an organisation that goes as a whole there is no count left to change.
CREATE FUNCTION count_left_behind_items_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE left_behind_counts c SET count = c.count - gone.count
  FROM (SELECT org_id, service_name, kind, disposition, count(*) AS count FROM old_rows GROUP BY org_id, service_name, kind, disposition) gone
  WHERE c.org_id = gone.org_id AND c.service_name = gone.service_name AND c.kind = gone.kind
    AND c.disposition = gone.disposition;
  RETURN NULL;
END;
$$;

CREATE TRIGGER left_behind_items_count_insert AFTER INSERT ON left_behind_items
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_left_behind_items_inserted();
CREATE TRIGGER left_behind_items_count_update AFTER UPDATE ON left_behind_items
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_left_behind_items();
CREATE TRIGGER left_behind_items_count_delete AFTER DELETE ON left_behind_items
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_left_behind_items_deleted();
