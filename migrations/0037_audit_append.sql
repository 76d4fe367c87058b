-- Entries are appended by one function, and by nothing else: whatever statement reaches the database in the name of the
-- service's roles can add to a chain but neither change nor remove any of it. The function runs as the tables' owner,
-- whom forced row-level security binds as well.
CREATE POLICY appending ON audit_entries TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY appending ON audit_heads TO CURRENT_USER USING (true) WITH CHECK (true);
REVOKE INSERT ON audit_entries FROM svc_app, svc_system;
REVOKE INSERT, UPDATE, DELETE ON audit_heads FROM svc_app, svc_system;

-- A head goes with its organisation, which is deleted table by table, and never before.
GRANT DELETE ON audit_heads TO svc_system;
CREATE TRIGGER audit_heads_stay
  BEFORE DELETE ON audit_heads
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_heads_no_truncate
  BEFORE TRUNCATE ON audit_heads
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- The update of the head is the lock under which the entry gets its number and its link, so that two appends of one
-- organisation follow each other and those of two organisations never meet. An organisation without a chain has no
-- number for it, which the table refuses.
CREATE FUNCTION extend_audit_chain(
  of_org uuid, entry_id uuid, at timestamptz, actor uuid, act text, about text, said text, hashed text,
  offboarding uuid, employee uuid
) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  head audit_heads;
BEGIN
  IF of_org IS DISTINCT FROM current_org() AND current_setting('role') <> 'svc_system' THEN
    RAISE insufficient_privilege USING MESSAGE = 'this transaction is another organisation''s';
  END IF;
  UPDATE audit_heads SET
    seq = seq + 1,
    prev_hash = entry_hash,
    entry_hash = encode(sha256(convert_to(
      'svc-audit-entry/v1' || chr(10) ||
      'org_id=' || org_id || chr(10) ||
      'seq=' || (seq + 1) || chr(10) ||
      'content_hash=' || hashed || chr(10) ||
      'prev_hash=' || entry_hash || chr(10), 'UTF8')), 'hex')
  WHERE org_id = of_org
  RETURNING * INTO head;
  INSERT INTO audit_entries (
    org_id, seq, id, created_at, actor_id, action, target, details,
    content_hash, prev_hash, entry_hash, offboarding_id, org_employee_id
  ) VALUES (
    of_org, head.seq, entry_id, at, actor, act, about, said, hashed, head.prev_hash, head.entry_hash, offboarding, employee
  );
END
$$;

-- Every organisation is born with its chain's head, whoever makes it.
ALTER FUNCTION start_audit_chain() SECURITY DEFINER;

-- Neither is called by another name: a temporary table of the caller's must not stand in for these.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION extend_audit_chain SET search_path = pg_catalog, %I, pg_temp', current_schema());
  EXECUTE format('ALTER FUNCTION start_audit_chain SET search_path = pg_catalog, %I, pg_temp', current_schema());
END;
$$;
REVOKE EXECUTE ON FUNCTION extend_audit_chain FROM PUBLIC;
GRANT EXECUTE ON FUNCTION extend_audit_chain TO svc_app, svc_system;

-- For whoever has sealed values under these keys: none is destroyed before the transaction ends, and one that was
-- destroyed meanwhile undoes it, so that it is done again and finds out. An UPDATE of a key waits for this and is seen
-- by it: whoever destroys one needs no other lock.
CREATE FUNCTION hold_person_keys(of_org uuid, people uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  living integer;
BEGIN
  PERFORM FROM audit_person_keys
    WHERE org_id = of_org AND id = ANY (people) AND destroyed_at IS NULL ORDER BY id FOR SHARE;
  GET DIAGNOSTICS living = ROW_COUNT;
  IF living < cardinality(people) THEN
    RAISE unique_violation USING
      CONSTRAINT = 'transaction_overtaken', MESSAGE = 'the key of a person was destroyed meanwhile';
  END IF;
END
$$;

-- All that an entry needs in one statement: what must not change until the commit, then the chain. With `early` the commit
-- lets go of the head before it is on the disk; who asks for it waits for the disk afterwards.
CREATE FUNCTION append_audit_entry(
  of_org uuid, entry_id uuid, at timestamptz, actor uuid, act text, about text, said text, hashed text,
  offboarding uuid, employee uuid, by_key uuid, people uuid[], early boolean
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF by_key IS NOT NULL THEN
    PERFORM hold_api_key(of_org, by_key);
  END IF;
  IF people IS NOT NULL THEN
    PERFORM hold_person_keys(of_org, people);
  END IF;
  IF early THEN
    PERFORM set_config('synchronous_commit', 'off', true);
  END IF;
  PERFORM extend_audit_chain(of_org, entry_id, at, actor, act, about, said, hashed, offboarding, employee);
END
$$;
