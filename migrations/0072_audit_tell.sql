-- What an entry tells to machines beside its text: never a person's value, and no part of the hash. A move between
-- stages has its stages and its source there, the end of a revocation run the run.
ALTER TABLE audit_entries ADD COLUMN facts jsonb;

-- The two functions of 0037 with the facts as one more argument; nothing else of them changes.
DROP FUNCTION append_audit_entry;
DROP FUNCTION extend_audit_chain;

CREATE FUNCTION extend_audit_chain(
  of_org uuid, entry_id uuid, at timestamptz, actor uuid, act text, about text, said text, hashed text,
  offboarding uuid, employee uuid, told jsonb DEFAULT NULL
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
    content_hash, prev_hash, entry_hash, offboarding_id, org_employee_id, facts
  ) VALUES (
    of_org, head.seq, entry_id, at, actor, act, about, said, hashed, head.prev_hash, head.entry_hash, offboarding, employee,
    told
  );
END
$$;

DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION extend_audit_chain SET search_path = pg_catalog, %I, pg_temp', current_schema());
END;
$$;
REVOKE EXECUTE ON FUNCTION extend_audit_chain FROM PUBLIC;
GRANT EXECUTE ON FUNCTION extend_audit_chain TO svc_app, svc_system;

CREATE FUNCTION append_audit_entry(
  of_org uuid, entry_id uuid, at timestamptz, actor uuid, act text, about text, said text, hashed text,
  offboarding uuid, employee uuid, by_key uuid, people uuid[], early boolean, told jsonb DEFAULT NULL
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
  PERFORM extend_audit_chain(of_org, entry_id, at, actor, act, about, said, hashed, offboarding, employee, told);
END
$$;
