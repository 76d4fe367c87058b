-- The master keys that sealed something here, by id. A start that has not all of them is refused: what they sealed could not
-- be read, and what it sealed itself not by the next start with the right key.
CREATE TABLE platform_master_keys (
  key_id        text        PRIMARY KEY CHECK (key_id ~ '^[0-9a-f]{8}$'),
  first_used_at timestamptz NOT NULL
);
GRANT SELECT ON platform_master_keys TO svc_system;

-- What stands sealed by now.
DO $$
DECLARE
  place record;
BEGIN
  FOR place IN
    SELECT c.table_name, c.column_name
    FROM information_schema.columns c
    JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE' AND c.data_type IN ('text', 'jsonb')
      AND (c.column_name ~ '^(sealed|wrapped)_' OR (c.table_name, c.column_name) IN
        (('mail_outbox', 'content'), ('second_factors', 'secret')))
  LOOP
    EXECUTE format(
      'INSERT INTO platform_master_keys (key_id, first_used_at)
       SELECT DISTINCT found[1], now() FROM %I, regexp_matches(%I::text, ''svc:v1:([0-9a-f]{8}):'', ''g'') AS found
       ON CONFLICT DO NOTHING', place.table_name, place.column_name);
  END LOOP;
END;
$$;

-- Which key signs, the newest last; null: signing is not configured. No row is ever changed: it is the trail of who signed when.
CREATE TABLE platform_signing_keys (
  number bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key_id text        CHECK (key_id ~ '^[0-9a-f]{16}$'),
  since  timestamptz NOT NULL
);
GRANT SELECT ON platform_signing_keys TO svc_system;

INSERT INTO platform_signing_keys (key_id, since)
SELECT key_id, first_used_at FROM audit_signing_keys ORDER BY first_used_at;

CREATE FUNCTION refuse_signing_key_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE insufficient_privilege USING MESSAGE = 'which key signed when is never changed';
END
$$;
CREATE TRIGGER platform_signing_keys_stay
  BEFORE UPDATE OR DELETE ON platform_signing_keys
  FOR EACH ROW EXECUTE FUNCTION refuse_signing_key_change();
CREATE TRIGGER platform_signing_keys_no_truncate
  BEFORE TRUNCATE ON platform_signing_keys
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_signing_key_change();
