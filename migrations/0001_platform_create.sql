-- Two roles besides the owner. svc_app sees only the organisation named by the transaction's setting;
-- svc_system is for work that has no organisation yet (sign-in, key lookup, claims of due work).
DO $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'svc_app') THEN
    CREATE ROLE svc_app NOLOGIN NOSUPERUSER NOBYPASSRLS;
  END IF;
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'svc_system') THEN
    CREATE ROLE svc_system NOLOGIN NOSUPERUSER NOBYPASSRLS;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- another service of the same cluster came first
END;
$$;

-- Whoever connects must be able to become either role. A database administrator may have seen to it before.
DO $$
DECLARE
  becoming text := CASE WHEN current_setting('server_version_num')::int >= 160000 THEN 'SET' ELSE 'MEMBER' END;
BEGIN
  IF NOT (pg_has_role(current_user, 'svc_app', becoming) AND pg_has_role(current_user, 'svc_system', becoming)) THEN
    EXECUTE format('GRANT svc_app, svc_system TO %I', current_user);
  END IF;
  EXECUTE format('GRANT USAGE ON SCHEMA %I TO svc_app, svc_system', current_schema());
END;
$$;

CREATE FUNCTION current_org() RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT NULLIF(current_setting('svc.org_id', true), '')::uuid
$$;

-- Row-level security for a tenant table. The sub-select makes PostgreSQL read the setting once a statement, not once a row.
CREATE PROCEDURE protect_tenant_table(target regclass) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', target);
  EXECUTE format('CREATE POLICY tenant ON %s TO svc_app USING (org_id = (SELECT current_org())) WITH CHECK (org_id = (SELECT current_org()))', target);
  EXECUTE format('CREATE POLICY system ON %s TO svc_system USING (true) WITH CHECK (true)', target);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO svc_app, svc_system', target);
END;
$$;

-- One row per cron job and period: whoever inserts it runs the job, on whatever node.
CREATE TABLE platform_job_runs (
  job         text        NOT NULL,
  period      timestamptz NOT NULL,
  started_at  timestamptz NOT NULL,
  finished_at timestamptz,
  result      jsonb,
  PRIMARY KEY (job, period)
);

GRANT SELECT, INSERT, UPDATE, DELETE ON platform_job_runs TO svc_system;
