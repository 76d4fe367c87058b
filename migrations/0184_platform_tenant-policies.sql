-- Policies without a sub-select: distributed PostgreSQL (Citus, CockroachDB) takes none. The function is inlined, and serves
-- as the key of an index. The CASE changes no answer: the planner does not evaluate a cast of an array whose elements' cast is
-- only stable, and so cannot estimate with the organization of the moment of planning. Statements that name theirs within
-- themselves (`WITH tenant AS …`) have none by then, and a list that takes 2 ms was planned for no row and took 4.4 s.
CREATE OR REPLACE FUNCTION current_org() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN '{}'::text[]::timestamptz[] IS NOT NULL THEN NULLIF(current_setting('svc.org_id', true), '')::uuid END
$$;

-- As in 0078, but for the sub-select.
CREATE OR REPLACE PROCEDURE protect_tenant_table(target regclass) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', target);
  EXECUTE format('CREATE POLICY tenant ON %s TO svc_app USING (org_id = current_org()) WITH CHECK (org_id = current_org())', target);
  EXECUTE format('CREATE POLICY system ON %s TO svc_system USING (true) WITH CHECK (true)', target);
  EXECUTE format('CREATE POLICY maintenance ON %s TO CURRENT_USER USING (current_setting(''svc.maintenance'', true) = ''on'')', target);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO svc_app, svc_system', target);
END;
$$;

-- Of the tables that are there, which it locks one after the other. It ends each table's transaction, so that no session waits for
-- more than one, and goes on where it was interrupted.
CREATE PROCEDURE restate_tenant_policies(_table_by_table boolean) LANGUAGE plpgsql AS $$
DECLARE
  target record;
BEGIN
  FOR target IN
    SELECT polrelid::regclass AS name, CASE polrelid WHEN 'organisations'::regclass THEN 'id' ELSE 'org_id' END AS key
    FROM pg_policy
    WHERE polname = 'tenant' AND polqual::text LIKE '%SUBLINK%'
      AND polrelid IN (SELECT oid FROM pg_class WHERE relnamespace = current_schema()::regnamespace)
    ORDER BY 1
  LOOP
    IF _table_by_table THEN
      PERFORM set_config('lock_timeout', '2s', true);
    END IF;
    EXECUTE format('ALTER POLICY tenant ON %s USING (%2$I = current_org()) WITH CHECK (%2$I = current_org())', target.name, target.key);
    IF _table_by_table THEN
      COMMIT;
    END IF;
  END LOOP;
END;
$$;

-- A new database is made in one transaction, and no session uses it yet; 0185 does it for one in use.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM organisations) THEN
    CALL restate_tenant_policies(false);
  END IF;
END;
$$;
