-- Whoever connects is to become one of the two roles, never to be both at once: a session that lost its role, behind a pooler
-- say, then sees no tenant's row. Where an administrator granted the roles, it is theirs to change; the start warns.
DO $$
BEGIN
  IF current_setting('server_version_num')::int >= 160000 THEN
    EXECUTE format('GRANT svc_app, svc_system TO %I WITH INHERIT FALSE, SET TRUE', current_user);
  ELSE
    -- Before 16 it is the member that inherits or not, so one that does not stands between.
    BEGIN
      CREATE ROLE svc_member NOLOGIN NOSUPERUSER NOBYPASSRLS NOINHERIT;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- another service of the same cluster came first
    END;
    GRANT svc_app, svc_system TO svc_member;
    EXECUTE format('GRANT svc_member TO %I', current_user);
    EXECUTE format('REVOKE svc_app, svc_system FROM %I', current_user);
  END IF;
EXCEPTION WHEN insufficient_privilege THEN NULL;
END;
$$;

-- The owner is bound by forced row-level security as well. Migrations and dumps say that they are what they are:
-- PGOPTIONS='-c svc.maintenance=on' pg_dump --enable-row-security
CREATE OR REPLACE PROCEDURE protect_tenant_table(target regclass) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', target);
  EXECUTE format('CREATE POLICY tenant ON %s TO svc_app USING (org_id = (SELECT current_org())) WITH CHECK (org_id = (SELECT current_org()))', target);
  EXECUTE format('CREATE POLICY system ON %s TO svc_system USING (true) WITH CHECK (true)', target);
  EXECUTE format('CREATE POLICY maintenance ON %s TO CURRENT_USER USING (current_setting(''svc.maintenance'', true) = ''on'')', target);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO svc_app, svc_system', target);
END;
$$;

DO $$
DECLARE
  target regclass;
BEGIN
  FOR target IN
    SELECT oid FROM pg_class WHERE relforcerowsecurity AND relnamespace = current_schema()::regnamespace
  LOOP
    EXECUTE format('CREATE POLICY maintenance ON %s TO CURRENT_USER USING (current_setting(''svc.maintenance'', true) = ''on'')', target);
  END LOOP;
END;
$$;
