-- Who leaves, as the HR system or the identity provider has it: the same leaving is acted upon once.
CREATE TABLE hris_leavers (
  org_id         uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  employee_id    uuid        NOT NULL,
  -- Who says so: the HR system, or the identity provider's directory.
  origin         text        NOT NULL CHECK (origin IN ('hris', 'azure-ad')),
  -- The last working day; null while nobody said it.
  last_day       date,
  offboarding_id uuid,
  updated_at     timestamptz NOT NULL,
  PRIMARY KEY (org_id, employee_id, origin),
  FOREIGN KEY (org_id, employee_id) REFERENCES org_employees (org_id, id) ON DELETE CASCADE,
  FOREIGN KEY (org_id, offboarding_id) REFERENCES offboardings (org_id, id) ON DELETE SET NULL (offboarding_id)
);
CREATE INDEX hris_leavers_case ON hris_leavers (org_id, offboarding_id) WHERE offboarding_id IS NOT NULL;
CALL protect_tenant_table('hris_leavers');

-- What a sync does not decide by itself. The person is named by their record alone.
CREATE TABLE hris_reviews (
  org_id         uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  id             uuid        NOT NULL,
  employee_id    uuid        NOT NULL,
  origin         text        NOT NULL CHECK (origin IN ('hris', 'azure-ad')),
  kind           text        NOT NULL
    CHECK (kind IN ('left_without_date', 'left_in_past', 'date_changed', 'rescinded', 'account_disabled')),
  last_day       date,
  -- The case that it is about, or that came of it.
  offboarding_id uuid,
  status         text        NOT NULL CHECK (status IN ('waiting', 'accepted', 'dismissed', 'withdrawn')),
  -- The origin says so still; what was said once and decided is not asked again.
  stands         boolean     NOT NULL,
  decided_by     uuid        REFERENCES users (id) ON DELETE SET NULL,
  decided_at     timestamptz,
  created_at     timestamptz NOT NULL,
  PRIMARY KEY (org_id, id),
  FOREIGN KEY (org_id, employee_id) REFERENCES org_employees (org_id, id) ON DELETE CASCADE,
  FOREIGN KEY (org_id, offboarding_id) REFERENCES offboardings (org_id, id) ON DELETE SET NULL (offboarding_id)
);
CREATE UNIQUE INDEX hris_reviews_once ON hris_reviews (org_id, employee_id, origin, kind, last_day)
  NULLS NOT DISTINCT WHERE stands;
CREATE INDEX hris_reviews_newest ON hris_reviews (org_id, status, created_at DESC, id DESC);
CREATE INDEX hris_reviews_case ON hris_reviews (org_id, offboarding_id) WHERE offboarding_id IS NOT NULL;
CREATE INDEX hris_reviews_decided_by ON hris_reviews (decided_by) WHERE decided_by IS NOT NULL;
CALL protect_tenant_table('hris_reviews');

-- That a vendor's call asked for a sync: at most one a minute for each connection.
CREATE TABLE hris_requests (
  org_id         uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  integration_id uuid        NOT NULL,
  -- Null when nothing waits.
  asked_at       timestamptz,
  not_before     timestamptz NOT NULL,
  PRIMARY KEY (org_id, integration_id),
  FOREIGN KEY (org_id, integration_id) REFERENCES integrations (org_id, id) ON DELETE CASCADE
);
CREATE INDEX hris_requests_waiting ON hris_requests (not_before) WHERE asked_at IS NOT NULL;
CALL protect_tenant_table('hris_requests');
