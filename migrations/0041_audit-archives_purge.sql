-- The log stays append-only while there is an organisation; it goes with it. Of what is old enough that a retention could
-- be over, the oldest may go before: nothing older is left, and never without the entry that tells of it, which stands
-- last while that is done. Asked once a statement, since a purge removes many.
CREATE FUNCTION refuse_audit_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (
      SELECT org_id, max(seq) AS through, max(created_at) AS newest FROM gone GROUP BY org_id
    ) removed
    JOIN organisations o ON o.id = removed.org_id AND o.deletion_started_at IS NULL
    WHERE NOT EXISTS (
      SELECT FROM audit_heads h JOIN audit_entries told ON told.org_id = h.org_id AND told.seq = h.seq
      WHERE h.org_id = removed.org_id AND told.action = 'audit_retention_applied'
        AND removed.through = substring(
          told.details FROM '^removed: [1-9][0-9]{0,15}, through: ([1-9][0-9]{0,15}), hash: [0-9a-f]{64}$'
        )::bigint
        AND removed.newest < told.created_at - interval '3 months'
    ) OR EXISTS (
      SELECT FROM audit_entries older WHERE older.org_id = removed.org_id AND older.seq <= removed.through
    )
  ) THEN
    RAISE EXCEPTION 'audit entries are append-only';
  END IF;
  RETURN NULL;
END;
$$;

DROP TRIGGER audit_entries_append_only ON audit_entries;
CREATE TRIGGER audit_entries_append_only
  BEFORE UPDATE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_entries_removal
  AFTER DELETE ON audit_entries
  REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_removal();
