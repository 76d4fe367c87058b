-- When the account behind a revoked app was last looked at, and what the service showed.
CREATE TABLE residual_access_checks (
  org_id         uuid        NOT NULL,
  offboarding_id uuid        NOT NULL,
  service_name   text        NOT NULL,
  checked_at     timestamptz NOT NULL,
  standing       text        NOT NULL CHECK (standing IN ('active', 'inactive', 'absent', 'unknown')),
  -- Somebody accepted the active account: it is no news until it was inactive meanwhile.
  accepted       boolean     NOT NULL DEFAULT false,
  PRIMARY KEY (org_id, offboarding_id, service_name),
  FOREIGN KEY (org_id, offboarding_id, service_name)
    REFERENCES revocation_apps (org_id, offboarding_id, service_name) ON DELETE CASCADE
);

CALL protect_tenant_table('residual_access_checks');

-- Accounts that were revoked and could be used again.
CREATE TABLE residual_access_findings (
  org_id         uuid        NOT NULL,
  id             uuid        NOT NULL,
  offboarding_id uuid        NOT NULL,
  service_name   text        NOT NULL,
  found_at       timestamptz NOT NULL,
  last_seen_at   timestamptz NOT NULL,
  resolution     text CHECK (resolution IN ('revoked', 'gone', 'removed', 'accepted')),
  resolved_at    timestamptz,
  resolved_by    uuid REFERENCES users (id) ON DELETE SET NULL,
  PRIMARY KEY (org_id, id),
  CHECK ((resolved_at IS NULL) = (resolution IS NULL)),
  FOREIGN KEY (org_id, offboarding_id) REFERENCES offboardings (org_id, id) ON DELETE CASCADE
);

-- One that is open is told of once.
CREATE UNIQUE INDEX residual_access_findings_open ON residual_access_findings (org_id, offboarding_id, service_name)
  WHERE resolved_at IS NULL;
CREATE INDEX residual_access_findings_list ON residual_access_findings (org_id, found_at DESC, id DESC);
CREATE INDEX residual_access_findings_case ON residual_access_findings (org_id, offboarding_id);
CREATE INDEX residual_access_findings_resolver ON residual_access_findings (resolved_by) WHERE resolved_by IS NOT NULL;
CALL protect_tenant_table('residual_access_findings');
