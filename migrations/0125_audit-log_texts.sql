-- allowed index-without-concurrently: only the job that brings the index of the search up to date writes there, and waits
-- What a search looks at besides sealed values lies together, two thousand entries in a row: those of a log are read in a
-- fraction of the time that their entries take, which are six times as long.
CREATE TABLE audit_log_texts (
  org_id uuid   NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  -- The entries whose numbers are from 2,000 times this one on.
  part   bigint NOT NULL,
  -- Each entry's `search_text` in UTF-8, then three bytes: 255, which no text has, and its number less the part's first, six
  -- bits in a byte.
  texts  bytea  NOT NULL,
  PRIMARY KEY (org_id, part)
);
-- To be unpacked would cost more than to be read.
ALTER TABLE audit_log_texts ALTER COLUMN texts SET STORAGE EXTERNAL;
CALL protect_tenant_table('audit_log_texts');

-- A former release knows nothing of the texts and goes on with the rest, so how far they reach is told apart. A process
-- that keeps lists it has opened asks for those alone that changed since: whoever brings the index up to date, of whatever
-- release, updates its row first. One that is made anew goes on behind the one before it.
ALTER TABLE audit_log_indexes
  ADD COLUMN texts_through bigint,
  ADD COLUMN revision bigint NOT NULL DEFAULT 0;
ALTER TABLE audit_log_values ADD COLUMN revision bigint NOT NULL DEFAULT 0;

CREATE FUNCTION next_audit_index_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.revision := CASE TG_OP WHEN 'INSERT' THEN extract(epoch FROM clock_timestamp()) * 1000000 ELSE OLD.revision + 1 END;
  RETURN NEW;
END
$$;
CREATE TRIGGER audit_log_indexes_revision BEFORE INSERT OR UPDATE ON audit_log_indexes
  FOR EACH ROW EXECUTE FUNCTION next_audit_index_revision();

CREATE FUNCTION note_audit_index_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.revision := coalesce((SELECT i.revision FROM audit_log_indexes i WHERE i.org_id = NEW.org_id), 0);
  RETURN NEW;
END
$$;
CREATE TRIGGER audit_log_values_revision BEFORE INSERT OR UPDATE ON audit_log_values
  FOR EACH ROW EXECUTE FUNCTION note_audit_index_revision();

-- Only whoever brings the index up to date writes there, and waits for it.
CREATE INDEX audit_log_values_revision ON audit_log_values (org_id, revision, person_key_id);

-- A list that was opened is opened anew, or let go of, when the key that opens it is wrapped anew, mended or destroyed.
CREATE FUNCTION note_audit_keys_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE audit_log_indexes i SET through = i.through WHERE i.org_id IN (
    SELECT a.org_id FROM key_after a JOIN key_before b ON b.org_id = a.org_id AND b.id = a.id
    WHERE a.wrapped_key IS DISTINCT FROM b.wrapped_key);
  UPDATE audit_log_values v SET sealed = v.sealed
    FROM key_after a JOIN key_before b ON b.org_id = a.org_id AND b.id = a.id
    WHERE a.wrapped_key IS DISTINCT FROM b.wrapped_key AND v.org_id = a.org_id AND v.person_key_id = a.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER audit_person_keys_changed AFTER UPDATE ON audit_person_keys
  REFERENCING OLD TABLE AS key_before NEW TABLE AS key_after
  FOR EACH STATEMENT EXECUTE FUNCTION note_audit_keys_changed();
