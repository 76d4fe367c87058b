-- Which entries hold which sealed values, so that a search need not open every entry. It follows the log, so appending
-- costs nothing for it; it can be emptied at any time and is made anew by the next search.
CREATE TABLE audit_log_indexes (
  org_id  uuid   PRIMARY KEY REFERENCES organisations (id) ON DELETE CASCADE,
  -- Entries from the first of these numbers to the last are in it.
  oldest  bigint NOT NULL,
  through bigint NOT NULL
);
CALL protect_tenant_table('audit_log_indexes');

-- Every value that was ever sealed under a person's key, as one token under the same key: unreadable once that is gone.
CREATE TABLE audit_log_values (
  org_id        uuid NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  person_key_id uuid NOT NULL,
  -- A JSON list inside the token. A value keeps its place in it.
  sealed        text NOT NULL,
  PRIMARY KEY (org_id, person_key_id)
);
CALL protect_tenant_table('audit_log_values');

CREATE TABLE audit_log_value_uses (
  org_id        uuid    NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  person_key_id uuid    NOT NULL,
  -- The place of the value in the person's list, from 0.
  place         integer NOT NULL,
  seq           bigint  NOT NULL,
  PRIMARY KEY (org_id, person_key_id, place, seq)
);
-- For forgetting what retention purged.
CREATE INDEX audit_log_value_uses_seq ON audit_log_value_uses (org_id, seq);
CALL protect_tenant_table('audit_log_value_uses');
